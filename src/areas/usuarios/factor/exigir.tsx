import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { type Save, useSave } from '../../../web/api/save.ts'
import { contratoRoles, type RolFila } from '../contract/roles.ts'
import { ConPassword, type Prueba } from '../ui/con-password.tsx'

interface Props {
  etiqueta: string
  descripcion: string
  exigido: boolean
  edita: boolean
  envio: Pick<Save<never>, 'saving' | 'error' | 'clear'>
  guardar: (exige: boolean, prueba: Prueba) => Promise<unknown>
  /** What follows from the change to `exige`. */
  explica: (exige: boolean) => ReactNode
}

/** A switch that asks who is there before it says whether a second factor is required. */
function Exigencia(props: Props) {
  const { etiqueta, descripcion, exigido, edita, envio, guardar, explica } = props
  const [abierto, setAbierto] = useState(false)
  const exige = !exigido
  function leave() {
    envio.clear()
    setAbierto(false)
  }
  async function confirm(prueba: Prueba) {
    if (await guardar(exige, prueba)) leave()
  }
  return (
    <>
      <Switch
        label={etiqueta}
        description={descripcion}
        checked={exigido}
        disabled={!edita}
        onChange={() => setAbierto(true)}
      />
      <ConPassword
        abierto={abierto}
        titulo={exige ? 'Exigir segundo factor' : 'Dejar de exigir segundo factor'}
        accion={exige ? 'Exigir' : 'Dejar de exigir'}
        peligro={!exige}
        ocupado={envio.saving}
        error={envio.error}
        alConfirmar={(prueba) => void confirm(prueba)}
        alCancelar={leave}
      >
        <p>{explica(exige)}</p>
      </ConPassword>
    </>
  )
}

/** Whether users with the role must have a second factor. */
export function ExigirFactor({ rol, edita }: { rol: RolFila; edita: boolean }) {
  const { save, ...envio } = useSave(contratoRoles.factor)
  return (
    <Exigencia
      etiqueta="Exige segundo factor"
      descripcion="A quien ingrese con este rol se le pide un código de su teléfono."
      exigido={rol.exige_factor}
      edita={edita}
      envio={envio}
      guardar={(exige, prueba) => save({ params: { slug: rol.slug }, body: { exige, ...prueba } })}
      explica={(exige) =>
        exige
          ? `Quien ingrese como ${rol.nombre} y no lo tenga deberá activarlo antes de seguir. Las sesiones abiertas siguen como están.`
          : `Quien ya lo tenga lo conserva; los demás ingresan como ${rol.nombre} solo con su contraseña.`
      }
    />
  )
}

/** Whether whoever approves or administers must have a second factor, whatever his role. */
export function ExigirFactorCasa({ edita }: { edita: boolean }) {
  const { data } = useAnswer(contratoRoles.casa)
  const { save, ...envio } = useSave(contratoRoles.factorCasa)
  if (!data) return null
  return (
    <Exigencia
      etiqueta="Segundo factor para quien aprueba o administra"
      descripcion="En toda la casa, sea cual sea su rol: sin él no basta una contraseña para aprobar, dar permisos ni cambiar ajustes."
      exigido={data.exige}
      edita={edita}
      envio={envio}
      guardar={(exige, prueba) => save({ body: { exige, ...prueba } })}
      explica={(exige) =>
        exige
          ? 'Quien aprueba o administra y no lo tenga deberá activarlo antes de su próxima acción, también usted.'
          : 'Quien averigüe la contraseña de un administrador podrá aprobar y administrar con ella. Quedará en la auditoría que usted lo cambió.'
      }
    />
  )
}
