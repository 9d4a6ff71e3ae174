import { conservar } from './areas/calculadora/ultimas.tsx'
import { instalar } from './web/sin-linea/instalar.ts'

/** Prepares this browser for a cut line: the last rates and the program. */
export function preparar(): Promise<void> {
  conservar()
  return instalar()
}
