import { comoDueno } from '../casa.ts'
import { type Mundo, SEGUNDOS, say } from '../mundo.ts'
import { pgbench } from './pgbench.ts'

type Turno = () => Promise<number>

/**
 * Turns of 16 clients on cold accounts, each after a change of the database: `turno(sql, script)`. Null on a machine
 * without pgbench, which is said of `que`.
 */
export function turnosEnFrio({ casa, url, programaPgbench }: Mundo, que: string) {
  if (!programaPgbench) {
    say(`No pgbench on this machine: the rows of the ${que} are left out.`)
    return null
  }
  return (antes: string, guion?: string): Turno =>
    async () => {
      await comoDueno(url, (client) => client.query(antes))
      return pgbench({
        programa: programaPgbench,
        url,
        grupo: 'frio',
        pedidos: casa.frios.length * 2,
        clientes: 16,
        segundos: SEGUNDOS,
        ...(guion && { guion }),
      })
    }
}
