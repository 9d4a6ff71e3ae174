import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'

/** What a process measured, as its registry says it. */
export type Medidas = readonly MetricObject[]

export interface Cuenta {
  /** A process answered. */
  responde(proceso: number, medidas: Medidas): void
  /** A process ended: what it counted was counted. */
  termina(proceso: number): void
  /** All of them together; `responden`: those that answered this time. */
  suma(responden: ReadonlySet<number>): Registry
}

/**
 * Adds up what several processes measure so that no count ever falls, which Prometheus would take for a start at zero:
 * of a process that does not answer its last counts stand, and of those that ended what they counted. What is measured
 * at this moment, as open connections, is that of those that answer.
 */
export function cuentaDe(): Cuenta {
  const ultimas = new Map<number, Medidas>()
  let resto: Medidas = []
  return {
    responde: (proceso, medidas) => void ultimas.set(proceso, medidas),
    termina(proceso) {
      const last = ultimas.get(proceso)
      if (!ultimas.delete(proceso) || !last) return
      resto = juntas([resto, cuentas(last)]).getMetricsAsArray()
    },
    suma(responden) {
      const each = [...ultimas].map(([proceso, last]) =>
        responden.has(proceso) ? last : cuentas(last),
      )
      return juntas([...each, resto])
    },
  }
}

const juntas = (all: readonly Medidas[]): Registry =>
  AggregatorRegistry.aggregate(all as object[][])

/** What only grows, be its type told as a word or as a number. */
const cuentas = (medidas: Medidas): Medidas => medidas.filter(({ type }) => CRECE.has(String(type)))
const CRECE = new Set(['counter', 'histogram', 'summary'])
