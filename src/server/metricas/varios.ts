import { Gauge, Registry } from 'prom-client'
import type { Hijos } from '../procesos/hijos.ts'
import { cuentaDe, type Medidas } from './cuenta.ts'
import { type Lugar, servirMetricas } from './servir.ts'

/**
 * Serves what several processes measured as one house: counts and what is of each process added up, what is of the house
 * once, and how many processes answered.
 * @throws Error as servirMetricas.
 */
export function medidasDeVarios(lugar: Lugar, { medir, alTerminar }: Hijos) {
  const cuenta = cuentaDe()
  alTerminar(cuenta.termina)
  const tipo = Registry.PROMETHEUS_CONTENT_TYPE
  return servirMetricas(lugar, {
    tipo,
    async leer() {
      const responden = new Set<number>()
      await medir((proceso, medidas) => {
        responden.add(proceso)
        cuenta.responde(proceso, medidas as Medidas)
      })
      const suma = cuenta.suma(responden)
      const procesos = new Gauge({
        name: 'cambista_processes',
        help: 'Procesos que atienden y responden',
        registers: [suma],
      })
      procesos.set(responden.size)
      return suma.metrics()
    },
  })
}
