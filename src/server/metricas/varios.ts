import { Counter, Gauge, Registry } from 'prom-client'
import type { Hijos } from '../procesos/hijos.ts'
import { cuentaDe, type Medidas } from './cuenta.ts'
import { type Lugar, servirMetricas } from './servir.ts'

/**
 * Serves what several processes measured as one house: counts and what is of each process added up, what is of the house
 * once, how many processes answered and how many have to: this one answers when none of them does.
 * @throws Error as servirMetricas.
 */
export function medidasDeVarios(
  lugar: Lugar,
  { procesos, medir, alTerminar }: Pick<Hijos, 'procesos' | 'medir' | 'alTerminar'>,
  nombres: readonly string[] = [],
) {
  const cuenta = cuentaDe()
  let terminaron = 0
  alTerminar((proceso) => {
    terminaron += 1
    cuenta.termina(proceso)
  })
  const tipo = Registry.PROMETHEUS_CONTENT_TYPE
  const medidas = {
    tipo,
    async leer() {
      const responden = new Set<number>()
      await medir((proceso, medidas) => {
        responden.add(proceso)
        cuenta.responde(proceso, medidas as Medidas)
      })
      const suma = cuenta.suma(responden)
      const gauge = (name: string, help: string, value: number) =>
        new Gauge({ name, help, registers: [suma] }).set(value)
      gauge('cambista_processes', 'Procesos que atienden y responden', responden.size)
      gauge('cambista_processes_wanted', 'Procesos que deben atender', procesos)
      const name = 'cambista_processes_ended_total'
      const help = 'Procesos que terminaron y en cuyo lugar se inició otro'
      new Counter({ name, help, registers: [suma] }).inc(terminaron)
      return suma.metrics()
    },
  }
  return servirMetricas(lugar, medidas, nombres)
}
