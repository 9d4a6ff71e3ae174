import { decimal, texto } from '../../../core/dinero/decimal.ts'
import type { MetodoCalculo } from '../../../core/dinero/tasa.ts'
import { formatMonto } from '../../../core/formato.ts'
import type { Cuenta, Opciones } from '../contract/opciones.ts'
import type { Concepto, Registro, Tipo } from '../contract/registro.ts'
import {
  comisionPropuesta,
  desvio,
  enPalabras,
  type Mercado,
  type Montos,
  montos,
  seLleva,
  vaEnCamino,
} from '../rules.ts'
import { notNegative, OTRA, positive, problemaDe } from './problema.ts'

/** The state of the form: only what was typed or chosen. Everything else is derived by `calcular`. */
export interface Borrador {
  tipo: Tipo
  origen_id: number | null
  destino_id: number | null
  monto: string | null
  recibido: string | null
  tasa: string | null
  /** null: the direction that the market uses. */
  metodo: MetodoCalculo | null
  confirmacion: string | null
  /** null: the fee of the account's entity. */
  comision_origen: string | null
  comision_destino: string | null
  concepto: Concepto
  tercero: string
  tercero_doc: string
  /** Who carries cash to another branch: the id of a person, `otra` for another one, or not chosen yet. */
  lleva: string
  portador: string
  portador_doc: string
  referencia: string
  motivo: string
}

/** The balance of an account before and after, and the problem with it. */
export interface SaldoPrevio {
  cuenta: Cuenta
  despues: string
  aviso: string | null
  grave: boolean
}

/** Everything derived from a draft and the house's data. */
export interface Calculo {
  origen: Cuenta | null
  destino: Cuenta | null
  destinos: readonly Cuenta[]
  metodo: MetodoCalculo
  montos: Montos | null
  comision_origen: string
  /** The rate in both directions. */
  palabras: readonly [string, string] | null
  desvio: string | null
  /** The number that must be typed again; null when none. */
  pideConfirmar: string | null
  enCamino: boolean
  pideReferencia: boolean
  pidePortador: boolean
  frase: string
  saldos: readonly SaldoPrevio[]
  problema: string | null
  /** Id of the field where the problem is corrected. */
  campo: string | null
}

/** An empty form: from the account asked for, else from the user's first one from which something can be sent. */
export function empezar(
  opciones: Opciones,
  tipo: Tipo,
  from: { origen_id?: number | null } = {},
): Borrador {
  const own = opciones.cuentas.filter(({ origen }) => origen)
  const asked = own.find(({ id }) => id === from.origen_id)
  const goes = ({ id }: Cuenta) =>
    tipo === 'tercero' ||
    extremos(opciones, { tipo, origen_id: id, destino_id: null }).destinos.length > 0
  return {
    tipo,
    origen_id: (asked ?? own.find(goes) ?? own[0])?.id ?? null,
    destino_id: null,
    ...{ monto: null, recibido: null, tasa: null, metodo: null, confirmacion: null },
    ...{ comision_origen: null, comision_destino: null, concepto: 'proveedor' as const },
    ...{ tercero: '', tercero_doc: '', referencia: '', motivo: '' },
    ...{ lleva: '', portador: '', portador_doc: '' },
  }
}

/**
 * Sets one of the three values of a conversion. The amount sent is kept; typing one of the other two clears the other.
 */
export function escribir(
  borrador: Borrador,
  cual: 'monto' | 'recibido' | 'tasa',
  valor: string | null,
): Borrador {
  const next = { ...borrador, [cual]: valor, confirmacion: null }
  if (cual === 'monto')
    return borrador.tasa && borrador.recibido ? { ...next, recibido: null } : next
  if (borrador.monto === null || valor === null) return next
  return cual === 'tasa' ? { ...next, recibido: null } : { ...next, tasa: null }
}

/** Both accounts of the draft, and the possible destinations. */
export function extremos(
  opciones: Opciones,
  borrador: Pick<Borrador, 'tipo' | 'origen_id' | 'destino_id'>,
) {
  const origen = opciones.cuentas.find(({ id }) => id === borrador.origen_id) ?? null
  const destinos = opciones.cuentas.filter(
    ({ id, moneda, efectivo, origen: usable }) =>
      borrador.tipo !== 'tercero' &&
      // A conversion is completed at once, so cash can only go to an account that the user may use.
      (borrador.tipo !== 'conversion' || !efectivo || usable) &&
      id !== origen?.id &&
      (moneda.id === origen?.moneda.id) === (borrador.tipo === 'interna'),
  )
  const destino = destinos.find(({ id }) => id === borrador.destino_id) ?? null
  return { origen, destino, destinos }
}

/** Derives everything that is shown and sent. Never throws: an unreadable value is a `problema`. */
export function calcular(opciones: Opciones, borrador: Borrador, mercado: Mercado): Calculo {
  const { origen, destino, destinos } = extremos(opciones, borrador)
  const metodo = borrador.metodo ?? (mercado.compra && decimal(mercado.compra).lt(1) ? 'd' : 'm')
  const q = origen && montosDe(borrador, metodo, origen, destino)
  const leaves = q?.monto ?? borrador.monto
  const fee =
    borrador.comision_origen ??
    (origen && positive(leaves) ? comisionPropuesta(origen, leaves, origen.moneda.decimales) : '0')
  const tasa = q && borrador.tipo === 'conversion' ? { tasa: q.tasa, metodo_calculo: metodo } : null
  const iso = origen && destino && { origen: origen.moneda.iso, destino: destino.moneda.iso }
  const off = tasa && desvio(tasa, mercado)
  const far = off !== null && decimal(off).gt(opciones.desvio_pct)
  const enCamino =
    borrador.tipo === 'interna' && !!origen && !!destino && vaEnCamino(origen, destino)
  const calculo: Calculo = {
    ...{ origen, destino, destinos, metodo, montos: q, comision_origen: fee, enCamino },
    palabras: tasa && iso && positive(tasa.tasa) ? enPalabras(tasa, iso) : null,
    desvio: off,
    pideConfirmar: far ? (borrador.tasa ?? borrador.recibido) : null,
    pidePortador: borrador.tipo === 'interna' && !!origen && !!destino && seLleva(origen, destino),
    pideReferencia: !!origen && !(origen.efectivo && (destino?.efectivo ?? true)),
    frase: q && origen ? frase(borrador, q, origen, destino, enCamino) : '',
    saldos: q ? saldosDe(borrador, q, fee, origen, destino, enCamino) : [],
    ...{ problema: null, campo: null },
  }
  return { ...calculo, ...problemaDe(borrador, calculo) }
}

