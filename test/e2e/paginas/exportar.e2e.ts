import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leerPdf, textoDe } from '../../support/web/pdf.ts'
import { abrirCasa, dibujado } from '../casa.ts'

const casa = await abrirCasa()

interface Fila {
  id: number
  numero: string
  cliente: string | null
  monto: string
}
interface Lista {
  items: Fila[]
  siguiente: string | null
  total?: number
}

const LISTA = /\/api\/compras-ventas\?/

/** Opens the list of operations and waits for its first rows. */
async function abrir(page: Page, filtro = ''): Promise<Page> {
  await page.goto(`/compras-ventas${filtro}`)
  await page
    .getByRole('row', { name: /Abrir CV-/ })
    .first()
    .waitFor()
  return page
}

type Formato = 'CSV' | 'Excel (XLSX)' | 'PDF (hasta 5,000 filas)'

async function elegir(page: Page, formato: Formato): Promise<void> {
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  // A chart on the page has a CSV of its own.
  const menu = page.locator(':not(figure *)')
  await page.getByRole('button', { name: formato, exact: true }).and(menu).click()
}

async function descargar(page: Page, formato: Formato) {
  const [file] = await Promise.all([page.waitForEvent('download'), elegir(page, formato)])
  return { nombre: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Cells of the sheet by address, parsed by the browser's XML parser in a page without content policy. */
async function leer(bytes: Uint8Array): Promise<Record<string, { valor: string; tipo: string }>> {
  const sheet = unzipSync(bytes)['xl/worksheets/sheet1.xml']
  const page = await casa.visita()
  return page.evaluate(
    (xml) => {
      const sheet = new DOMParser().parseFromString(xml, 'application/xml')
      if (sheet.querySelector('parsererror, f')) throw new Error('not a sheet of plain cells')
      const cells = [...sheet.querySelectorAll('c')].map((cell) => [
        cell.getAttribute('r'),
        {
          valor: cell.textContent,
          tipo: cell.getAttribute('t') === 'inlineStr' ? 'texto' : 'numero',
        },
      ])
      return Object.fromEntries(cells)
    },
    strFromU8(sheet ?? new Uint8Array()),
  )
}

/** Answers every page of the list with the server's first page, passed through `change`. */
async function cambiar(page: Page, change: (lista: Lista) => Promise<Lista> | Lista) {
  await page.route(LISTA, async (route) => {
    const url = route
      .request()
      .url()
      .replace(/&cursor=[^&]*/, '')
    const response = await route.fetch({ url })
    const lista: Lista = await response.json()
    await route.fulfill({ response, json: await change(lista) }).catch(() => {})
  })
}

test('both files hold the filtered rows, amounts as numbers; the XLSX code loads only on use', async () => {
  const page = await casa.entrar('admin')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await abrir(page, '?tipo=venta')
  const total = Number(/(\d+) filas/.exec(await page.getByText(/^Página 1/).innerText())?.[1])
  expect(fetched.filter((url) => /\/assets\/xlsx-/.test(url))).toEqual([])

  const csv = await descargar(page, 'CSV')
  const text = csv.bytes.toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text.trim().split('\r\n')
  expect(csv.nombre).toBe('compras-ventas.csv')
  expect(lines[0]).toBe(
    'N.º,Fecha,Tipo,Cliente,Monto,Divisa,Tasa,Contravalor,Contramoneda,Ganancia,Cajero,Estado,Sucursal',
  )
  expect(lines).toHaveLength(total + 1)
  for (const line of lines.slice(1)) expect(line).toContain(',Venta,')
  expect(lines[1]).toMatch(/^CV-2025-\d{6},"\d\d\/\d\d\/\d{4}, \d\d:\d\d",/)

  const xlsx = await descargar(page, 'Excel (XLSX)')
  const cells = await leer(xlsx.bytes)
  expect(xlsx.nombre).toBe('compras-ventas.xlsx')
  expect(fetched.filter((url) => /\/assets\/xlsx-/.test(url))).toHaveLength(1)
  expect(Object.keys(cells).filter((at) => /^A\d+$/.test(at))).toHaveLength(total + 1)
  expect(cells.E2).toMatchObject({ tipo: 'numero', valor: expect.stringMatching(/^\d+\.\d\d$/) })
  expect(cells.G2).toMatchObject({ tipo: 'numero' })
  expect(cells.J2).toMatchObject({ tipo: 'numero' })
  expect(cells.F2).toMatchObject({ tipo: 'texto', valor: expect.stringMatching(/^[A-Z]{3,5}$/) })
  expect(lines[1]).toContain(`,${cells.E2?.valor},${cells.F2?.valor},${cells.G2?.valor},`)
})

test('ten thousand rows, some with hostile text, are exported unchanged under the content policy', async () => {
  const page = await casa.entrar('admin')
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      Object.assign(window, { violado: violatedDirective })
    })
  })
  const hostile = ['=1+1', '+cmd', '-x', '@SUM(A1)', '<b>&"', 'constructor', '\t=1', '9'.repeat(20)]
  let sent = 0
  await cambiar(page, (lista) => {
    const [first] = lista.items
    if (!first) return lista
    const from = sent
    sent += 200
    const items = Array.from({ length: 200 }, (_, index) => ({
      ...first,
      id: from + index,
      cliente: hostile[(from + index) % hostile.length] ?? null,
    }))
    return { ...lista, items, siguiente: sent < 10_000 ? 'otra' : null }
  })
  await abrir(page)
  sent = 0
  const { bytes } = await descargar(page, 'Excel (XLSX)')
  const cells = await leer(bytes)
  expect(Object.keys(cells).filter((at) => /^A\d+$/.test(at))).toHaveLength(10_001)
  for (const [index, text] of hostile.entries())
    expect(cells[`D${index + 2}`]).toEqual({ tipo: 'texto', valor: text })
  expect(await page.evaluate('window.violado')).toBeUndefined()
})

