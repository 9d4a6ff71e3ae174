import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import { porQueNoEsMonto } from '../../../core/dinero/ilegible.ts'
import { formatDecimal, formatMonto } from '../../../core/formato.ts'
import type { Borrador, Calculo } from './borrador.ts'

/** Stands for somebody who is not of the house. */
export const OTRA = 'otra'

export const positive = (text: string | null): text is string =>
  text !== null && isDecimal(text) && decimal(text).gt(0)
export const notNegative = (text: string | null) =>
  text === null || (isDecimal(text) && decimal(text).gte(0))

type Falta = Pick<Calculo, 'problema' | 'campo'>

/** What keeps the draft from being sent, and the field where it is corrected; nulls when nothing does. */
export function problemaDe(borrador: Borrador, c: Calculo): Falta {
  const say = (problema: string, campo: string): Falta => ({ problema, campo: `campo-${campo}` })
  const { origen, destino, montos: q } = c
  if (!origen) return say('Ninguna cuenta está a su cargo: pida que le asignen una.', 'origen')
  if (borrador.tipo !== 'tercero' && !destino) return say('Elija la cuenta de destino.', 'destino')
  if (!q) {
    if (borrador.tipo !== 'conversion' || !positive(borrador.monto)) {
      const typed = borrador.monto ? porQueNoEsMonto(borrador.monto) : 'Escriba el monto.'
      return say(typed, 'monto')
    }
    return say('Escriba la tasa o lo que llega: lo otro se calcula solo.', 'tasa')
  }
  if (!positive(q.monto) || !positive(q.recibido) || !positive(q.tasa)) {
    return say('El monto es demasiado pequeño para esta tasa.', 'monto')
  }
  if (borrador.tipo === 'tercero' && borrador.tercero.trim().length < 2) {
    return say('Escriba a quién se transfiere.', 'tercero')
  }
  if (!notNegative(c.comision_origen)) return say('La comisión no es válida.', 'comision_origen')
  if (!notNegative(borrador.comision_destino)) {
    return say('La comisión no es válida.', 'comision_destino')
  }
  if (c.saldos[0]?.grave) {
    const free = formatMonto(origen.disponible ?? '0', origen.moneda)
    return say(`${origen.nombre} tiene ${free}: no alcanza.`, 'monto')
  }
  if (c.pidePortador && !borrador.lleva) return say('Diga quién lo lleva.', 'lleva')
  if (c.pidePortador && borrador.lleva === OTRA) {
    if (borrador.portador.trim().length < 2) return say('Escriba quién lo lleva.', 'portador')
    if (!borrador.portador_doc.trim()) {
      return say('Escriba el documento de quien lo lleva.', 'portador_doc')
    }
  }
  if (c.pideReferencia && !borrador.referencia.trim()) {
    return say('Escriba la referencia: el número de operación.', 'referencia')
  }
  if (c.pideConfirmar !== null && !repite(borrador.confirmacion, c.pideConfirmar)) {
    return say(
      `Escriba de nuevo ${formatDecimal(c.pideConfirmar, 2)} para confirmar.`,
      'confirmacion',
    )
  }
  return { problema: null, campo: null }
}

const repite = (typed: string | null, wanted: string) =>
  typed !== null && isDecimal(typed) && isDecimal(wanted) && decimal(typed).eq(wanted)
