import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { AHORA, abrirCasa, dibujado } from '../casa.ts'

const casa = await abrirCasa()

const TELEFONO = { viewport: { width: 360, height: 740 }, hasTouch: true }

/** Every screen with a list that has rows on the first day of the demo. */
const LISTAS = [
  '/compras-ventas',
  '/ordenes?vista=tabla',
  '/clientes',
  '/cuentas',
  '/cuentas/movimientos',
  '/cuentas/ajustes',
  '/transferencias',
  '/gastos',
  '/gastos/recurrentes',
  '/gastos-categorias',
  '/usuarios',
  '/pares-divisas',
  '/tipos-cambios',
  '/tipos-pagos',
  '/entidades-financieras',
  '/monedas',
  '/sucursales',
  '/competidores',
  '/auditoria',
  '/cierres/cajas',
  '/reportes/comisiones?desde=2025-11-01&hasta=2025-11-30',
  '/comisiones/reglas',
  '/reportes/volumen',
  '/reportes/volumen/documentos',
  '/reportes/ganancia',
  '/reportes/ganancia/movimientos',
  '/reportes/clientes',
  '/reportes/posicion',
  '/reportes/excepciones',
  '/posiciones',
  '/telegram/envios',
  '/competencia',
  '/competencia/tasas',
  '/libro',
  '/libro/diario',
]

let abierta: Promise<Page> | undefined
/** One page for all lists: each of them is opened by its address. */
const pagina = () => {
  abierta ??= casa.dentro('admin', TELEFONO).then(async (page) => {
    // Days are those of the house's clock.
    await page.clock.setFixedTime(AHORA)
    return page
  })
  return abierta
}

/** Opens a list and waits for its rows. */
async function abrir(page: Page, lista: string) {
  await page.goto(lista)
  const rows = page.locator('#contenido tbody tr:has(> td):not(:has(.pulso))')
  await rows.first().waitFor()
  await dibujado(page)
  return rows
}

/**
 * In the browser: what of these rows is more than two lines, by their own line, without a name, an amount, an end or a
 * part that is read whole needing more; or is cut from below.
 */
function altas(rows: (SVGElement | HTMLElement)[]): string[] {
  return rows.flatMap((row) => {
    const style = getComputedStyle(row)
    const [line = 0, ...edges] = [
      style.lineHeight,
      style.paddingTop,
      style.paddingBottom,
      style.borderTopWidth,
      style.borderBottomWidth,
    ].map(Number.parseFloat)
    const frame = edges.reduce((sum, one) => sum + one, 1)
    const tall = (name: string) => row.querySelector(`[data-${name}]`)?.clientHeight ?? 0
    const first = Math.max(line, tall('principal'), tall('importe'))
    // What decides and the end, which have a line more where they have no room beside each other.
    const end = row.querySelector('[data-fin]')
    const fixed = [...row.querySelectorAll<HTMLElement>('[data-fijo] > span')]
    const needs = [...fixed, ...(end ? [end] : [])].reduce(
      (sum, one) => sum + 6 + (one.matches('[data-cede]') ? 56 : one.scrollWidth),
      0,
    )
    const small = row.querySelector('[data-menudo]')
    const below =
      small && end && end.getBoundingClientRect().top > small.getBoundingClientRect().bottom - 4
    const room = row.clientWidth - Number.parseFloat(style.paddingLeft) - 12
    const wraps = fixed.length > 0 ? needs > room : below
    const more = tall('entera') + (wraps ? Math.max(line, tall('fin')) : 0)
    const { height } = row.getBoundingClientRect()
    const cut = [...row.children].filter(
      // The rest of the small print hides what has no room in its line.
      (cell) => !cell.matches('[data-resto]') && cell.scrollHeight > cell.clientHeight + line / 2,
    )
    return height <= first + line + more + frame + 4 && cut.length === 0
      ? []
      : [`${Math.round(height)} px, ${cut.length} cut: ${row.textContent?.slice(0, 60)}`]
  })
}

