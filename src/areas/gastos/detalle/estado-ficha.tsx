import { Ficha } from '../../../web/crud/valores.tsx'
import { ESTADOS, type Fila } from '../contract.ts'

const TONOS = {
  pendiente: 'aviso',
  pagado: 'positivo',
  rechazado: 'neutro',
  anulado: 'neutro',
} as const

/** An expense's state as it is said: what waits, waits for somebody's yes or to be completed. */
export function estadoTexto({ estado, confirmado }: Pick<Fila, 'estado' | 'confirmado'>): string {
  if (estado !== 'pendiente') return ESTADOS[estado]
  return confirmado ? 'Por aprobar' : 'Del mes, por pagar'
}

export function EstadoFicha(fila: Pick<Fila, 'estado' | 'confirmado'>) {
  return <Ficha tono={TONOS[fila.estado]}>{estadoTexto(fila)}</Ficha>
}
