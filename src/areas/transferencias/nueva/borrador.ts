import { decimal, isDecimal, texto } from '../../../core/dinero/decimal.ts'
import type { MetodoCalculo } from '../../../core/dinero/tasa.ts'
import { formatDecimal, formatMonto } from '../../../core/formato.ts'
import type { Cuenta, Opciones } from '../contract/opciones.ts'
import type { Concepto, Registro, Tipo } from '../contract/registro.ts'
import {
  comisionPropuesta,
  desvio,
  enPalabras,
  type Mercado,
  type Montos,
  montos,
  vaEnCamino,
} from '../rules.ts'

/** What the form holds: only what was typed or chosen. Everything else is derived. */
export interface Borrador {
  tipo: Tipo
  origen_id: number | null
  destino_id: number | null
  monto: string | null
  recibido: string | null
  tasa: string | null
  /** null: as the market says it. */
  metodo: MetodoCalculo | null
  confirmacion: string | null
  /** null: what the account's entity takes. */
  comision_origen: string | null
  comision_destino: string | null
  concepto: Concepto
  tercero: string
  tercero_doc: string
  referencia: string
  motivo: string
}

/** An account before and after, and what is wrong with that. */
export interface SaldoPrevio {
  cuenta: Cuenta
  despues: string
  aviso: string | null
  grave: boolean
}

/** Everything that follows from a draft and what the house has. */
export interface Calculo {
  origen: Cuenta | null
  destino: Cuenta | null
  destinos: readonly Cuenta[]
  metodo: MetodoCalculo
  montos: Montos | null
  comision_origen: string
  /** The rate both ways. */
  palabras: readonly [string, string] | null
  desvio: string | null
  /** The number that is to be typed once more. */
  pideConfirmar: string | null
  enCamino: boolean
  pideReferencia: boolean
  frase: string
  saldos: readonly SaldoPrevio[]
  problema: string | null
  /** Id of the field where the problem is put right. */
  campo: string | null
}

export function empezar(
  opciones: Opciones,
  tipo: Tipo,
  from: { origen_id?: number | null } = {},
): Borrador {
  const own = opciones.cuentas.filter(({ origen }) => origen)
  const asked = own.find(({ id }) => id === from.origen_id)
  return {
    tipo,
    origen_id: (asked ?? own[0])?.id ?? null,
    destino_id: null,
    ...{ monto: null, recibido: null, tasa: null, metodo: null, confirmacion: null },
    ...{ comision_origen: null, comision_destino: null, concepto: 'proveedor' as const },
    ...{ tercero: '', tercero_doc: '', referencia: '', motivo: '' },
  }
}

/** One of the three of a conversion as it is typed: the amount that leaves stays, of the others the last one counts. */
export function escribir(
  draft: Borrador,
  cual: 'monto' | 'recibido' | 'tasa',
  valor: string | null,
): Borrador {
  const next = { ...draft, [cual]: valor, confirmacion: null }
  if (cual === 'monto') return draft.tasa && draft.recibido ? { ...next, recibido: null } : next
  if (draft.monto === null || valor === null) return next
  return cual === 'tasa' ? { ...next, recibido: null } : { ...next, tasa: null }
}

const positive = (text: string | null): text is string =>
  text !== null && isDecimal(text) && decimal(text).gt(0)
const notNegative = (text: string | null) =>
  text === null || (isDecimal(text) && decimal(text).gte(0))

/** Both accounts as the draft has them, and those that money may go to. */
export function extremos(opciones: Opciones, draft: Borrador) {
  const origen = opciones.cuentas.find(({ id }) => id === draft.origen_id) ?? null
  const destinos = opciones.cuentas.filter(
    ({ id, moneda, efectivo, origen: usable }) =>
      draft.tipo !== 'tercero' &&
      // What is bought arrives at once: nobody would count it in somebody else's till.
      (draft.tipo !== 'conversion' || !efectivo || usable) &&
      id !== origen?.id &&
      (moneda.id === origen?.moneda.id) === (draft.tipo === 'interna'),
  )
  const destino = destinos.find(({ id }) => id === draft.destino_id) ?? null
  return { origen, destino, destinos }
}

/** Derives everything that is shown and sent. Never throws: what cannot be read is a `problema`. */
export function calcular(opciones: Opciones, draft: Borrador, mercado: Mercado): Calculo {
  const { origen, destino, destinos } = extremos(opciones, draft)
  const metodo = draft.metodo ?? (mercado.compra && decimal(mercado.compra).lt(1) ? 'd' : 'm')
  const q = origen && montosDe(draft, metodo, origen, destino)
  const leaves = q?.monto ?? draft.monto
  const fee =
    draft.comision_origen ??
    (origen && positive(leaves) ? comisionPropuesta(origen, leaves, origen.moneda.decimales) : '0')
  const rate = q && draft.tipo === 'conversion' ? { tasa: q.tasa, metodo_calculo: metodo } : null
  const iso = origen && destino && { origen: origen.moneda.iso, destino: destino.moneda.iso }
  const off = rate && desvio(rate, mercado)
  const far = off !== null && decimal(off).gt(opciones.desvio_pct)
  const enCamino = draft.tipo === 'interna' && !!origen && !!destino && vaEnCamino(origen, destino)
  const calculo: Calculo = {
    ...{ origen, destino, destinos, metodo, montos: q, comision_origen: fee, enCamino },
    palabras: rate && iso && positive(rate.tasa) ? enPalabras(rate, iso) : null,
    desvio: off,
    pideConfirmar: far ? (draft.tasa ?? draft.recibido) : null,
    pideReferencia: !!origen && !(origen.efectivo && (destino?.efectivo ?? true)),
    frase: q && origen ? frase(draft, q, origen, destino, enCamino) : '',
    saldos: q ? saldosDe(draft, q, fee, origen, destino, enCamino) : [],
    ...{ problema: null, campo: null },
  }
  return { ...calculo, ...problemaDe(draft, calculo) }
}