test('a PDF holds the filtered rows on numbered landscape sheets, with house, filters, totals and author', async () => {
  const page = await casa.entrar('admin')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      Object.assign(window, { violado: violatedDirective })
    })
  })
  const hostile = ['=1+1', 'Ñuñoa Pérez', '−x', '<b>&"()\\\\', '日本', 'á'.repeat(200)]
  let sent = 0
  await cambiar(page, (lista) => {
    const [first] = lista.items
    if (!first) return lista
    const from = sent
    sent += 200
    const items = Array.from({ length: 200 }, (_, index) => ({
      ...first,
      id: from + index,
      cliente: hostile[(from + index) % hostile.length] ?? null,
      ganancia: '-1234.50',
    }))
    return { ...lista, items, siguiente: sent < 1000 ? 'otra' : null }
  })
  await abrir(page, '?tipo=venta&buscar=a')
  sent = 0
  expect(fetched.filter((url) => /\/assets\/a-pdf-/.test(url))).toEqual([])
  const { nombre, bytes } = await descargar(page, 'PDF (hasta 5,000 filas)')
  expect(nombre).toBe('compras-ventas.pdf')
  expect(fetched.filter((url) => /\/assets\/a-pdf-/.test(url))).toHaveLength(1)
  const { titulo, paginas } = leerPdf(bytes)
  const first = textoDe(paginas[0] ?? { ancho: 0, alto: 0, textos: [] })
  expect(first).toContain(titulo)
  expect(first).toMatch(/^.+ · RUC \d{11}\n/)
  expect(first).toContain('Tipo: Venta')
  expect(first).toContain('Búsqueda: «a»')
  expect(first).toMatch(/Exportado por .+ el \d\d\/\d\d\/\d{4}, \d\d:\d\d\n/)
  expect(first).toMatch(/USD · Compramos US\$ [\d,.]+.* · Vendimos/)
  const all = paginas.map(textoDe).join('\n')
  for (const text of ['=1+1', 'Ñuñoa', '−S/ 1,234.50', '<b>&"()', '??'])
    expect(all.split(text).length).toBeGreaterThan(100)
  expect(all.match(/^CV-/gm)).toHaveLength(1000)
  expect(paginas.length).toBeGreaterThan(10)
  for (const [at, { ancho, alto, textos }] of paginas.entries()) {
    expect(ancho).toBeGreaterThan(alto)
    const texts = textos.map(({ texto }) => texto)
    expect(texts).toContain(`Página ${at + 1} de ${paginas.length}`)
    expect(texts.filter((text) => text === 'Contravalor')).toHaveLength(1)
  }
  expect(await page.evaluate('window.violado')).toBeUndefined()
})

