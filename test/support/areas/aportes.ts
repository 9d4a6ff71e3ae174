import { existsSync, readdirSync } from 'node:fs'
import type { Contract } from '../../../src/core/contract.ts'

/** The part of an area's contributions to other screens that server tests check. */
interface Aportes {
  aprueba?: Record<
    string,
    { llamadas: () => Promise<{ aprobar: Contract[string]; rechazar: Contract[string] }> }
  >
  pendientes?: Record<string, unknown>
}

/** The contributions of every area to the screens of others. */
export async function aportesDePantallas(): Promise<Aportes[]> {
  const found = readdirSync('src/areas')
    .filter((area) => existsSync(`src/areas/${area}/screens.tsx`))
    .map(async (area) => (await import(`../../../src/areas/${area}/screens.tsx`)).aportes ?? {})
  return Promise.all(found)
}
