import { Ficha } from '../../web/crud/valores.tsx'
import { ESTADOS, type Estado } from './contract/registro.ts'

const TONOS = {
  enviada: 'aviso',
  recibida: 'positivo',
  completada: 'positivo',
  rechazada: 'neutro',
  anulada: 'neutro',
} as const

/** A transfer's state in words and tone. */
export function EstadoFicha({ estado }: { estado: Estado }) {
  return <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>
}
