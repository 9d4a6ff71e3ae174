import type { AnswerOf } from '../../core/contract.ts'
import { decimal, isDecimal, texto } from '../../core/decimal.ts'
import { formatMonto } from '../../core/formato.ts'
import type { contrato, Registro, Tipo } from './contract.ts'
import {
  desvio,
  type Esperado,
  enEfectivo,
  esperados,
  type Lado,
  type Montos,
  montos,
  type Parte,
  type Resultado,
  resto,
  resultado,
} from './rules.ts'

/** What the counter holds: only what was typed or chosen. Everything else is derived. */

export type Opciones = AnswerOf<typeof contrato.opciones>
export type TasaMostrador = Opciones['tasas'][number]

export interface Linea {
  id: number
  lado: Lado
  parte: Parte
  tipo_pago_id: number
  cuenta_id: number
  /** null: whatever is missing on its side ("completar resto"). */
  monto: string | null
  referencia: string
}

export interface Borrador {
  tipo: Tipo
  /** The corridor: currency and countercurrency. */
  divisa_id: number | null
  contramoneda_id: number | null
  cliente: { id: number; nombre: string } | null
  /** The amount that was typed, on its side. */
  lado: 'monto' | 'contravalor'
  valor: string | null
  /** A rate typed over the published one. */
  tasa: string | null
  servicio: string | null
  lineas: readonly Linea[]
  observacion: string
  motivo: string
}

/** Everything that follows from a draft and what the house has. */
export interface Calculo {
  tasa: TasaMostrador | null
  /** Text of the rate in use: typed, else published. */
  valor_tasa: string
  montos: Montos | null
  esperados: readonly Esperado[]
  /** The lines with their amounts filled in. */
  lineas: readonly (Linea & { resuelto: string })[]
  resultado: Resultado | null
  frase: string
  problema: string | null
}

let lastId = 0

/** An empty counter: a purchase of the first currency there is, to be paid in cash. */
export function empezar(opciones: Opciones, tipo: Tipo, from: Partial<Borrador> = {}): Borrador {
  const draft: Borrador = {
    tipo,
    divisa_id: null,
    contramoneda_id: null,
    cliente: null,
    lado: 'monto',
    valor: null,
    tasa: null,
    servicio: null,
    lineas: [],
    observacion: '',
    motivo: '',
    ...from,
  }
  const rates = tasasDe(opciones, tipo)
  const same = rates.find(({ divisa, contramoneda }) =>
    tipo === 'canje'
      ? divisa.id === draft.divisa_id && contramoneda.id === draft.contramoneda_id
      : divisa.id === draft.divisa_id,
  )
  const rate = same ?? rates[0]
  return withLines(opciones, {
    ...draft,
    tipo,
    tasa: null,
    divisa_id: rate?.divisa.id ?? null,
    contramoneda_id: rate?.contramoneda.id ?? null,
  })
}

/** The rates that an operation of this type can be made with; dollars first. */
export function tasasDe(opciones: Opciones, tipo: Tipo): TasaMostrador[] {
  const rank = ({ divisa }: TasaMostrador) => (divisa.iso === 'USD' ? 0 : 1)
  return opciones.tasas.filter((t) => t.tipo === tipo).sort((a, b) => rank(a) - rank(b))
}

function withLines(opciones: Opciones, draft: Borrador): Borrador {
  const parts: [Lado, Parte][] =
    draft.tipo === 'venta'
      ? [
          ['recibimos', 'contramoneda'],
          ['entregamos', 'divisa'],
        ]
      : [
          ['recibimos', 'divisa'],
          ['entregamos', 'contramoneda'],
        ]
  const lineas = parts.map(([lado, parte]) => nuevaLinea(opciones, draft, lado, parte))
  return { ...draft, lineas }
}

/** A payment line with the way and the account most likely meant: cash, one's own till. */
export function nuevaLinea(opciones: Opciones, draft: Borrador, lado: Lado, parte: Parte): Linea {
  const moneda_id = monedaDe(opciones, draft, parte)
  const ways = tiposDePago(opciones, lado, moneda_id)
  const way = ways.find(({ efectivo }) => cuentasDe(opciones, moneda_id, efectivo).length > 0)
  const account = way && cuentasDe(opciones, moneda_id, way.efectivo)[0]
  lastId += 1
  return {
    id: lastId,
    lado,
    parte,
    tipo_pago_id: way?.id ?? 0,
    cuenta_id: account?.id ?? 0,
    monto: null,
    referencia: '',
  }
}

