import { z } from 'zod'
import { decimalText, endpoint, idParam } from '../../../core/contract.ts'
import { decimal } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'

/** What binds how much a client may move, as `clientes_margen` names it. */
const MOTIVOS = [
  'estado',
  'parecido',
  'dia',
  'mes',
  'observado',
  'documento',
  'aprobacion',
  'identidad',
  'ficha',
] as const
type Motivo = (typeof MOTIVOS)[number]

/** What he moved in a period, in US$; `limite` is null when nobody set one. */
const periodo = z.object({ operado: decimalText, limite: decimalText.nullable() })

const limites = z.object({
  hoy: periodo,
  mes: periodo,
  /** US$ that one more operation may have now; null: any amount. */
  libre: decimalText.nullable(),
  /** Why not more. */
  motivos: z.array(z.enum(MOTIVOS)),
  /** Operations at the counter with a payment that nobody has seen yet. */
  por_verificar: z.int(),
  ordenes_abiertas: z.int(),
})
export type Limites = z.infer<typeof limites>

/** What of his limits is used and left. */
export const deLimites = endpoint({
  method: 'GET',
  path: '/clientes/:id/limites',
  acceso: 'clientes:ver',
  resumen: 'Cuánto operó un cliente hoy y este mes, y cuánto más puede operar',
  params: idParam,
  response: limites,
})

/** What he would need for more. */
const NECESITA: Partial<Record<Motivo, string>> = {
  parecido: 'que cumplimiento vea a quién se parece',
  observado: 'que cumplimiento lo revise',
  documento: 'un documento vigente',
  aprobacion: 'la aprobación de cumplimiento',
  identidad: 'los datos que lo identifican',
  ficha: 'la ficha completa',
}
const LLEGA: Partial<Record<Motivo, string>> = {
  dia: 'es lo que queda de su límite diario',
  mes: 'es lo que queda de su límite mensual',
}

/** `a`, `a y b`, `a, b y c`. */
const lista = new Intl.ListFormat('es-PE')

/** What a client may still move, in one sentence; null while nothing binds it. */
export function fraseDeLimites({
  libre,
  motivos,
}: Pick<Limites, 'libre' | 'motivos'>): string | null {
  if (libre === null) return null
  if (motivos.includes('estado')) return 'No puede operar.'
  const none = decimal(libre).eq(0)
  const needs = motivos.flatMap((motivo) => NECESITA[motivo] ?? [])
  if (needs.length > 0) {
    return none
      ? `Para operar necesita ${lista.format(needs)}.`
      : `Puede operar hasta ${dolares(libre)} más. Para más necesita ${lista.format(needs)}.`
  }
  if (none)
    return `Ya no puede operar ${motivos.includes('mes') ? 'este mes' : 'hoy'}: llegó a su límite.`
  const reason = motivos.flatMap((motivo) => LLEGA[motivo] ?? [])
  return `Puede operar hasta ${dolares(libre)} más: ${lista.format(reason)}.`
}

const dolares = (valor: string) => formatMonto(valor, { simbolo: 'US$', decimales: 2 })