test('more rows than a PDF holds are refused before they are fetched, with what to do', async () => {
  const page = await casa.entrar('admin')
  let asked = 0
  await cambiar(page, (lista) => {
    asked += 1
    return { ...lista, total: 5001, siguiente: 'otra' }
  })
  await abrir(page)
  asked = 0
  await elegir(page, 'PDF (hasta 5,000 filas)')
  await page.getByText('Son 5,001 filas y un PDF lleva hasta 5,000.').waitFor()
  expect(asked).toBe(1)
})

test('a report as a PDF has its totals row and leaves the same trace as a CSV', async () => {
  const page = await casa.entrar('admin')
  const noted: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reportes/exportar')) noted.push(request.postData() ?? '')
  })
  await page.goto('/reportes/ganancia?periodo=mes')
  await page
    .getByRole('row', { name: /los movimientos de/ })
    .first()
    .waitFor()
  await descargar(page, 'CSV')
  const { bytes } = await descargar(page, 'PDF (hasta 5,000 filas)')
  expect(noted).toHaveLength(2)
  expect(noted[1]).toBe(noted[0])
  const { paginas } = leerPdf(bytes)
  const text = paginas.map(textoDe).join('\n')
  expect(text).toMatch(/\nTotal\n−?S\/ [\d,]+\.\d\d\n/)
  expect(text).toContain('Ganancia por divisa')
  expect(text).toContain('En soles')
})

test('a file alone may come from a replica: a page, its print and what is chosen to be paid are of now (R-424)', async () => {
  const page = await casa.dentro('admin')
  const asked: (string | undefined)[] = []
  page.on('request', (request) => {
    const list = /\/api\/(?:compras-ventas|reportes\/comisiones)\?/.test(request.url())
    if (list) asked.push(request.headers()['x-para-archivo'])
  })
  await abrir(page, '?limite=25&desde=2025-11-01&hasta=2025-11-20')
  const print = page.getByRole('button', { name: 'Imprimir', exact: true })
  await print.click()
  await expect.poll(() => page.evaluate('window.impresiones')).toBe(1)
  await page.goto('/reportes/comisiones?limite=25')
  const before = asked.length
  await page.getByRole('button', { name: 'Elegir todo lo que espera liquidación' }).click()
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  expect(new Set(asked)).toEqual(new Set([undefined]))
  asked.length = 0
  await descargar(page, 'CSV')
  expect(new Set(asked)).toEqual(new Set(['1']))
})

test('a long export shows its progress and can be cancelled', async () => {
  const page = await casa.entrar('admin')
  let asked = 0
  const held = Promise.withResolvers<void>()
  await cambiar(page, async (lista) => {
    asked += 1
    if (asked > 2) await held.promise
    return { ...lista, total: 5000, siguiente: 'otra' }
  })
  await abrir(page)
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await page.getByRole('button', { name: 'Exportar', exact: true }).press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('progressbar', { name: 'Avance de la exportación' }).waitFor()
  await page.getByText(/Reuniendo filas: \d+ de 5000/).waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).and(page.locator(':focus')).press('Enter')
  await page
    .getByRole('button', { name: 'Exportar', exact: true })
    .and(page.locator(':focus'))
    .waitFor()
  const stopped = asked
  // The held answer arrives; no further page is requested.
  held.resolve()
  await page.evaluate(() => fetch('/api/salud'))
  await dibujado(page)
  expect(asked).toBe(stopped)
  expect(downloads).toBe(0)
  expect(casa.errores).toEqual([])
})
