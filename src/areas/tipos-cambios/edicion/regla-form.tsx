import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { Campos } from '../../../core/fields.ts'
import { useAnswer } from '../../../web/api/query.ts'
import {
  Formulario,
  type FormularioProps,
  type Seccion,
} from '../../../web/crud/formulario/formulario.tsx'
import { type Par, contrato as pares } from '../../pares-divisas/contract.ts'
import { campos, camposModo } from '../contract.ts'
import { Previa } from './previa.tsx'

const PARES = ['par_origen_id', 'par_destino_id'] as const

const SECCIONES: Seccion[] = [
  { titulo: 'Quién entrega y qué recibe', campos: ['pais', 'base_id', 'cotizacion_id'] },
  { titulo: 'De dónde sale', campos: [...PARES, 'margen'] },
  { titulo: 'Cómo se dice', campos: ['metodo_calculo', 'precision', 'tasa', 'motivo'] },
  {
    titulo: 'Montos y vigencia',
    campos: ['segmento', 'monto_min', 'monto_max', 'bloqueo_minutos'],
  },
]

/** Labels the pairs with both currencies and their market. */
function conPares(own: Campos, all: readonly Par[]): Campos {
  const opciones = all.map(({ id, divisa_base, divisa_cotizacion, pais_nombre }) => ({
    valor: String(id),
    etiqueta: `${divisa_base.iso}/${divisa_cotizacion.iso} · ${pais_nombre}`,
  }))
  const choices = PARES.map((nombre) => [
    nombre,
    { ...campos[nombre], control: { tipo: 'seleccion', opciones } },
  ])
  return { ...own, ...Object.fromEntries(choices) }
}

/** A select holds text, while the ids of pairs are sent as numbers. */
const unText = (values: Record<string, unknown>) => ({
  ...values,
  ...Object.fromEntries(PARES.map((nombre) => [nombre, Number(values[nombre]) || null])),
})
const asText = (values: Record<string, unknown>) => ({
  ...values,
  ...Object.fromEntries(
    PARES.map((nombre) => [nombre, values[nombre] ? String(values[nombre]) : null]),
  ),
})

interface Props extends Omit<FormularioProps, 'campos' | 'secciones' | 'conForm'> {
  /** The rate is manual: the form asks for it and for a reason. */
  manual: boolean
  /** Values sent besides the typed ones. */
  extra?: Record<string, unknown>
  /** Content that reacts to the form, besides the preview. */
  alEscribir?: (form: UseFormReturn<Record<string, unknown>>) => React.ReactNode
}

/** The rule of a rate: corridor, pairs, margin and method, with a preview while the user types. */
export function ReglaForm({ manual, extra, alEscribir, inicial, schema, actual, ...rest }: Props) {
  const { data: all = [] } = useAnswer(pares.listar)
  const own = useMemo(() => {
    const typed = { tasa: { ...camposModo.tasa, requerido: true }, motivo: camposModo.motivo }
    return conPares({ ...campos, ...(manual && typed) }, all)
  }, [manual, all])
  const rules = useMemo(
    () =>
      z.preprocess((typed) => {
        const values = unText(typed as Record<string, unknown>)
        return { ...values, ...(!manual && { tasa: null, motivo: null }), ...extra }
      }, schema),
    [schema, manual, extra],
  )
  const start = useMemo(() => inicial && asText(inicial), [inicial])
  return (
    <Formulario
      borrador="regla"
      {...rest}
      campos={own}
      schema={rules}
      secciones={SECCIONES}
      {...(start && { inicial: start })}
      {...(actual && { actual: asText(actual) })}
      conForm={(form) => (
        <>
          {alEscribir?.(form)}
          <Previa valores={unText(form.watch())} pares={all} manual={manual} />
        </>
      )}
    />
  )
}
