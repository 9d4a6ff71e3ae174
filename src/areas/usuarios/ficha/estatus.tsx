import { useSave } from '../../../web/api/save.ts'
import { contrato } from '../contract.ts'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import type { AccionProps } from './acciones.tsx'

/** Switches a user off, which ends his sessions, or on again. */
export function CambiarEstatus({
  usuario,
  abierto,
  cerrar,
  accion,
}: AccionProps & { accion: string }) {
  const { save, saving, error, clear } = useSave(contrato.estatus, { stale: ['roles'] })
  function leave() {
    clear()
    cerrar()
  }
  async function confirm(prueba: Prueba) {
    if (await save({ params: { id: usuario.id }, body: prueba })) leave()
  }
  return (
    <ConPassword
      abierto={abierto}
      titulo={`¿${accion} a ${usuario.nombre}?`}
      accion={accion}
      peligro={usuario.estatus}
      ocupado={saving}
      error={error}
      alConfirmar={(prueba) => void confirm(prueba)}
      alCancelar={leave}
    >
      <p>
        {usuario.estatus
          ? 'Sus sesiones terminan ya y no podrá ingresar. Lo que registró se conserva.'
          : 'Podrá ingresar de nuevo con su contraseña.'}
      </p>
    </ConPassword>
  )
}
