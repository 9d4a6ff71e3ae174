import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto } from '../../../core/formato.ts'
import { unaVez } from '../../../core/texto/una-vez.ts'
import type { Limites, Motivo } from '../contract/limites.ts'

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
const lista = unaVez(() => new Intl.ListFormat('es-PE'))

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
      ? `Para operar necesita ${lista().format(needs)}.`
      : `Puede operar hasta ${dolares(libre)} más. Para más necesita ${lista().format(needs)}.`
  }
  if (none)
    return `Ya no puede operar ${motivos.includes('mes') ? 'este mes' : 'hoy'}: llegó a su límite.`
  const reason = motivos.flatMap((motivo) => LLEGA[motivo] ?? [])
  return `Puede operar hasta ${dolares(libre)} más: ${lista().format(reason)}.`
}

/**
 * That nothing binds a client. The papers that his level asks for hold nothing back: where some are missing the sentence
 * says both, since the summary shows them beside it.
 */
export function fraseLibre(papeles: number): string {
  if (papeles === 0) return 'Ningún límite ni dato que falte lo detiene.'
  const missing =
    papeles === 1
      ? 'falta 1, que no le impide operar'
      : `faltan ${papeles}, que no le impiden operar`
  return `Ningún límite ni dato de su ficha lo detiene; de sus documentos ${missing}.`
}

const DECLARA = 'la declaración de origen y destino de los fondos del cliente'

/**
 * That the client will be asked to declare, in US$: by this amount, or by it with what he moved this month. Null
 * below the threshold, and while the amount is not known. `mes` null: nobody known, or not answered yet.
 */
export function fraseDeDeclaracion(
  monto: string | null,
  umbral: string,
  mes: string | null,
): string | null {
  if (monto === null) return null
  if (decimal(monto).gte(umbral)) return `Se pedirá ${DECLARA}.`
  const total = decimal(monto).plus(mes ?? '0')
  if (total.lt(umbral)) return null
  return `Con lo que movió este mes (${dolares(mes ?? '0')}) llega a ${dolares(texto(total, 2))}: se pedirá ${DECLARA}.`
}

const dolares = (valor: string) => formatMonto(valor, { simbolo: 'US$', decimales: 2 })
