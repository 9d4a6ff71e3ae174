import { Ficha } from '../../web/crud/valores.tsx'
import { ESTADOS, type Estado } from './contract.ts'

const TONOS = { pendiente: 'aviso', completada: 'positivo', anulada: 'neutro' } as const

/** Badge with the state of an operation. */
export function EstadoFicha({ estado }: { estado: Estado }) {
  return <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>
}
