import { area, type Context } from '../../server/area.ts'
import { tiene } from '../../server/sesion.ts'
import { list as operations } from '../compras-ventas/queries.ts'
import { list as positions } from '../posiciones/queries.ts'
import { contrato, type Inicio } from './contract.ts'
import { holdings, orders, rates, result, steps, stock, tills, trend, waiting } from './queries.ts'

const ULTIMAS = 10

/**
 * Each part only for those who may see what it is made of; without `dashboard:casa`, what is the asker's own and
 * nothing of the house. One call: a part that is left out is not asked for either.
 */
async function ver({ db, quien }: Context<typeof contrato.ver>): Promise<Inicio> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const propio = !tiene(quien, 'dashboard:casa')
  const who = propio ? quien.usuario_id : null
  const { fecha, ...hoy } = await result(db, who)
  const answer: Inicio = { fecha, propio, tasas: await rates(db) }
  if (tiene(quien, 'compras-ventas:ver')) {
    answer.operaciones = hoy.operaciones
    const found = await operations(db, who ? { usuario_id: who } : {}, ULTIMAS, null, ganancia)
    answer.ultimas = found.slice(0, ULTIMAS)
  }
  if (tiene(quien, 'ordenes:ver')) {
    answer.ordenes = await orders(db, who, tiene(quien, 'ordenes:pagar'))
  }
  if (ganancia) Object.assign(answer, { ganancia: hoy.ganancia, margen: hoy.margen })
  if (tiene(quien, 'cuentas:ver')) answer.cajas = await tills(db, quien.usuario_id)
  if (propio) {
    if (tiene(quien, 'compras-ventas:verificar'))
      answer.espera = await waiting(db, quien.usuario_id)
    return answer
  }
  return { ...answer, ...(await house({ db, quien })) }
}

/** What only those see who look at the whole house. */
async function house({ db, quien }: Pick<Context, 'db' | 'quien'>): Promise<Partial<Inicio>> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const ventas = tiene(quien, 'compras-ventas:ver')
  const part: Partial<Inicio> = { hechos: await steps(db) }
  if (tiene(quien, 'cuentas:ver')) Object.assign(part, await holdings(db))
  if (tiene(quien, 'posiciones:ver')) {
    const last = await stock(db)
    part.posiciones = (await positions(db, ganancia)).map((row) => ({
      ...row,
      dias_stock: last.get(row.moneda.id) ?? null,
    }))
  }
  if (ganancia || ventas) {
    part.dias = (await trend(db)).map(({ fecha, operaciones, ...money }) => ({
      fecha,
      ...(ventas && { operaciones }),
      ...(ganancia && money),
    }))
  }
  return part
}

export const servidor = area(contrato, { ver })