export function monedaDe(opciones: Opciones, draft: Borrador, parte: Parte): number {
  if (parte === 'funcional') return opciones.funcional.id
  return (parte === 'divisa' ? draft.divisa_id : draft.contramoneda_id) ?? 0
}

export function tiposDePago(opciones: Opciones, lado: Lado, moneda_id: number) {
  const other = lado === 'recibimos' ? 'sale' : 'entra'
  return opciones.tipos_pago.filter(
    (t) =>
      t.sentido !== other &&
      (t.moneda_id === null || t.moneda_id === moneda_id) &&
      cuentasDe(opciones, moneda_id, t.efectivo).length > 0,
  )
}

/** Accounts of a currency that a way of paying can use: tills for cash, the others for the rest. */
export function cuentasDe(opciones: Opciones, moneda_id: number, efectivo: boolean) {
  return opciones.cuentas.filter(
    (c) => c.moneda_id === moneda_id && (c.tipo === 'caja' || c.tipo === 'boveda') === efectivo,
  )
}

/** Derives everything that is shown and sent. Never throws: what cannot be read is a `problema`. */
export function calcular(opciones: Opciones, draft: Borrador): Calculo {
  const tasa =
    tasasDe(opciones, draft.tipo).find(
      (t) => t.divisa.id === draft.divisa_id && t.contramoneda.id === draft.contramoneda_id,
    ) ?? null
  const valor_tasa = draft.tasa ?? tasa?.tasa ?? ''
  const empty = {
    tasa,
    valor_tasa,
    montos: null,
    esperados: [],
    lineas: [],
    resultado: null,
    frase: '',
  }
  if (!tasa) return { ...empty, problema: 'No hay una tasa activa para esta operación.' }
  const lines = draft.lineas.map((l) => ({ ...l, resuelto: l.monto ?? '' }))
  if (!positive(valor_tasa))
    return { ...empty, lineas: lines, problema: 'Escriba una tasa válida.' }
  if (!positive(draft.valor)) {
    return {
      ...empty,
      lineas: lines,
      problema: draft.valor ? 'Escriba un monto válido.' : 'Escriba el monto.',
    }
  }
  const q = montos(
    draft.tipo,
    draft.lado === 'monto' ? { monto: draft.valor } : { contravalor: draft.valor },
    { tasa: valor_tasa, metodo_calculo: tasa.metodo_calculo },
    { divisa: tasa.divisa.decimales, contramoneda: tasa.contramoneda.decimales },
  )
  const totals = esperados(draft.tipo, q, positive(draft.servicio) ? draft.servicio : '0')
  const lineas = fillIn(opciones, draft, totals)
  const position = tasa.posicion && {
    cantidad: decimal(tasa.posicion.cantidad),
    costo: decimal(tasa.posicion.costo),
  }
  return {
    tasa,
    valor_tasa,
    montos: q,
    esperados: totals,
    lineas,
    resultado: position ? resultado(draft.tipo, q, position) : null,
    frase: frase(draft.tipo, q, tasa),
    problema: problemOf(opciones, draft, tasa, valor_tasa, totals, lineas),
  }
}

export function positive(text: string | null): text is string {
  return text !== null && isDecimal(text) && decimal(text).gt(0)
}

/** The first line without an amount takes what is missing; in cash, to the coin. */
function fillIn(
  opciones: Opciones,
  draft: Borrador,
  totals: readonly Esperado[],
): Calculo['lineas'] {
  const out = new Map<number, string>()
  for (const { lado, parte, total } of totals) {
    const mine = draft.lineas.filter((l) => l.lado === lado && l.parte === parte)
    const typed = mine.flatMap(({ monto }) => (monto && isDecimal(monto) ? [monto] : []))
    const open = mine.find(({ monto }) => monto === null)
    if (!open) continue
    const moneda = monedaDe(opciones, draft, parte)
    const rest = resto(total, typed, decimalesDeMoneda(opciones, draft, parte))
    const cash = opciones.tipos_pago.find(({ id }) => id === open.tipo_pago_id)?.efectivo
    const coin =
      cash && moneda === opciones.funcional.id ? opciones.funcional.redondeo_efectivo : null
    out.set(open.id, positive(rest) ? enEfectivo(rest, lado, coin) : rest)
  }
  return draft.lineas.map((l) => ({ ...l, resuelto: l.monto ?? out.get(l.id) ?? '' }))
}

