import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { contratoRoles, type RolFila } from '../contract/roles.ts'
import { ConPassword } from '../perfil/con-password.tsx'

/** Whether whoever signs in with the role must have a second factor. */
export function ExigirFactor({ rol, edita }: { rol: RolFila; edita: boolean }) {
  const [abierto, setAbierto] = useState(false)
  const { save, saving, error, clear } = useSave(contratoRoles.factor)
  const exige = !rol.exige_factor
  function leave() {
    clear()
    setAbierto(false)
  }
  async function confirm(password: string) {
    if (await save({ params: { slug: rol.slug }, body: { exige, password } })) leave()
  }
  return (
    <>
      <Switch
        label="Exige segundo factor"
        description="A quien ingrese con este rol se le pide un código de su teléfono."
        checked={rol.exige_factor}
        disabled={!edita}
        onChange={() => setAbierto(true)}
      />
      <ConPassword
        abierto={abierto}
        titulo={exige ? 'Exigir segundo factor' : 'Dejar de exigir segundo factor'}
        accion={exige ? 'Exigir' : 'Dejar de exigir'}
        ocupado={saving}
        error={error}
        alConfirmar={(password) => void confirm(password)}
        alCancelar={leave}
      >
        <p>
          {exige
            ? `Quien ingrese como ${rol.nombre} y no lo tenga deberá activarlo antes de seguir. Las sesiones abiertas siguen como están.`
            : `Quien ya lo tenga lo conserva; los demás ingresan como ${rol.nombre} solo con su contraseña.`}
        </p>
      </ConPassword>
    </>
  )
}
