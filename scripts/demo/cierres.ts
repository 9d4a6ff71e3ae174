import { contrato as cierres } from '../../src/areas/cierres/contract.ts'
import type { ConteoCuenta, MiCaja } from '../../src/areas/cierres/contract-turnos.ts'
import { contrato as comprasVentas } from '../../src/areas/compras-ventas/contract.ts'
import { contrato as cuentas } from '../../src/areas/cuentas/contract.ts'
import { type Decimal, decimal, texto } from '../../src/core/decimal.ts'
import type { App } from '../../src/main.app.ts'
import { entrar, type Llamar } from './llamada.ts'

const MINUTE = 60_000
const OPENS = 8 * 60 + 45
const CLOSES = 20 * 60 + 30

interface Dia {
  app: App
  /** First minute of the day in Lima, as an instant. */
  dia: number
  /** Nothing happens after this instant. */
  hasta: number
  reloj: (instant: number) => void
  /** Days from the first one of the demo. */
  n: number
}

/** What is not in the till although the books say so, by currency; and what the cashier says of it. */
interface Descuadre {
  motivo: string
  falta: Partial<Record<string, string>>
}

/** Who works at the till and who answers for it, signed in once: a password takes longer to check than a day to close. */
const personal = new WeakMap<App, Promise<[cajera: Llamar, admin: Llamar]>>()
export function quienes(app: App): Promise<[cajera: Llamar, admin: Llamar]> {
  const known = personal.get(app) ?? Promise.all([entrar(app, 'cajera'), entrar(app, 'admin')])
  personal.set(app, known)
  return known
}

/** The cashier opens her till: with the last close where nothing moved since, else she counts it. */
export async function abrirCaja({ app, dia, hasta, reloj }: Dia): Promise<void> {
  if (dia + OPENS * MINUTE > hasta) return
  reloj(dia + OPENS * MINUTE)
  const [cajera] = await quienes(app)
  const caja = await cajera(cierres.miCaja, {})
  const conteos = caja.ultimo_cierre ? null : await contar(app, caja)
  await cajera(cierres.abrir, { body: { conteos } })
}

/** She counts and closes, somebody else approves, and the day ends. Today goes on. */
export async function cerrarDia(j: Dia): Promise<void> {
  const { app, dia, hasta, reloj } = j
  if (dia + 24 * 60 * MINUTE > hasta) return
  reloj(dia + CLOSES * MINUTE)
  const [cajera, admin] = await quienes(app)
  const caja = await cajera(cierres.miCaja, {})
  const id = caja.turno?.id ?? 0
  const descuadre = await descuadreDe(cajera, j)
  const params = { id }
  await cajera(cierres.contar, { params })
  const conteos = await contar(app, caja, descuadre?.falta)
  await cajera(cierres.guardarConteo, { params, body: { conteos } })
  const motivo = descuadre?.motivo ?? null
  await cajera(cierres.cerrarTurno, { params, body: { motivo } })
  const nota = 'Se revisaron los tickets del día con la cajera.'
  await admin(cierres.aprobar, { params, body: descuadre ? { cargo: 'personal', nota } : {} })
  if (j.n % 7 === 3) await arquear(admin, app)
  const fecha = new Date(dia - 5 * 60 * MINUTE).toISOString().slice(0, 10)
  await admin(cierres.cerrar, { body: { fecha, confirmo: true } })
}

/** Two real ones: digits that changed places, and a ticket that was registered twice. */
async function descuadreDe(cajera: Llamar, { n }: Dia): Promise<Descuadre | null> {
  if (n === 8) {
    const motivo = 'Conté 272 donde era 227 al entregar soles, no recuerdo a quién'
    return { motivo, falta: { PEN: '45.00' } }
  }
  if (n !== 19) return null
  const { items } = await cajera(comprasVentas.listar, { query: { tipo: 'compra' } as never })
  const twice = items.find(({ estado }) => estado === 'completada')
  if (!twice) return null
  const falta = { USD: twice.monto, PEN: texto(decimal(twice.contravalor).times(-1), 2) }
  return { motivo: `Ticket ${twice.numero} registrado dos veces`, falta }
}

/** A surprise count of the vault, which is as the books say. */
async function arquear(admin: Llamar, app: App): Promise<void> {
  const all = await admin(cierres.cuentasArqueo, {})
  const vault = all.find(({ cuenta }) => cuenta.startsWith('Bóveda'))
  if (!vault) return
  const [conteo] = await contar(app, { cuentas: [vault] })
  if (!conteo) return
  await admin(cierres.arquear, { body: { ...conteo, motivo: 'Arqueo semanal de la bóveda' } })
}

/** The notes and coins that are there: what the books say, less what is missing. */
async function contar(
  app: App,
  caja: Pick<MiCaja, 'cuentas'>,
  falta: Descuadre['falta'] = {},
): Promise<ConteoCuenta[]> {
  const [, admin] = await quienes(app)
  const saldos = new Map((await admin(cuentas.listar, {})).map(({ id, saldo }) => [id, saldo]))
  return caja.cuentas.map(({ cuenta_id, iso, decimales, piezas }) => {
    const missing = cuenta_id === primera(caja, iso) ? (falta[iso] ?? '0') : '0'
    const there = decimal(saldos.get(cuenta_id) ?? '0').minus(missing)
    return piezas.length > 0 && !there.eq(0)
      ? { cuenta_id, denominaciones: enPiezas(there, piezas) }
      : { cuenta_id, monto: texto(there, decimales) }
  })
}

const primera = ({ cuentas: all }: Pick<MiCaja, 'cuentas'>, iso: string) =>
  all.find((c) => c.iso === iso)?.cuenta_id

type Piezas = MiCaja['cuentas'][number]['piezas']

/** An amount in the largest notes and coins that make it. */
function enPiezas(importe: Decimal, piezas: Piezas) {
  let rest = importe
  return piezas.flatMap(({ clase, valor }) => {
    const cantidad = Number(rest.div(valor).round(0, 0).toString())
    rest = rest.minus(decimal(valor).times(cantidad))
    return cantidad > 0 ? [{ clase, valor, cantidad }] : []
  })
}