function montosDe(
  draft: Borrador,
  metodo: MetodoCalculo,
  origen: Cuenta,
  destino: Cuenta | null,
): Montos | null {
  const { monto, recibido, tasa } = draft
  if (draft.tipo !== 'conversion') {
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
  draft: Borrador,
  q: Montos,
  origen: Cuenta,
  destino: Cuenta | null,
  enCamino: boolean,
): string {
  const out = formatMonto(q.monto, origen.moneda)
  if (draft.tipo === 'tercero') {
    return `Salen ${out} de ${origen.nombre} para ${draft.tercero.trim() || 'el tercero'}.`
  }
  if (!destino) return ''
  if (enCamino) {
    const who = destino.responsable ?? `quien cuida ${destino.nombre}`
    return `Salen ${out} de ${origen.nombre}. Quedan en camino hasta que ${who} los reciba en ${destino.nombre}.`
  }
  return `Salen ${out} de ${origen.nombre} y entran ${formatMonto(q.recibido, destino.moneda)} a ${destino.nombre}.`
}

function saldosDe(
  draft: Borrador,
  q: Montos,
  fee: string,
  origen: Cuenta | null,
  destino: Cuenta | null,
  enCamino: boolean,
): SaldoPrevio[] {
  const out = notNegative(fee) ? decimal(q.monto).plus(fee) : decimal(q.monto)
  const cost = draft.comision_destino
  const taken = notNegative(cost) ? decimal(cost ?? '0') : decimal('0')
  const rows: SaldoPrevio[] = []
  if (origen) {
    const short = out.gt(decimal(origen.disponible))
    rows.push({
      ...despues(origen, texto(decimal(origen.saldo).minus(out), origen.moneda.decimales)),
      ...(short && { aviso: 'No alcanza', grave: true }),
    })
  }
  if (destino) {
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

type Falta = Pick<Calculo, 'problema' | 'campo'>

function problemaDe(draft: Borrador, c: Calculo): Falta {
  const say = (problema: string, campo: string): Falta => ({ problema, campo: `campo-${campo}` })
  const { origen, destino, montos: q } = c
  if (!origen) return say('Ninguna cuenta está a su cargo: pida que le asignen una.', 'origen')
  if (draft.tipo !== 'tercero' && !destino) return say('Elija la cuenta de destino.', 'destino')
  if (!q) {
    if (draft.tipo !== 'conversion' || !positive(draft.monto)) {
      const typed = draft.monto ? 'Escriba un monto válido.' : 'Escriba el monto.'
      return say(typed, 'monto')
    }
    return say('Escriba la tasa o lo que llega: lo otro se calcula solo.', 'tasa')
  }
  if (!positive(q.monto) || !positive(q.recibido) || !positive(q.tasa)) {
    return say('El monto es demasiado pequeño para esta tasa.', 'monto')
  }
  if (draft.tipo === 'tercero' && draft.tercero.trim().length < 2) {
    return say('Escriba a quién se transfiere.', 'tercero')
  }
  if (!notNegative(c.comision_origen)) return say('La comisión no es válida.', 'comision_origen')
  if (!notNegative(draft.comision_destino)) {
    return say('La comisión no es válida.', 'comision_destino')
  }
  if (c.saldos[0]?.grave) {
    const free = formatMonto(origen.disponible, origen.moneda)
    return say(`${origen.nombre} tiene ${free}: no alcanza.`, 'monto')
  }
  if (c.pideReferencia && !draft.referencia.trim()) {
    return say('Escriba la referencia: el número de operación.', 'referencia')
  }
  if (c.pideConfirmar !== null && !repite(draft.confirmacion, c.pideConfirmar)) {
    return say(
      `Escriba de nuevo ${formatDecimal(c.pideConfirmar, 2)} para confirmar.`,
      'confirmacion',
    )
  }
  return { problema: null, campo: null }
}

const repite = (typed: string | null, wanted: string) =>
  typed !== null && isDecimal(typed) && isDecimal(wanted) && decimal(typed).eq(wanted)

/** The body of the registration; call it only without a `problema`. */
export function registroDe(
  draft: Borrador,
  c: Calculo,
  comprobantes: number[],
  more: Partial<Registro> = {},
): Registro {
  const conversion = draft.tipo === 'conversion'
  const third = draft.tipo === 'tercero'
  const text = (value: string) => value.trim() || null
  const fee = (value: string | null) => (positive(value) ? value : '0')
  const rate = conversion ? draft.tasa : null
  return {
    tipo: draft.tipo,
    origen_id: c.origen?.id ?? 0,
    destino_id: third ? null : (c.destino?.id ?? null),
    monto: draft.monto,
    // Of three that are there, the two that were typed.
    recibido: conversion && !(draft.monto && rate) ? draft.recibido : null,
    tasa: rate,
    metodo_calculo: c.metodo,
    confirmacion: c.pideConfirmar === null ? null : draft.confirmacion,
    concepto: third ? draft.concepto : null,
    tercero: third ? text(draft.tercero) : null,
    tercero_doc: third ? text(draft.tercero_doc) : null,
    comision_origen: fee(c.comision_origen),
    comision_destino: third ? '0' : fee(draft.comision_destino),
    referencia: text(draft.referencia),
    motivo: text(draft.motivo),
    comprobantes,
    ...more,
  }
}
