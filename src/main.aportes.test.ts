import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reglas } from './main.libros.ts'
import { reglasDe } from './server/verificar/verificar.ts'
import type { Aportes } from './web/marco/aportes.ts'

/* What an area's SQL does must be announced to the screens of other areas. */

const AREAS = new URL('./areas/', import.meta.url)

/** The SQL of an area: each file's path within the area, and its text. */
function sqlOf(area: string): { path: string; text: string }[] {
  const folder = new URL(`${area}/`, AREAS)
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.sql'))
    .map((path) => ({ path, text: readFileSync(new URL(path, folder), 'utf8') }))
}

const areas = readdirSync(AREAS)

/** What the screens of all areas contribute. */
const announced = (
  await Promise.all(
    areas.map(async (area): Promise<Aportes[]> => {
      if (!existsSync(new URL(`${area}/screens.tsx`, AREAS))) return []
      const { aportes } = await import(`./areas/${area}/screens.tsx`)
      return aportes ? [aportes] : []
    }),
  )
).flat()

test('an area that posts to the ledger announces it to screens that show balances', () => {
  // `libro_reversas` says what would reverse a document, for whoever posts it.
  const posts = /\blibro_(?!reversas\()\w+\(/
  const post = areas.filter((area) => sqlOf(area).some(({ text }) => posts.test(text)))
  expect(post).toContain('compras-ventas')
  // An adjustment notifies the area `cuentas` itself, whose screens refetch in any case.
  const silent = post.filter((area) => !announced.some(({ mueve }) => mueve?.includes(area)))
  expect(silent).toEqual(['ajustes-saldo', 'cuentas'])
  const notified = sqlOf('ajustes-saldo').filter(({ text }) => posts.test(text))
  for (const { text } of notified)
    expect(text).toMatch(/operacion_hecha\('ajustes-saldo'[^;]*'\{cuentas,posiciones/)
  // The accounts only write the entry of what a bank takes of a payment; whoever posts it announces it.
  const named = sqlOf('cuentas').flatMap(
    ({ text }) => text.match(/\blibro_(?!reversas\()\w+\(/g) ?? [],
  )
  expect(named).toEqual(['libro_de('])
  const callers = areas.filter((area) =>
    sqlOf(area).some(({ text }) => text.includes('pagos_costo_entrada(')),
  )
  expect(callers.filter((area) => silent.includes(area))).toEqual(['cuentas'])
  expect(callers.length).toBeGreaterThan(1)
})

test('a backup checks the rules of every area that is served', async () => {
  const { areas: served } = await import('./main.app.ts')
  expect(reglas).toEqual(reglasDe(served))
})

test('the palette asks the server for just the lists in which it finds (R-270)', async () => {
  const { areas: served } = await import('./main.app.ts')
  const found = served.flatMap(({ halla = {} }) => Object.keys(halla))
  const asked = announced.flatMap(({ busca = {} }) =>
    Object.entries(busca).flatMap(([clave, { como }]) => (como ? [] : [clave])),
  )
  expect(asked.toSorted()).toEqual(found.toSorted())
  expect(found.length).toBeGreaterThan(4)
})

test('every kind of work that may be pending at a close has its words', () => {
  const keys = areas.flatMap((area) =>
    sqlOf(area)
      // Of the house, in the registry, and of a branch alone, in its function.
      .flatMap(({ path, text }) =>
        path.endsWith('aportes/cierre_pendientes.sql')
          ? [text]
          : (/FUNCTION cierre_sucursal_contar[^;]*/.exec(text) ?? []),
      )
      .flatMap((text) =>
        [...text.matchAll(/(?:SELECT|THEN|ELSE)\s+'([\w-]+)'/g)].map(([, key]) => key ?? ''),
      ),
  )
  expect(keys.length).toBeGreaterThanOrEqual(6)
  expect(announced.flatMap(({ pendientes = {} }) => Object.keys(pendientes)).toSorted()).toEqual(
    [...new Set(keys)].toSorted(),
  )
})
