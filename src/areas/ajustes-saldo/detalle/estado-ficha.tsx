import { Ficha } from '../../../web/crud/valores.tsx'
import { ESTADOS, type Estado } from '../contract.ts'

const TONOS = { pendiente: 'aviso', aplicado: 'positivo', rechazado: 'neutro' } as const

/** An adjustment's state in words and tone. */
export function EstadoFicha({ estado }: { estado: Estado }) {
  return <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>
}
