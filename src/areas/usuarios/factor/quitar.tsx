import { useSave } from '../../../web/api/save.ts'
import { contrato } from '../contract.ts'
import type { AccionProps } from '../ficha/acciones.tsx'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'

/** For a user who lost his phone and his recovery codes. */
export function QuitarFactor({ usuario, abierto, cerrar }: AccionProps) {
  const { save, saving, error, clear } = useSave(contrato.quitarFactor)
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
      titulo={`Quitar el segundo factor de ${usuario.nombre}`}
      accion="Quitar"
      peligro
      ocupado={saving}
      error={error}
      alConfirmar={(prueba) => void confirm(prueba)}
      alCancelar={leave}
    >
      <p>
        Compruebe antes que quien lo pide es {usuario.nombre}. Sus sesiones terminan y entrará solo
        con su contraseña, o activará otro si su rol lo exige.
      </p>
    </ConPassword>
  )
}
