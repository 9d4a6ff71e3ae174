import { contrato as cierres } from '../../../src/areas/cierres/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import { contrato as tipos } from '../../../src/areas/tipos-cambios/contract.ts'
import { subirFoto } from '../foto.ts'
import type { Answer } from '../servidor/app.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import { cajasDe, efectivo, type Mundo, type Persona, porBanco } from './personas.ts'

/* Steps that both the honest and the thieves take. */

export const CAJEROS = ['cajera', 'otra'] as const
export const MANDAN = ['admin', 'gerente'] as const
export const motivo = 'Error de digitación'
export const call = <T>(answer: Promise<T>) => answer as Promise<Answer>

/** Somebody of these who is not `yo`. */
export const otro = (m: Mundo, yo: Persona, de: readonly Persona[]) =>
  m.elige(de.filter((quien) => quien !== yo))

/** An order in soles to bolívares, as its form sends it. */
export const orden = (m: Mundo, envia: string, cobros: object[] = [], more: object = {}) => ({
  ...{ cliente_id: m.cliente, beneficiario_id: m.beneficiario, historico_id: m.tasas.ves.id },
  ...{ envia, cobros, confirmo_duplicado: true, ...more },
})

/** An order that was paid in cash to this cashier. */
export const ordenPagada = async (m: Mundo, yo: Persona, envia = '500.00', more: object = {}) =>
  hecho(
    m.gente[yo].call(ordenes.crear, {
      body: orden(m, envia, [efectivo(m, cajasDe(m, yo).pen, envia)], more) as never,
    }),
  )

/** Takes an order and pays it out, with its voucher. */
export async function paga(m: Mundo, quien: Persona, id: number, more: object = {}) {
  const who = m.gente[quien]
  await who.call(ordenes.tomar, en(id))
  const { recibe } = (await m.gente.admin.call(ordenes.obtener, en(id))).body
  const comprobante_id = await subirFoto(who, ordenes.subirVoucher)
  return who.call(ordenes.pagar, {
    ...en(id),
    body: {
      ...{ cuenta_id: m.cuentas.bancoVes, monto: recibe, referencia: m.ref(), comprobante_id },
      ...more,
    },
  })
}

/** An order whose money waits: registered by one, verified by another. */
export async function ordenGrande(m: Mundo, yo: Persona, envia: string) {
  const made = await hecho(
    m.gente[yo].call(ordenes.crear, { body: orden(m, envia, [porBanco(m, envia)]) as never }),
  )
  const { cobros } = (await m.gente.admin.call(ordenes.obtener, en(made.id))).body
  const who = otro(m, yo, CAJEROS)
  await hecho(
    m.gente[who].call(ordenes.verificar, {
      ...en(made.id),
      body: { cobro_id: cobros[0]?.id ?? 0 },
    }),
  )
  return made.id
}

export const gasto = (m: Mundo, monto: string, more: object = {}) => ({
  ...{ fecha: m.hoy, categoria_id: 1, descripcion: 'Útiles de oficina', monto },
  ...{ comprobante: 'boleta' as const, serie_numero: `B${m.ref().slice(-5)}-1` },
  ...{ cuenta_id: m.cajas.gerente.pen, ...more },
})

export const envio = (origen_id: number, destino_id: number, more: object = {}) => ({
  ...{ tipo: 'interna' as const, origen_id, destino_id, monto: '600.00' },
  ...{ confirmo_duplicado: true, ...more },
})
export const publica = async (
  m: Mundo,
  yo: Persona,
  cual: 'compra' | 'venta' | 'ves',
  valor: string,
) => {
  const t = m.tasas[cual]
  const answer = await m.gente[yo].call(tipos.tasa, {
    ...en(t.tipo),
    body: { tasa: valor, motivo: 'Cambio de mesa' },
  })
  if (answer.status < 300)
    m.tasas[cual] = { ...t, id: answer.body.historicoTipoCambioId, tasa: answer.body.tasa }
  return answer
}

/** What the books hold in each of one's tills: what an honest count finds. */
export async function enLibros(m: Mundo, yo: Persona) {
  const { pen, usd } = cajasDe(m, yo)
  const ids = yo === 'cajera' ? [pen, usd, m.cuentas.euros] : [pen, usd]
  const rows = await m.lee<{ cuenta_id: number; monto: string }>(
    `SELECT id::int AS cuenta_id, round(saldo, 2)::text AS monto FROM cuentas_contables WHERE id IN (${ids})`,
  )
  return rows.map(({ cuenta_id, monto }) => ({ cuenta_id, monto }))
}

/** Opens the till, counts it, and closes it; answers the turn. */
export async function turno(m: Mundo, yo: Persona) {
  const who = m.gente[yo]
  const { id } = await hecho(who.call(cierres.abrir, { body: { conteos: await enLibros(m, yo) } }))
  await hecho(who.call(cierres.contar, en(id)))
  const conteos = await enLibros(m, yo)
  await hecho(who.call(cierres.guardarConteo, { ...en(id), body: { conteos } }))
  await hecho(who.call(cierres.cerrarTurno, { ...en(id), body: { motivo: null } }))
  return id
}