function montosDe(
  borrador: Borrador,
  metodo: MetodoCalculo,
  origen: Cuenta,
  destino: Cuenta | null,
): Montos | null {
  const { monto, recibido, tasa } = borrador
  if (borrador.tipo !== 'conversion') {
    return positive(monto) ? { monto, recibido: monto, tasa: '1' } : null
  }
  if (!destino) return null
  const decimales = { origen: origen.moneda.decimales, destino: destino.moneda.decimales }
  if (positive(monto) && positive(tasa)) return montos({ monto, tasa }, metodo, decimales)
  if (positive(monto) && positive(recibido)) return montos({ monto, recibido }, metodo, decimales)
  if (positive(recibido) && positive(tasa)) return montos({ recibido, tasa }, metodo, decimales)
  return null
}

function frase(
  borrador: Borrador,
  q: Montos,
  origen: Cuenta,
  destino: Cuenta | null,
  enCamino: boolean,
): string {
  const out = formatMonto(q.monto, origen.moneda)
  if (borrador.tipo === 'tercero') {
    return `Salen ${out} de ${origen.nombre} para ${borrador.tercero.trim() || 'el tercero'}.`
  }
  if (!destino) return ''
  if (enCamino) {
    const who = destino.responsable ?? `quien cuida ${destino.nombre}`
    return `Salen ${out} de ${origen.nombre}. Quedan en camino hasta que ${who} los reciba en ${destino.nombre}.`
  }
  return `Salen ${out} de ${origen.nombre} y entran ${formatMonto(q.recibido, destino.moneda)} a ${destino.nombre}.`
}

function saldosDe(
  borrador: Borrador,
  q: Montos,
  fee: string,
  origen: Cuenta | null,
  destino: Cuenta | null,
  enCamino: boolean,
): SaldoPrevio[] {
  const out = notNegative(fee) ? decimal(q.monto).plus(fee) : decimal(q.monto)
  const cost = borrador.comision_destino
  const taken = notNegative(cost) ? decimal(cost ?? '0') : decimal('0')
  const rows: SaldoPrevio[] = []
  if (origen) {
    const short = out.gt(decimal(origen.disponible ?? '0'))
    rows.push({
      ...despues(origen, texto(decimal(origen.saldo ?? '0').minus(out), origen.moneda.decimales)),
      ...(short && { aviso: 'No alcanza', grave: true }),
    })
  }
  // Of an account whose balance he does not see there is nothing to say.
  if (destino && destino.saldo !== null) {
    const inside = decimal(destino.saldo).plus(q.recibido).minus(taken)
    const row = despues(destino, texto(inside, destino.moneda.decimales))
    rows.push(enCamino && !row.aviso ? { ...row, aviso: 'Cuando la reciban' } : row)
  }
  return rows
}

function despues(cuenta: Cuenta, value: string): SaldoPrevio {
  const { saldo_min, saldo_max } = cuenta
  const low = saldo_min !== null && decimal(value).lt(saldo_min)
  const high = saldo_max !== null && decimal(value).gt(saldo_max)
  const aviso = low ? 'Bajo su mínimo' : high ? 'Sobre su máximo' : null
  return { cuenta, despues: value, aviso, grave: false }
}

/** The body of the registration; only valid without a `problema`. */
export function registroDe(
  borrador: Borrador,
  c: Calculo,
  comprobantes: number[],
  more: Partial<Registro> = {},
): Registro {
  const conversion = borrador.tipo === 'conversion'
  const third = borrador.tipo === 'tercero'
  const text = (value: string) => value.trim() || null
  const other = c.pidePortador && borrador.lleva === OTRA
  const fee = (value: string | null) => (positive(value) ? value : '0')
  const tasa = conversion ? borrador.tasa : null
  return {
    tipo: borrador.tipo,
    origen_id: c.origen?.id ?? 0,
    destino_id: third ? null : (c.destino?.id ?? null),
    monto: borrador.monto,
    // When all three are known, only the two that were typed are sent.
    recibido: conversion && !(borrador.monto && tasa) ? borrador.recibido : null,
    tasa,
    metodo_calculo: c.metodo,
    confirmacion: c.pideConfirmar === null ? null : borrador.confirmacion,
    concepto: third ? borrador.concepto : null,
    tercero: third ? text(borrador.tercero) : null,
    tercero_doc: third ? text(borrador.tercero_doc) : null,
    comision_origen: fee(c.comision_origen),
    comision_destino: third ? '0' : fee(borrador.comision_destino),
    portador_id: c.pidePortador && !other ? Number(borrador.lleva) : null,
    portador: other ? text(borrador.portador) : null,
    portador_doc: other ? text(borrador.portador_doc) : null,
    referencia: text(borrador.referencia),
    motivo: text(borrador.motivo),
    comprobantes,
    ...more,
  }
}