/**
 * In the browser: the rows whose state, or another part named here, is not whole within what they show. A part of the
 * small print is cut by its own cell.
 */
function sinDecir(rows: (SVGElement | HTMLElement)[], claves: readonly string[]): string[] {
  return rows.flatMap((row) =>
    claves.flatMap((clave) => {
      const parts = [
        ...row.querySelectorAll(`[data-clave="${clave}"] > *, span[data-clave="${clave}"]`),
      ]
      const cut = parts.some((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        if (right === left) return false
        // A name gives some of its room, and is known by its beginning.
        const box = part.closest('[data-fijo]') ? row : (part.closest('td') ?? row)
        return [row, box].some((box) => {
          const seen = box.getBoundingClientRect()
          // The ellipsis of what is cut after it takes its room, and hides a badge whole.
          const badge = box.matches('[data-menudo]') && part.querySelector('.ficha')
          const dots = badge && box.scrollWidth > box.clientWidth ? 14 : -1
          return (
            left < seen.left - 1 ||
            right > seen.right - dots ||
            top < seen.top - 4 ||
            bottom > seen.bottom + 4
          )
        })
      })
      return cut ? [`${clave}: ${row.textContent?.slice(0, 60)}`] : []
    }),
  )
}

/** What decides in the rows of a list, besides their state. */
const DECIDEN: Record<string, readonly string[]> = {
  '/compras-ventas': ['tipo', 'numero', 'cliente', 'monto', 'tasa', 'contravalor'],
  '/ordenes?vista=tabla': ['numero', 'cliente', 'beneficiario', 'envia', 'recibe'],
  '/transferencias': ['numero', 'tipo', 'monto', 'origen', 'recibido'],
  '/gastos': ['numero', 'monto', 'descripcion', 'cuenta'],
  '/cuentas': ['nombre', 'saldo', 'disponible'],
  '/cuentas/movimientos': ['concepto', 'ingreso', 'egreso', 'numero_operacion', 'saldo_despues'],
  '/cuentas/ajustes': ['numero', 'motivo', 'importe', 'cuenta', 'solicitante'],
  '/clientes': ['nombre', 'documento', 'vence_doc', 'celular', 'nivel', 'riesgo'],
  '/auditoria': ['accion', 'objeto'],
  '/libro/diario': ['cuenta'],
  '/reportes/excepciones': ['frase', 'importe', 'documento'],
  '/reportes/volumen/documentos': ['numero', 'cliente', 'monto', 'contravalor'],
}

/** In the browser: what of these rows is cut at the edge of its cell, but for the small print, whose end may be. */
function cortadas(rows: (SVGElement | HTMLElement)[]): string[] {
  return rows.flatMap((row) =>
    [...row.querySelectorAll<HTMLElement>('td:not([data-marca], [data-fijo])')].flatMap((cell) => {
      const { right, bottom } = cell.getBoundingClientRect()
      const clips = getComputedStyle(cell).overflow !== 'visible'
      const cut =
        !cell.matches('[data-menudo]') &&
        ((clips && cell.scrollWidth > cell.clientWidth) ||
          right > row.getBoundingClientRect().right ||
          bottom > row.getBoundingClientRect().bottom + 1 ||
          [...cell.querySelectorAll('*')].some(
            (part) =>
              !part.matches('.solo-lectores, .solo-lectores *') &&
              part.getBoundingClientRect().right > right + 1,
          ))
      return cut ? [`${cell.dataset.clave ?? cell.outerHTML.slice(4, 20)}: ${row.textContent}`] : []
    }),
  )
}

/**
 * In the browser: what a finger would miss (WCAG 2.5.8). A link within a line of text is as high as the line; what leads
 * from a whole card, or is pressed by its label, is as large as they are.
 */
