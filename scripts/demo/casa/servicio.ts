import { contrato } from '../../../src/areas/servicio-reglas/contract.ts'
import type { Llamar } from '../llamada.ts'

const NADA = {
  ...{ segmento: null, divisa_id: null, tipo: null, desde: null, hasta: null },
  ...{ pct: null, fija: null, min: null, max: null },
}

/** A small exchange pays for the work that it makes; a wholesale client pays nothing. */
const REGLAS = [
  { nombre: 'Cambios pequeños', hasta: '150.00', fija: '2.00' },
  { nombre: 'Mayoristas', segmento: 'mayorista', fija: '0' },
] as const

export async function crearReglasServicio(admin: Llamar): Promise<void> {
  for (const regla of REGLAS) await admin(contrato.crear, { body: { ...NADA, ...regla } })
}
