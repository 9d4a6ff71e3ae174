import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ESTRENA } from '../../../src/web/estreno.ts'
import { abrirCasa, dibujado, reposado } from '../casa.ts'
import { quieta } from '../quieta.ts'

/* Where a page is loading, the place has the size of what comes. */

const casa = await abrirCasa()

/** Adds up how far things moved that nobody touched, as the browser counts it (CLS), with what moved. */
const MOVIDO = `
  window.movido = 0; window.movidos = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      window.movido += entry.value
      for (const { node, previousRect: a, currentRect: b } of entry.sources)
        window.movidos.push([entry.value.toFixed(4), (node?.outerHTML ?? node?.textContent ?? '').slice(0, 90), a.y, a.height, b.y, b.height].join(' '))
    }
  }).observe({ type: 'layout-shift', buffered: true })`

const PAGINAS = [
  ['/', null],
  ['/dashboard', 'admin'],
  ['/compras-ventas/nueva', 'cajera'],
  ['/compras-ventas', 'cajera'],
  ['/compras-ventas', 'admin'],
  ['/ordenes', 'cajera'],
  ['/reportes/volumen', 'admin'],
  ['/reportes/ganancia', 'admin'],
  ['/posiciones', 'admin'],
  ['/clientes/detalle/1', 'admin'],
  ['/clientes', 'admin'],
  ['/aprobaciones', 'admin'],
] as const

const MEDIDAS = [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
]

/** Pages with as many totals as the house has currencies: their place is as high as it was at the last visit. */
const VUELTAS = [
  '/cuentas',
  '/cuentas/movimientos',
  '/gastos',
  '/transferencias',
  '/ordenes?vista=tabla',
  '/libro',
  '/auditoria',
  '/compras-ventas',
]

test.each(VUELTAS.flatMap((ruta) => MEDIDAS.map((viewport) => ({ ruta, viewport }))))(
  '$ruta at $viewport.width: nothing moves at the second visit (R-273)',
  async ({ ruta, viewport }) => {
    const page = await casa.dentro('admin', { viewport })
    await page.goto(ruta)
    await quieta(page)
    await sinMoverse(page, ruta)
  },
)

test.each(PAGINAS.flatMap(([ruta, de]) => MEDIDAS.map((viewport) => ({ ruta, de, viewport }))))(
  '$ruta of $de at $viewport.width: nothing moves when late answers come (R-273)',
  async ({ ruta, de, viewport }) => {
    const page = de ? await casa.dentro(de, { viewport }) : await casa.visita({ viewport })
    await sinMoverse(page, ruta)
  },
)

/** Opens the page while each of its answers comes late. */
async function sinMoverse(page: Page, ruta: string): Promise<void> {
  await page.addInitScript(MOVIDO)
  // A house that has just begun has one part more on its first page, in a file of its own.
  await page.addInitScript(`localStorage.setItem('${ESTRENA}', 'sí')`)
  // Each answer, and that file, waits until what stands for it is drawn.
  await page.route(/\/api\/(?!eventos)|\/assets\/primeros-pasos/, async (route) => {
    const answer = await route.fetch()
    await dibujado(page).catch(() => {})
    await dibujado(page).catch(() => {})
    await route.fulfill({ response: answer })
  })
  await page.goto(ruta)
  await page.getByRole('heading').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"], .pulso').count()).toBe(0)
  await reposado(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const moved = await page.evaluate<[number, string[]]>('[window.movido, window.movidos]')
  expect(moved[0], moved[1].join('\n')).toBeLessThanOrEqual(0.02)
}
