import { contando } from '../../server/acceso/conteo.ts'
import { type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { leerFilas } from '../../server/http/respuesta/escrita.ts'
import { list as operations } from '../compras-ventas/queries.ts'
import { list as orderRows } from '../ordenes/queries.ts'
import { list as positions } from '../posiciones/queries.ts'
import { aportes } from './aportes.ts'
import { contrato, type Inicio, type Ultima } from './contract.ts'
import {
  holdings,
  orders,
  type Resultado,
  result,
  steps,
  stock,
  tasas,
  tills,
  trend,
  waiting,
} from './queries.ts'

const ULTIMAS = 10

/**
 * The parts of the dashboard that the user may see; without `dashboard:casa`, only his own data and none of the house.
 * One call; hidden parts are not queried.
 */
async function ver({ db, quien }: Context<typeof contrato.ver>): Promise<Inicio> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const propio = !tiene(quien, 'dashboard:casa')
  const who = propio ? quien.usuario_id : null
  const { fecha, ...hoy } = await result(db, who)
  const answer: Inicio = { fecha, propio, tasas: await tasas(db) }
  const ve = loQueVe(quien)
  if (ve.ventas || ve.ordenes) {
    answer.operaciones = { hoy: ve.suma(hoy, 'hoy'), antes: ve.suma(hoy, 'antes') }
    if (ve.ventas && ve.ordenes) {
      Object.assign(answer.operaciones, {
        mostrador: hoy.operaciones.hoy,
        ordenes: hoy.ordenes.hoy,
      })
    }
    answer.ultimas = await latest(db, quien, who)
  }
  if (ve.ordenes) {
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

/** Which books of operations the user may see, and how to add their counts. */
function loQueVe(quien: Quien) {
  const ventas = tiene(quien, 'compras-ventas:ver')
  const ordenes = tiene(quien, 'ordenes:ver')
  return {
    ventas,
    ordenes,
    suma: (r: Pick<Resultado, 'operaciones' | 'ordenes'>, when: 'hoy' | 'antes') =>
      (ventas ? r.operaciones[when] : 0) + (ordenes ? r.ordenes[when] : 0),
  }
}

/** The latest operations of both books, newest first. */
async function latest(db: Db, quien: Quien, who: number | null): Promise<Ultima[]> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const filter = who ? { usuario_id: who } : {}
  const ve = loQueVe(quien)
  const sold = ve.ventas
    ? await leerFilas(db, (await operations(db, filter, ULTIMAS, null, ganancia)).filas)
    : []
  const sent = ve.ordenes ? await leerFilas(db, orderRows(filter, ULTIMAS, null, ganancia)) : []
  const all: Ultima[] = [
    ...sold.map((row) => ({ ...row, origen: 'compras-ventas' as const })),
    ...sent.map((o) => ({
      ...{ origen: 'ordenes' as const, tipo: 'orden' as const, id: o.id, numero: o.numero },
      ...{ fecha: o.fecha, estado: o.estado, cliente: o.cliente, cajero: o.cajero },
      ...{ divisa_id: o.envia_moneda_id, monto: o.envia, tasa: o.tasa, precision: o.precision },
      ...{ contramoneda_id: o.recibe_moneda_id, contravalor: o.recibe },
      ...(o.ganancia !== undefined && { ganancia: o.ganancia }),
    })),
  ]
  const at = ({ fecha }: Ultima) => Date.parse(fecha)
  return all.toSorted((a, b) => at(b) - at(a)).slice(0, ULTIMAS)
}

/** The parts only for users who see the whole house; sums that hold a till are left out while the user counts it. */
async function house({ db, quien }: Pick<Context, 'db' | 'quien'>): Promise<Partial<Inicio>> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const ve = loQueVe(quien)
  const part: Partial<Inicio> = { hechos: await steps(db) }
  const ciego = (await contando(db, quien)).length > 0
  if (tiene(quien, 'cuentas:ver') && !ciego) Object.assign(part, await holdings(db))
  if (tiene(quien, 'posiciones:ver') && !ciego) {
    const last = await stock(db)
    part.posiciones = (await positions(db, ganancia)).map((row) => ({
      ...row,
      dias_stock: last.get(row.moneda.id) ?? null,
    }))
  }
  if (ganancia || ve.ventas || ve.ordenes) {
    part.dias = (await trend(db)).map(({ fecha, operaciones, ordenes, ...money }) => ({
      fecha,
      ...((ve.ventas || ve.ordenes) && {
        operaciones: (ve.ventas ? operaciones : 0) + (ve.ordenes ? ordenes : 0),
      }),
      ...(ganancia && money),
    }))
  }
  return part
}

export const servidor = area(contrato, { ver }, {}, aportes)
