import { randomUUID } from 'node:crypto'
import { cargar, enHilo, type Medida } from '../carga.ts'
import { type Mostrador, pedido } from '../casa.ts'
import { DIVISAS, type Mundo, porTurnos, SEGUNDOS, say } from '../mundo.ts'
import { anotar, comparar, entero } from '../tabla.ts'
import { pgbench } from './pgbench.ts'

function publicar(
  { casa, puerto }: Mundo,
  counters: Mostrador[],
  clientes: number,
): Promise<Medida> {
  let turn = 0
  const siguiente = (n: number) => {
    turn += 1
    const counter = counters[turn % counters.length] as Mostrador
    return enHilo({
      method: 'POST',
      path: '/api/compras-ventas',
      headers: { 'x-token': casa.tokens[n] as string, 'idempotency-key': randomUUID() },
      body: pedido(casa, counter, Math.floor(turn / counters.length) % 2 ? 'venta' : 'compra'),
    })
  }
  return cargar({ puerto, clientes, segundos: SEGUNDOS, siguiente })
}

/** Postings per second of the server. @throws on any status other than 201, which would measure refusals. */
async function publicadas(mundo: Mundo, counters: Mostrador[], clientes: number): Promise<number> {
  const { porSegundo, estados } = await publicar(mundo, counters, clientes)
  if (Object.keys(estados).join() !== '201') throw new Error(`posting: ${JSON.stringify(estados)}`)
  return porSegundo
}

/** Measures postings through the whole server, beside pgbench with the same SQL function on the same rows. */
export async function filasDePublicar(mundo: Mundo): Promise<void> {
  const { casa, url, programaPgbench: programa } = mundo
  const hot = [casa.caliente]
  await publicadas(mundo, casa.frios, 16)
  if (!programa) {
    say('pgbench is not here (Debian: postgresql-contrib): its rows are left out.')
    for (const [que, counters] of [
      ['cold accounts', casa.frios],
      ['one hot till', hot],
    ] as const) {
      anotar({
        que: `posting, ${que}, 16 clients`,
        nuestro: `${entero(await publicadas(mundo, [...counters], 16))}/s`,
      })
    }
    return
  }
  const reference = (grupo: 'frio' | 'caliente', clientes: number) => () =>
    pgbench({
      programa,
      url,
      grupo,
      pedidos: grupo === 'frio' ? DIVISAS * 2 : 2,
      clientes,
      segundos: SEGUNDOS,
    })
  const cold = await porTurnos({
    ours: () => publicadas(mundo, casa.frios, 16),
    theirs: reference('frio', 16),
  })
  comparar('posting, cold accounts, 16 clients', cold.ours, cold.theirs, 'pgbench, 16 clients', 0.6)
  const warm = await porTurnos({
    ours: () => publicadas(mundo, hot, 16),
    one: reference('caliente', 1),
    sixteen: reference('caliente', 16),
  })
  comparar(
    'posting, one hot till, 16 clients',
    warm.ours,
    warm.one,
    'pgbench, 1 client, same row',
    0.5,
  )
  comparar('the same', warm.ours, warm.sixteen, 'pgbench, 16 clients, same row', 0.6)
}
