import { type ReactNode, useMemo } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import type { Campos } from '../../../core/fields.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import {
  Formulario,
  type FormularioProps,
  type Seccion,
} from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { contrato } from '../../ajustes/contract.ts'
import { GuardaAlSeguir } from '../siguiente.tsx'

interface Props {
  campos: Campos
  secciones?: readonly Seccion[]
  conForm?: FormularioProps['conForm']
  /** Below the form, once the settings are known. */
  despues?: (ajustes: AnswerOf<typeof contrato.obtener>) => ReactNode
}

/** Some settings of the house, as they are, to be changed; the others stay. */
export function AjustesDe({ campos, secciones, conForm, despues }: Props) {
  const { data, error: fallo, refetch } = useAnswer(contrato.obtener)
  const { save, saving, error } = useSave(contrato.editar, { stale: ['dashboard'] })
  const inicial = useMemo(
    () =>
      data && {
        ...Object.fromEntries(
          Object.keys(campos).map((clave) => [clave, data[clave as keyof typeof data]]),
        ),
        version: data.version,
      },
    [data, campos],
  )
  if (fallo && !data) return <Fallo error={fallo} reintentar={() => void refetch()} />
  if (!inicial) return <Cargando />
  return (
    <>
      <Formulario
        campos={campos}
        schema={contrato.editar.body}
        inicial={inicial}
        {...(secciones && { secciones })}
        conForm={(form) => (
          <>
            {conForm?.(form)}
            <GuardaAlSeguir form={form} />
          </>
        )}
        guardar={(body) => save({ body })}
        guardando={saving}
        error={error}
        {...(data && { actual: data })}
      />
      {data && despues?.(data)}
    </>
  )
}
