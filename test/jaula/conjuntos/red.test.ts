import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verificar } from '../../../src/main.libros.ts'
import { createDatabase } from '../../support/servidor/database.ts'
import { ENSAYO } from '../../support/vitest/ensayo.ts'
import { azarDe, SEMILLA } from '../azar.ts'
import { abrirCasa } from '../casa.ts'
import { Conexion } from '../cliente.ts'
import { LIMPIO } from '../comprobar.ts'
import { cuenta, historiaNueva, type Suceso, trabajar } from '../historia.ts'
import { proxy } from '../proxy.ts'
import { arrancar } from '../servidor.ts'
import { comprobarTodo, pedidasDeTodo } from './todo.ts'

const OPERACIONES = Number(process.env.CAMBISTA_PERDIDAS ?? 96)

test.each(ENSAYO ? [1, 2, 16] : [16])(
  'what posts in sets of up to %i has one effect each when answers are lost, and every snapshot balances',
  async (de) => {
    const azar = azarDe(SEMILLA)
    const database = await createDatabase()
    const casa = await abrirCasa(database.url, 4, 16)
    const pedida = await pedidasDeTodo(casa, 16)
    const juntos = { de, espera: 200 }
    const api = await arrancar(database.url, { olvidadiza: true, juntos })
    const wire = await proxy(api.puerto, azar.rama(), 0.3)
    const historia = historiaNueva()
    const puerto = () => wire.puerto
    const work = trabajar({
      ...{ casa, clientes: 16, azar, puerto, historia, hasta: OPERACIONES, pedida },
    })
    let going = true
    const fotos = (async () => {
      const wrong: unknown[] = []
      for (; going; await sleep(1_000)) {
        const { diferencia } = await verificar(casa.db)
        if (diferencia) wrong.push(diferencia)
      }
      return wrong
    })()
    await work.fin
    going = false
    const wrong = await fotos
    const { areas, sets, ...found } = await comprobarTodo(casa.db, historia)

    // One more retry of each at once, without the proxy: an idempotent replay, marked as such.
    const distintas: string[] = []
    const otraVez = async ({ clave, token, path, cuerpo: body, respuesta }: Suceso) => {
      const direct = new Conexion(() => api.puerto)
      const again = await direct.pedir({ method: 'POST', path, token, clave, body })
      direct.cerrar()
      const replayed = again?.headers['idempotency-replayed'] === 'true'
      const same = JSON.stringify(again?.body) === JSON.stringify(respuesta)
      if (again?.status !== 201 || !replayed || !same) distintas.push(clave)
    }
    await Promise.all(historia.sucesos.filter(({ fin }) => fin === 'ok').map(otraVez))
    const { rows } = await sql<{ deadlocks: number }>`
      SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`.execute(
      casa.db,
    )
    const counts = cuenta(historia)
    console.log(
      `R-92, R-195 seed ${SEMILLA}: sets of ${de}, ${wire.cortadas} answers cut, ${JSON.stringify(counts)}, ` +
        `sets by size ${JSON.stringify(sets)}, ${JSON.stringify(areas)}, ${rows[0]?.deadlocks} deadlocks`,
    )
    await wire.cerrar()
    await api.parar()
    await casa.db.destroy()
    await database.drop()
    expect(historia.errores).toEqual([])
    expect(wrong).toEqual([])
    expect(found).toMatchObject(LIMPIO)
    expect(found.operaciones).toBe(counts.ok)
    expect(Object.keys(areas)).toHaveLength(5)
    // Those who ask again fall out of step, so that few sets are whole.
    expect(Math.max(...Object.keys(sets).map(Number))).toBeGreaterThan(de > 1 ? 1 : 0)
    expect(counts.reintentos).toBeGreaterThan(OPERACIONES / 10)
    expect(distintas).toEqual([])
    expect(rows).toEqual([{ deadlocks: 0 }])
  },
)
