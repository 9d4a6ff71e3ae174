import { contando } from '../../server/acceso/conteo.ts'
import { type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { type Foto, fotoDe } from '../../server/db/foto.ts'
import { leerFilas } from '../../server/http/respuesta/escrita.ts'
import { list as operations } from '../compras-ventas/queries.ts'
import { list as orderRows } from '../ordenes/queries.ts'
import { list as positions } from '../posiciones/queries.ts'
import { aportes } from './aportes.ts'
import { type Comparado, contrato, type Dia, type Inicio, type Ultima } from './contract.ts'
import { tried } from './pruebe/queries.ts'
import {
  backup,
  hasTill,
  holdings,
  orders,
  payable,
  type Resultado,
  result,
  steps,
  stock,
  tasas,
  tills,
  trend,
  trendBetween,
  waiting,
} from './queries.ts'
import { ACTOS, type Prueba, pruebasDe } from './rules/pruebas.ts'

const ULTIMAS = 10

/**
 * The parts of the dashboard that the user may see; without `dashboard:casa`, only his own data and none of the house.
 * One call; hidden parts are not queried. Each part is read once for all who look while nothing changes, and depends on
 * the arguments with which it is asked for and on nothing else of the user.
 */
async function ver({ db, quien, afuera }: Context<typeof contrato.ver>): Promise<Inicio> {
  const foto = await fotoDe(db)
  const ganancia = tiene(quien, 'ganancia:ver')
  const propio = !tiene(quien, 'dashboard:casa')
  const who = propio ? quien.usuario_id : null
  const { fecha, comparable, ...hoy } = await foto(result, who)
  const answer: Inicio = { fecha, propio, tasas: await foto(tasas) }
  const espera =
    propio && tiene(quien, 'compras-ventas:verificar')
      ? await foto(waiting, quien.usuario_id)
      : null
  const done = await foto(tried, quien.usuario_id)
  if (done) {
    const did = (prueba: Prueba) => ACTOS[prueba].some((acto) => done.includes(acto))
    // Where no payment waits for the cashier there is none to confirm.
    const claves = pruebasDe(quien.permisos).map((prueba) =>
      prueba === 'cobro' && espera?.length === 0 && !did(prueba) ? 'conocer' : prueba,
    )
    answer.pruebas = claves.map((clave) => ({ clave, hecho: did(clave) }))
  }
  const ve = loQueVe(quien)
  if (ve.ventas || ve.ordenes) {
    answer.operaciones = {
      hoy: ve.suma(hoy, 'hoy'),
      antes: comparable ? ve.suma(hoy, 'antes') : null,
    }
    if (ve.ventas && ve.ordenes) {
      Object.assign(answer.operaciones, {
        mostrador: hoy.operaciones.hoy,
        ordenes: hoy.ordenes.hoy,
      })
    }
    answer.ultimas = await foto(latest, who, ve.ventas, ve.ordenes, quien)
  }
  if (ve.ordenes) {
    if (propio && tiene(quien, 'ordenes:pagar'))
      answer.por_pagar = await foto(payable, quien.usuario_id)
    answer.ordenes = await foto(orders, who, tiene(quien, 'ordenes:pagar'))
  }
  if (ganancia) {
    const frente = (cifra: Comparado) => (comparable ? cifra : { ...cifra, antes: null })
    Object.assign(answer, { ganancia: frente(hoy.ganancia), margen: frente(hoy.margen) })
  }
  if (tiene(quien, 'cierres:turno')) answer.mi_caja = await foto(hasTill, quien.usuario_id)
  if (tiene(quien, 'cuentas:ver')) answer.cajas = await foto(tills, quien.usuario_id)
  if (propio) return espera ? { ...answer, espera } : answer
  const { destino = null, ajeno = false } = afuera.respaldo ?? {}
  const told = (destino || ajeno) && tiene(quien, 'ajustes:editar')
  const copied = told ? await foto(backup) : null
  if (copied) answer.respaldo = copied
  return { ...answer, ...(await house(foto, quien)) }
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

/** The latest operations of the books that are seen, newest first; of one user, or of all. */
async function latest(
  db: Db,
  who: number | null,
  ventas: boolean,
  ordenes: boolean,
  quien: Quien,
): Promise<Ultima[]> {
  const filter = who ? { usuario_id: who } : {}
  const sold = ventas
    ? await leerFilas(db, (await operations(db, filter, ULTIMAS, null, quien)).filas)
    : []
  const sent = ordenes ? await leerFilas(db, orderRows(filter, ULTIMAS, null, quien)) : []
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
async function house(foto: Foto, quien: Quien): Promise<Partial<Inicio>> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const ve = loQueVe(quien)
  const part: Partial<Inicio> = { hechos: await foto(steps) }
  const { usuario_id } = quien
  const ciego = (await foto(contando, { usuario_id })).length > 0
  if (tiene(quien, 'cuentas:ver') && !ciego) {
    const { total, obligacion } = await foto(holdings)
    Object.assign(part, { total }, obligacion !== null && { obligacion })
  }
  if (tiene(quien, 'posiciones:ver') && !ciego) {
    const last = await foto(stock)
    part.posiciones = (await foto(positions, ganancia)).map((row) => ({
      ...row,
      dias_stock: last.get(row.moneda.id) ?? null,
    }))
  }
  if (ganancia || ve.ventas || ve.ordenes) part.dias = loQueVeDe(await foto(trend), quien)
  return part
}

/** Of past days what the user may see. */
function loQueVeDe(days: Awaited<ReturnType<typeof trend>>, quien: Quien): Dia[] {
  const { ventas, ordenes: sent } = loQueVe(quien)
  return days.map(({ fecha, operaciones, ordenes, ...money }) => ({
    fecha,
    ...((ventas || sent) && {
      operaciones: (ventas ? operaciones : 0) + (sent ? ordenes : 0),
    }),
    ...(tiene(quien, 'ganancia:ver') && money),
  }))
}

/** Past days of the house, to compare others with; none for a user who sees only what is his own. */
async function dias({ db, query, quien }: Context<typeof contrato.dias>): Promise<Dia[]> {
  if (!tiene(quien, 'dashboard:casa')) return []
  return loQueVeDe(await trendBetween(db, query.desde, query.hasta), quien)
}

export const servidor = area(contrato, { ver, dias }, {}, aportes)
