import { expect, test } from 'vitest'
import { GRUPOS } from '../e2e/aspecto/rutas.ts'
import { pantallas } from '../support/web/pantallas.ts'

/* The pages that are looked at (test/e2e/aspecto) are all there are. */

const paths = Object.values(GRUPOS)
  .flat()
  .map((route) => route.split(/[?#]/)[0] ?? '')

test('every screen has an address among the pages that are looked at (R-280)', async () => {
  const missing = (await pantallas())
    .map(({ path }) => path)
    .filter(
      (path) => !paths.some((one) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`).test(one)),
    )
  expect(missing).toEqual([])
})

test('a group of pages is a folder of at most 15 pictures, and no page is looked at twice', () => {
  for (const group of Object.values(GRUPOS)) expect(group.length).toBeLessThanOrEqual(15)
  const all = Object.values(GRUPOS).flat()
  expect(new Set(all).size).toBe(all.length)
})