function decimalesDeMoneda(opciones: Opciones, draft: Borrador, parte: Parte): number {
  const id = monedaDe(opciones, draft, parte)
  const rate = opciones.tasas.find(
    ({ divisa, contramoneda }) => divisa.id === id || contramoneda.id === id,
  )
  if (!rate) return opciones.funcional.decimales
  return rate.divisa.id === id ? rate.divisa.decimales : rate.contramoneda.decimales
}

/** Said from the client's side: what he hands over and what he gets. */
export function frase(tipo: Tipo, { monto, contravalor }: Montos, t: TasaMostrador): string {
  const currency = formatMonto(monto, t.divisa)
  const counter = formatMonto(contravalor, t.contramoneda)
  const [gives, gets] = tipo === 'venta' ? [counter, currency] : [currency, counter]
  return `El cliente entrega ${gives} y recibe ${gets}.`
}

function problemOf(
  opciones: Opciones,
  draft: Borrador,
  tasa: TasaMostrador,
  valor_tasa: string,
  totals: readonly Esperado[],
  lineas: Calculo['lineas'],
): string | null {
  if (desvio(valor_tasa, tasa.tasa).gt(opciones.desvio_pct)) {
    return `La tasa se aparta más de ${texto(decimal(opciones.desvio_pct), 1)} % de la publicada.`
  }
  const bad = lineas.find((l) => !positive(l.resuelto))
  if (bad) return 'Hay un pago con un monto que no es válido.'
  const missing = lineas.find((l) => !l.tipo_pago_id || !l.cuenta_id)
  if (missing) return 'Hay un pago sin tipo o sin cuenta.'
  const unnamed = lineas.find(
    (l) =>
      !l.referencia.trim() &&
      opciones.tipos_pago.find(({ id }) => id === l.tipo_pago_id)?.pide_referencia,
  )
  if (unnamed) return 'Hay un pago al que le falta la referencia.'
  for (const { lado, parte, total } of totals) {
    const mine = lineas.filter((l) => l.lado === lado && l.parte === parte)
    const left = decimal(
      resto(
        total,
        mine.map(({ resuelto }) => resuelto),
        8,
      ),
    )
    const favor = lado === 'entregamos' ? left.times(-1) : left
    const coin = opciones.funcional.redondeo_efectivo
    const rounded =
      monedaDe(opciones, draft, parte) === opciones.funcional.id &&
      coin &&
      favor.gt(0) &&
      favor.lt(coin)
    if (!left.eq(0) && !rounded) {
      return `${lado === 'recibimos' ? 'Recibimos' : 'Entregamos'} no suma lo que debe: ${left.gt(0) ? 'faltan' : 'sobran'} ${texto(left.abs(), 2)}.`
    }
  }
  return null
}

/** What the house offers, with one rate as it was when it was quoted. */
export function conTasa(
  opciones: Opciones,
  vieja: Pick<TasaMostrador, 'tipo' | 'historico_id' | 'tasa'>,
  draft: Borrador,
): Opciones {
  const tasas = opciones.tasas.map((t) =>
    t.tipo === vieja.tipo &&
    t.divisa.id === draft.divisa_id &&
    t.contramoneda.id === draft.contramoneda_id
      ? { ...t, ...vieja }
      : t,
  )
  return { ...opciones, tasas }
}

/** The body of the registration; call it only without a `problema`. */
export function registroDe(draft: Borrador, c: Calculo, more: Partial<Registro> = {}): Registro {
  const side = (lado: Lado) =>
    c.lineas
      .filter((l) => l.lado === lado)
      .map((l) => ({
        tipo_pago_id: l.tipo_pago_id,
        cuenta_id: l.cuenta_id,
        monto: l.resuelto,
        referencia: l.referencia.trim() || null,
      }))
  return {
    tipo: draft.tipo,
    cliente_id: draft.cliente?.id ?? null,
    divisa_id: draft.divisa_id ?? 0,
    [draft.lado]: draft.valor,
    historico_id: c.tasa?.historico_id ?? 0,
    tasa: c.valor_tasa,
    servicio: positive(draft.servicio) ? draft.servicio : '0',
    recibimos: side('recibimos'),
    entregamos: side('entregamos'),
    observacion: draft.observacion.trim() || null,
    motivo: draft.motivo.trim() || null,
    ...more,
  }
}
