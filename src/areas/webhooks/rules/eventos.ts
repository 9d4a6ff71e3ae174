import type { Palabras } from '../../../core/base.ts'

type Todos = Palabras['telegram_eventos.evento']
/** What happens in the house: the list that Telegram has, but for what is told to one person alone. */
export type Evento = Exclude<Todos, `mi_${string}`>

interface Tipo {
  /** `type` of the message. */
  tipo: string
  /** What `data` has of it: names in the outbox, of ids, numbers, dates and rates. Never a name, a reason or a cost. */
  datos: readonly string[]
  /** Several of one kind are one message: `data` has a list of this name. */
  lista?: string
}

const ID = ['id'] as const
const DOCUMENTO = ['id', 'numero'] as const

/** The messages that receivers get, by event; docs/webhooks.md tells them. */
export const EVENTOS: Readonly<Record<Evento, Tipo>> = {
  tasas_publicadas: { tipo: 'tasas.publicadas', datos: ['id', 'tasa'], lista: 'tasas' },
  tasa_estado: { tipo: 'tasas.estado', datos: ['id', 'estatus'], lista: 'tasas' },
  tasa_bajo_costo: { tipo: 'tasa.bajo_costo', datos: ['id', 'tasa'] },
  operacion: { tipo: 'operacion.registrada', datos: DOCUMENTO },
  operacion_anulada: { tipo: 'operacion.anulada', datos: DOCUMENTO },
  orden_nueva: { tipo: 'orden.nueva', datos: DOCUMENTO },
  orden_pagada: { tipo: 'orden.pagada', datos: DOCUMENTO },
  orden_observada: { tipo: 'orden.observada', datos: DOCUMENTO },
  orden_completada: { tipo: 'orden.completada', datos: DOCUMENTO },
  orden_anulada: { tipo: 'orden.anulada', datos: DOCUMENTO },
  saldo_bajo: { tipo: 'cuenta.saldo_bajo', datos: ID },
  ajuste_por_aprobar: { tipo: 'ajuste.por_aprobar', datos: DOCUMENTO },
  ajuste_saldo: { tipo: 'ajuste.aplicado', datos: DOCUMENTO },
  transferencia_diferencia: { tipo: 'transferencia.diferencia', datos: DOCUMENTO },
  gasto_por_aprobar: { tipo: 'gasto.por_aprobar', datos: DOCUMENTO },
  gasto_del_mes: { tipo: 'gasto.del_mes', datos: DOCUMENTO },
  caja_diferencia: { tipo: 'caja.diferencia', datos: DOCUMENTO },
  cierre_dia: { tipo: 'dia.cerrado', datos: ID },
  cabeza_auditoria: { tipo: 'auditoria.cabeza', datos: ['dia', 'pos', 'hash'] },
  excepciones_semana: { tipo: 'excepciones.semana', datos: ['desde', 'hasta'] },
  token_repetido: { tipo: 'sesion.copiada', datos: [] },
  cuenta_cambiada: { tipo: 'usuario.cambiado', datos: ID },
  fuente_lejos: { tipo: 'fuente.lejos', datos: ID },
  prueba: { tipo: 'prueba', datos: [] },
}

export const esEvento = (evento: string): evento is Evento => Object.hasOwn(EVENTOS, evento)

/** What a row of the outbox says, its new values beside it. */
type Dicho = Readonly<Record<string, unknown>> & {
  despues?: Readonly<Record<string, unknown>> | null
}

const plano = (valor: unknown) => typeof valor === 'boolean' || typeof valor === 'number'

/** An id as the API has it, a number; anything else as it stands. */
function valorDe(nombre: string, valor: unknown): unknown {
  if (nombre === 'id' && /^[1-9]\d{0,14}$/.test(String(valor))) return Number(valor)
  return valor === null || valor === undefined || plano(valor) ? (valor ?? null) : String(valor)
}

const elegido = (datos: readonly string[], dicho: Dicho) =>
  Object.fromEntries(
    datos.map((nombre) => [nombre, valorDe(nombre, dicho[nombre] ?? dicho.despues?.[nombre])]),
  )

/**
 * The body of a message by Standard Webhooks: `type`, `timestamp` (ISO, when it happened) and `data`, which has what
 * `EVENTOS` names and nothing else.
 */
export function cuerpoDe(evento: Evento, dichos: readonly Dicho[], fecha: string): string {
  const { tipo, datos, lista } = EVENTOS[evento]
  const data = lista
    ? { [lista]: dichos.map((dicho) => elegido(datos, dicho)) }
    : elegido(datos, dichos[0] ?? {})
  return JSON.stringify({ type: tipo, timestamp: fecha, data })
}
