import { readdirSync } from 'node:fs'
import type { Screen } from '../../../src/web/marco/screens.ts'

/** Every screen that any area declares, collected as the program does. */
export async function pantallas(): Promise<Screen[]> {
  const areas = readdirSync('src/areas')
  const all = await Promise.all(
    areas.map(async (area): Promise<Screen[]> => {
      if (!readdirSync(`src/areas/${area}`).includes('screens.tsx')) return []
      const found = (await import(`../../../src/areas/${area}/screens.tsx`)) as {
        screens?: Screen[]
      }
      // Some areas declare no screens, only tabs on the pages of others.
      return found.screens ?? []
    }),
  )
  return all.flat()
}