function chicos(): string[] {
  const all = document.querySelectorAll<HTMLElement>(
    'a[href]:not([data-carta], p a, [data-fijo] a, [data-menudo] a, [data-entera] a), button, input, select, textarea, [role=button]',
  )
  return [...all].flatMap((one) => {
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
    if (!one.checkVisibility({ visibilityProperty: true }) || width <= 1 || height <= 1) return []
    const name = one.getAttribute('aria-label') ?? one.textContent ?? ''
    return width >= 24 && height >= 24
      ? []
      : [`${one.tagName} ${Math.round(width)}x${Math.round(height)} ${name.slice(0, 40)}`]
  })
}

/** Lists whose rows have a state. */
const CON_ESTADO = ['/compras-ventas', '/ordenes?vista=tabla', '/clientes', '/transferencias']

/** What is wrong with the rows of a list in a window of this width. */
async function cortado(page: Page, rows: Locator, width: number, decides: readonly string[]) {
  const cut = [
    ...(await rows.evaluateAll(cortadas)),
    ...(await rows.evaluateAll(sinDecir, ['estado', 'estatus', ...decides])),
  ]
  const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - width
  return [
    ...cut.slice(0, 3).map((row) => `${width}: cut: ${row} (of ${cut.length})`),
    ...(wide > 0 ? [`${width}: ${wide} px too wide`] : []),
  ]
}

test.each(LISTAS)(
  'on a phone: in %s rows are two lines and what is read whole, nothing that decides is cut at 360 and 320 px, and a finger finds all (R-323, R-349, R-378)',
  async (lista) => {
    const page = await pagina()
    await page.setViewportSize(TELEFONO.viewport)
    const rows = await abrir(page, lista)
    const decides = DECIDEN[lista] ?? []
    const faults = await rows.evaluateAll(altas)
    const apart = await rows.first().evaluate((row) => {
      const top = (cell: Element | null) => cell?.getBoundingClientRect().top ?? 0
      const name = row.querySelector('[data-principal]')
      return top(row.querySelector('[data-importe]') ?? name) - top(name)
    })
    if (Math.abs(apart) > 4) faults.push(`the amount stands ${apart} px apart from its name`)
    const missing = await rows
      .first()
      .evaluate(
        (row, claves) => claves.filter((one) => !row.querySelector(`[data-clave="${one}"]`)),
        decides,
      )
    faults.push(...missing.map((one) => `${one} is not in the row`))
    if (CON_ESTADO.includes(lista) && !(await rows.locator('[data-clave="estado"]').count()))
      faults.push('no row has a state')
    faults.push(...(await page.evaluate(chicos)).map((one) => `smaller than 24 px: ${one}`))
    faults.push(...(await cortado(page, rows, 360, decides)))
    await page.setViewportSize({ width: 320, height: 740 })
    await dibujado(page)
    faults.push(...(await cortado(page, rows, 320, decides)))
    expect(faults).toEqual([])
    expect(casa.errores).toEqual([])
  },
)

test.each(['/ordenes?vista=tabla', '/compras-ventas', '/clientes', '/transferencias', '/gastos'])(
  'on a phone the small print of %s is one line, but for a warning (R-378)',
  async (lista) => {
    const page = await pagina()
    await page.setViewportSize(TELEFONO.viewport)
    const rows = await abrir(page, lista)
    const small = await rows.evaluateAll(
      (all, lista) =>
        all.flatMap((row) => {
          const warned =
            lista === '/clientes'
              ? /faltan|por aprobar|Vencid|PEP|Alto|Medio/.test(row.textContent ?? '')
              : row.querySelectorAll('[data-fin] .ficha').length > 1
          const from = row.querySelector('[data-principal]')?.getBoundingClientRect().bottom ?? 0
          const high = row.getBoundingClientRect().bottom - from
          return warned ? [] : [{ high: Math.round(high), text: row.textContent }]
        }),
      lista,
    )
    expect(small.length).toBeGreaterThan(1)
    expect(small.filter(({ high }) => high > 36)).toEqual([])
    expect(casa.errores).toEqual([])
  },
)

