import { conservar } from './areas/calculadora/ultimas.tsx'
import { instalar } from './web/sin-linea/instalar.ts'

/** Prepares this browser for a cut line: the program and the last rates. */
export async function preparar(): Promise<void> {
  try {
    await instalar()
  } finally {
    conservar()
  }
}
