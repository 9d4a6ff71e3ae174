import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import { type Lugar, servirMetricas } from './servir.ts'

/**
 * Serves what several processes measured as one house: counts and what is of each process added up, what is of the house
 * once, and how many processes answered. A process that does not answer is left out.
 * @throws Error as servirMetricas.
 */
export function medidasDeVarios(lugar: Lugar, medir: () => Promise<unknown[]>) {
  const tipo = Registry.PROMETHEUS_CONTENT_TYPE
  return servirMetricas(lugar, {
    tipo,
    async leer() {
      const de = await medir()
      const suma = AggregatorRegistry.aggregate(de as object[][])
      const procesos = new Gauge({
        name: 'cambista_processes',
        help: 'Procesos que atienden y responden',
        registers: [suma],
      })
      procesos.set(de.length)
      return suma.metrics()
    },
  })
}
