import { expect, test } from 'vitest'
import { loadDemo } from '../../../../scripts/demo/load.ts'
import { createEmptyDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { CLASES } from '../contract/clases.ts'

test('the whole demo holds an exception of each kind, requests that wait for another person, a difference in transit', async () => {
  const database = await createEmptyDatabase()
  try {
    await migrate(database.url)
    await loadDemo(database.url, { ahora: '2025-11-20T20:00:00.000Z', dias: 2, plena: true })
    const found = await comoDueno<{ clase: string; frase: string | null }>(
      database.url,
      'SELECT DISTINCT ON (clase) clase, frase FROM excepciones ORDER BY clase, id',
    )
    const there = new Set(found.map(({ clase }) => clase))
    expect(
      Object.keys(CLASES)
        // Nobody paid too much in the demo: see the tests of orders. Nor was it restored: see test/scripts.test.ts.
        .filter((clase) => clase !== 'devolucion' && clase !== 'restauracion')
        .filter((clase) => !there.has(clase))
        .sort(),
    ).toEqual([])
    expect(found.filter(({ frase }) => !frase)).toEqual([])
    const [waits] = await comoDueno<{ vistos: number; transito: number }>(
      database.url,
      `SELECT (SELECT count(*)::int FROM vistos WHERE estado = 'pendiente') AS vistos,
              (SELECT count(*)::int FROM transferencias WHERE diferencia_valor IS NOT NULL AND cargo IS NULL) AS transito`,
    )
    expect(waits?.vistos).toBeGreaterThan(0)
    expect(waits?.transito).toBe(1)
  } finally {
    await database.drop()
  }
})
