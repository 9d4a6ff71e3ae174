import { Ficha } from '../../../../web/crud/valores.tsx'
import { type DetalleLote, ESTADOS_LINEA, ESTADOS_LOTE, type LineaLote } from '../contract.ts'

const TONOS = {
  abierto: 'aviso',
  cerrado: 'positivo',
  anulado: 'neutro',
  pendiente: 'aviso',
  pagada: 'positivo',
  rechazada: 'negativo',
} as const

/** The state of a batch, in words and colour. */
export function EstadoLote({ estado }: Pick<DetalleLote, 'estado'>) {
  return <Ficha tono={TONOS[estado]}>{ESTADOS_LOTE[estado]}</Ficha>
}

export function EstadoLinea({ estado }: Pick<LineaLote, 'estado'>) {
  return <Ficha tono={TONOS[estado]}>{ESTADOS_LINEA[estado]}</Ficha>
}