test('on a phone a state that ended well is a check, whose word is read aloud, and a number has no year', async () => {
  const page = await pagina()
  await page.setViewportSize(TELEFONO.viewport)
  const rows = await abrir(page, '/compras-ventas')
  const done = rows.filter({ hasText: 'Completada' }).first()
  const size = await done
    .locator('[data-fin] .ficha')
    .evaluate((badge) => [badge.clientWidth, getComputedStyle(badge).fontSize])
  expect(size).toEqual([20, '0px'])
  expect(await done.ariaSnapshot()).toContain('Completada')
  expect(await rows.first().locator('[data-clave=numero]').innerText()).toMatch(/^\d{1,4}$/)
  expect(casa.errores).toEqual([])
})

test('on a phone a row that opens no record shows all of its second line while it has the focus', async () => {
  const page = await casa.dentro('admin', TELEFONO)
  const rows = await abrir(page, '/competencia/tasas')
  const small = rows.first().locator('[data-menudo]')
  const cut = () => small.evaluate((cell) => cell.scrollWidth > cell.clientWidth)
  expect(await cut()).toBe(true)
  await rows.first().tap()
  await expect.poll(cut).toBe(false)
  await page.keyboard.press('ArrowDown')
  await expect.poll(cut).toBe(true)
  expect(casa.errores).toEqual([])
})

test('on a phone rows begin on the first screen: the totals above them open with a button', async () => {
  const page = await casa.dentro('admin', TELEFONO)
  for (const lista of ['/compras-ventas', '/ordenes?vista=tabla', '/gastos', '/transferencias']) {
    const rows = await abrir(page, lista)
    const second = await rows.nth(1).boundingBox()
    expect(second && second.y + second.height < 640).toBe(true)
    const totals = page.locator('#contenido').getByLabel(/^Totales de lo filtrado/)
    expect(await totals.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Totales', expanded: false }).tap()
    await totals.waitFor()
    await page.getByRole('button', { name: 'Totales', expanded: true }).tap()
    await totals.waitFor({ state: 'hidden' })
  }
  expect(casa.errores).toEqual([])
})

test('on a phone the figures of a report stand at one height, also under a title that leads somewhere', async () => {
  const page = await casa.dentro('admin', TELEFONO)
  await abrir(page, '/reportes/excepciones')
  const totales = page.getByLabel('Totales del período')
  const [first, second] = await totales
    .locator('dd')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(second).toBe(first)
  expect(await totales.locator('dd:empty').count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('on a phone the edge of a row marks it, and the rest of it opens its record', async () => {
  const page = await casa.dentro('admin', TELEFONO)
  const rows = await abrir(page, '/compras-ventas')
  await rows.nth(1).tap({ position: { x: 4, y: 4 } })
  await page.getByText('1 marcada').waitFor()
  await rows.nth(1).tap({ position: { x: 4, y: 50 } })
  await page.getByText('1 marcada').waitFor({ state: 'detached' })
  await rows.nth(1).tap({ position: { x: 200, y: 45 } })
  await page.waitForURL(/compras-ventas\/detalle/)
  expect(casa.errores).toEqual([])
})

const OTRAS = {
  ...{ '/ordenes': 'Órdenes', '/aprobaciones': 'Aprobaciones', '/telegram': 'Telegram' },
  ...{ '/usuarios/roles': 'Roles', '/pizarra/administrar': 'Pizarra' },
}

test('on a phone nothing to press is smaller than 24 px on other pages either', async () => {
  const page = await pagina()
  await page.setViewportSize(TELEFONO.viewport)
  const faults: string[] = []
  for (const [ruta, name] of Object.entries(OTRAS)) {
    await page.goto(ruta)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await expect.poll(() => page.getByText('Cargando…').count()).toBe(0)
    await dibujado(page)
    faults.push(...(await page.evaluate(chicos)).map((fault) => `${ruta}: ${fault}`))
  }
  expect(faults).toEqual([])
  expect(casa.errores).toEqual([])
})
