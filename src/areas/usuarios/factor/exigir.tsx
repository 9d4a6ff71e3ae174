import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { contratoRoles, type RolFila } from '../contract/roles.ts'
import { ConPassword, type Prueba } from '../perfil/con-password.tsx'

/** Whether users with the role must have a second factor. */
export function ExigirFactor({ rol, edita }: { rol: RolFila; edita: boolean }) {
  const [abierto, setAbierto] = useState(false)
  const { save, saving, error, clear } = useSave(contratoRoles.factor)
  const exige = !rol.exige_factor
  function leave() {
    clear()
    setAbierto(false)
  }
  async function confirm(prueba: Prueba) {
    if (await save({ params: { slug: rol.slug }, body: { exige, ...prueba } })) leave()
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
        alConfirmar={(prueba) => void confirm(prueba)}
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

/** Whether whoever approves or administers must have a second factor, whatever his role. */
export function ExigirFactorCasa({ edita }: { edita: boolean }) {
  const { data } = useAnswer(contratoRoles.casa)
  const [abierto, setAbierto] = useState(false)
  const { save, saving, error, clear } = useSave(contratoRoles.factorCasa)
  const exige = !data?.exige
  function leave() {
    clear()
    setAbierto(false)
  }
  async function confirm(prueba: Prueba) {
    if (await save({ body: { exige, ...prueba } })) leave()
  }
  if (!data) return null
  return (
    <>
      <Switch
        label="Segundo factor para quien aprueba o administra"
        description="En toda la casa, sea cual sea su rol: sin él no basta una contraseña para aprobar, dar permisos ni cambiar ajustes."
        checked={data.exige}
        disabled={!edita}
        onChange={() => setAbierto(true)}
      />
      <ConPassword
        abierto={abierto}
        titulo={exige ? 'Exigir segundo factor' : 'Dejar de exigir segundo factor'}
        accion={exige ? 'Exigir' : 'Dejar de exigir'}
        peligro={!exige}
        ocupado={saving}
        error={error}
        alConfirmar={(prueba) => void confirm(prueba)}
        alCancelar={leave}
      >
        <p>
          {exige
            ? 'Quien aprueba o administra y no lo tenga deberá activarlo antes de su próxima acción, también usted.'
            : 'Quien averigüe la contraseña de un administrador podrá aprobar y administrar con ella. Quedará en la auditoría que usted lo cambió.'}
        </p>
      </ConPassword>
    </>
  )
}
