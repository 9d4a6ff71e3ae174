import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { contrato, type UsuarioDetalle } from '../contract.ts'
import { QuitarFactor } from '../factor/quitar.tsx'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'
import { ClaveTemporal } from './clave-temporal.tsx'
import { CambiarEstatus } from './estatus.tsx'

type Abierto = 'rol' | 'password' | 'factor' | 'estatus' | null

export interface AccionProps {
  usuario: UsuarioDetalle
  abierto: boolean
  cerrar: () => void
}

/** What an administrator can do with another user's account. */
export function AccionesUsuario({ usuario }: { usuario: UsuarioDetalle }) {
  const [abierto, setAbierto] = useState<Abierto>(null)
  const accion = usuario.estatus ? 'Desactivar' : 'Activar'
  const props = (which: Abierto) => ({
    usuario,
    abierto: abierto === which,
    cerrar: () => setAbierto(null),
  })
  return (
    <>
      <Button variant="default" onClick={() => setAbierto('rol')}>
        Cambiar rol
      </Button>
      <Button variant="default" onClick={() => setAbierto('password')}>
        Restablecer contraseña
      </Button>
      {usuario.segundo_factor && (
        <Button variant="default" onClick={() => setAbierto('factor')}>
          Quitar segundo factor
        </Button>
      )}
      <Button variant="default" onClick={() => setAbierto('estatus')}>
        {accion}
      </Button>
      <CambiarRol {...props('rol')} />
      <Restablecer {...props('password')} />
      <QuitarFactor {...props('factor')} />
      <CambiarEstatus {...props('estatus')} accion={accion} />
    </>
  )
}

function CambiarRol({ usuario, abierto, cerrar }: AccionProps) {
  const { data } = useAnswer(contrato.roles, undefined, { activa: abierto })
  const { save, saving, error, clear } = useSave(contrato.rol, { stale: ['roles'] })
  const others = (data ?? []).filter(({ slug, estatus }) => estatus && slug !== usuario.rol_slug)
  const [elegido, setElegido] = useState<string>()
  const rol_slug = elegido ?? others[0]?.slug
  function leave() {
    clear()
    cerrar()
  }
  async function confirm(prueba: Prueba) {
    if (!rol_slug) return
    if (await save({ params: { id: usuario.id }, body: { rol_slug, ...prueba } })) leave()
  }
  return (
    <ConPassword
      abierto={abierto}
      titulo={`Rol de ${usuario.nombre}`}
      accion="Cambiar rol"
      ocupado={saving}
      error={error}
      alConfirmar={(prueba) => void confirm(prueba)}
      alCancelar={leave}
    >
      <p>
        Hoy es {usuario.rol}. Lo que puede hacer cambia desde su próxima acción, sin volver a
        ingresar.
      </p>
      <Seleccion
        etiqueta="Rol nuevo"
        opciones={others.map(({ slug, nombre }) => ({ valor: slug, etiqueta: nombre }))}
        valor={rol_slug}
        alElegir={setElegido}
      />
    </ConPassword>
  )
}

function Restablecer({ usuario, abierto, cerrar }: AccionProps) {
  const { save, saving, error, clear } = useSave(contrato.restablecer)
  const [clave, setClave] = useState<string | null>(null)
  function leave() {
    clear()
    cerrar()
  }
  async function confirm(prueba: Prueba) {
    const answer = await save({ params: { id: usuario.id }, body: prueba })
    if (!answer) return
    leave()
    setClave(answer.password_temporal)
  }
  return (
    <>
      <ConPassword
        abierto={abierto}
        titulo={`Restablecer la contraseña de ${usuario.nombre}`}
        accion="Restablecer"
        peligro
        ocupado={saving}
        error={error}
        alConfirmar={(prueba) => void confirm(prueba)}
        alCancelar={leave}
      >
        <p>
          Sus sesiones terminan y su contraseña deja de valer. Recibirá una temporal, que deberá
          cambiar al ingresar.
        </p>
      </ConPassword>
      <ClaveTemporal clave={clave} nombre={usuario.nombre} cerrar={() => setClave(null)} />
    </>
  )
}
