import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { ESTRENA } from '../../../src/web/estreno.ts'
import { ENSAYO } from '../../support/vitest/ensayo.ts'
import { abrirCasa, dibujado, reposado } from '../casa.ts'

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
  }).observe({ type: 'layout-shift', buffered: true })
  // On a slow machine the list would be shown before its totals.
  const hoja = new CSSStyleSheet()
  hoja.replaceSync('[data-primera] ~ * { animation: none !important }')
  document.adoptedStyleSheets.push(hoja)`

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

/** A page in its widths: in both in a rehearsal, else in one or the other in turn. */
const enSusMedidas = <T>(all: readonly T[]) =>
  all.flatMap((pagina, n) =>
    MEDIDAS.filter((_, at) => ENSAYO || at === n % 2).map((viewport) => ({ pagina, viewport })),
  )

/**
 * Pages with as many totals as the house has currencies: where the browser was never there, what stands below waits for
 * them; afterwards their place is as high as it was at the last visit.
 */
const CON_TOTALES = [
  '/cuentas',
  '/cuentas/movimientos',
  '/cuentas/ajustes',
  '/gastos',
  '/transferencias',
  '/ordenes?vista=tabla',
  '/libro',
  '/auditoria',
  '/compras-ventas',
  '/reportes/excepciones',
]

test.each(enSusMedidas(CON_TOTALES))(
  '$pagina at $viewport.width: nothing moves at the first visit, nor at the second (R-273)',
  async ({ pagina: ruta, viewport }) => {
    const page = await casa.dentro('admin', { viewport })
    await preparar(page)
    expect((await movido(page, ruta)).join('\n')).toBe('')
    expect((await movido(page, ruta)).join('\n')).toBe('')
  },
)

/** Every other list that has a page. */
const LISTAS = [
  ...['/libro/diario', '/posiciones', '/ordenes/lotes', '/usuarios', '/telegram/envios'],
  ...['/aprobaciones', '/notificaciones', '/cuentas/detalle/1', '/cuentas/detalle/1?ver=estado'],
  ...['/cierres', '/cierres/cajas', '/cierres/diferencias', '/cierres/arqueos'],
  ...['/compras-ventas?vista=tickets', '/transferencias?vista=ordenes', '/gastos/recurrentes'],
  ...['/gastos-categorias', '/tipos-pagos', '/entidades-financieras', '/paises', '/monedas'],
  ...['/sucursales', '/competidores', '/servicio-reglas', '/comisiones/reglas'],
  ...['/comisiones/liquidaciones', '/reportes/comisiones?desde=2025-11-01&hasta=2025-11-20'],
  ...['/reportes/comisiones', '/reportes/ro', '/reportes/posicion', '/reportes/clientes'],
  ...['/reportes/arqueos', '/reportes/volumen/documentos', '/reportes/ganancia/movimientos'],
  ...['/pares-divisas', '/pares-divisas/fuentes', '/pares-divisas/detalle/1?ver=tasas'],
  ...['/tipos-cambios', '/tipos-cambios/operaciones/1', '/competencia'],
]

test.each(MEDIDAS)('at $width: nothing moves in any other list (R-273)', async (viewport) => {
  const page = await casa.dentro('admin', { viewport })
  await preparar(page)
  const moved: string[] = []
  const some = LISTAS.filter((_, n) => ENSAYO || n % 2 === MEDIDAS.indexOf(viewport))
  for (const ruta of some) moved.push(...(await movido(page, ruta)))
  expect(moved.join('\n')).toBe('')
})

test.each(enSusMedidas(PAGINAS))(
  '$pagina at $viewport.width: nothing moves when late answers come (R-273)',
  async ({ pagina: [ruta, de], viewport }) => {
    const page = de ? await casa.dentro(de, { viewport }) : await casa.visita({ viewport })
    await preparar(page)
    expect((await movido(page, ruta)).join('\n')).toBe('')
  },
)

/** Measures what moves in each page that is opened from now on, while each of its answers comes late. */
async function preparar(page: Page): Promise<void> {
  await page.addInitScript(MOVIDO)
  // A house that has just begun has one part more on its first page, in a file of its own.
  await page.addInitScript(`localStorage.setItem('${ESTRENA}', 'sí')`)
  // Each answer, and that file, waits until what stands for it is drawn; the currencies come after all others, so that
  // an amount that is shown without its own is seen.
  const tarde = /\/api\/(?!eventos)|\/assets\/primeros-pasos/
  const ultima = (request: Request) => request.url().endsWith('/api/monedas/todas')
  const otras = new Set<Request>()
  // Counted as they are told, in their order: one that the page gave up may have ended before it comes by the route.
  page.on('request', (request) => {
    if (tarde.test(request.url()) && !ultima(request)) otras.add(request)
  })
  page.on('requestfinished', (request) => otras.delete(request))
  page.on('requestfailed', (request) => otras.delete(request))
  await page.route(tarde, async (route) => {
    const last = ultima(route.request())
    const answer = await route.fetch().catch(() => null)
    await dibujado(page).catch(() => {})
    await dibujado(page).catch(() => {})
    if (last) await expect.poll(() => otras.size).toBe(0)
    if (last) await dibujado(page).catch(() => {})
    if (answer) await route.fulfill({ response: answer }).catch(() => {})
  })
}

/** Opens the page; what moved in it, where that is more than a person would see. */
async function movido(page: Page, ruta: string): Promise<string[]> {
  await page.goto(ruta)
  await page.getByRole('heading').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"], .pulso').count()).toBe(0)
  await reposado(page)
  const [sum, moved] = await page.evaluate<[number, string[]]>('[window.movido, window.movidos]')
  return sum > 0.02 ? [`${ruta} ${sum.toFixed(4)}`, ...moved] : []
}
