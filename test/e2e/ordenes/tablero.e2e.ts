import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado } from '../casa.ts'
import { llamar } from '../llamar.ts'

const casa = await abrirCasa()
const cajera = await casa.entrar('cajera')

interface Orden {
  id: number
  numero: string
  estado: string
}

/** Answers the board as a house with more open orders than one answer holds, the oldest all vencida. */
async function conMuchas(page: Page, sobran: number): Promise<void> {
  await page.route(/\/api\/ordenes\?.*limite=(200|100)/, async (route) => {
    const answer = await route.fetch()
    const body: { items: Orden[] } = await answer.json()
    const asked = new URL(route.request().url()).searchParams
    const [one] = body.items
    if (!one) return route.fulfill({ response: answer })
    const copies = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        ...one,
        id: 900_000 + i,
        numero: `OR-X-${i}`,
        estado: 'vencida',
      }))
    if (asked.get('limite') === '200') body.items = copies(200)
    else if (asked.get('estado') === 'vencida') body.items = copies(100)
    await route.fulfill({ response: answer, json: body })
  })
  await page.route('**/api/ordenes/resumen**', async (route) => {
    const answer = await route.fetch()
    const body: { estado: string; ordenes: number }[] = await answer.json()
    for (const column of body) if (column.estado === 'vencida') column.ordenes = 100 + sobran
    await route.fulfill({ response: answer, json: body })
  })
}

test('many expired orders do not crowd out the other columns, and a link shows the rest as a table', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/ordenes?vista=tablero')
  const paid = page.locator('[data-columna=pagada] [data-orden]')
  await paid.first().waitFor()
  const before = await paid.count()
  await conMuchas(page, 37)
  await page.reload()
  const column = page.locator('[data-columna=vencida]')
  await column.locator('[data-orden]').first().waitFor()
  await expect.poll(() => column.locator('[data-orden]').count()).toBe(100)
  await expect.poll(() => paid.count()).toBe(before)
  await column.getByRole('link', { name: 'Ver las 37 que faltan' }).click()
  await page.getByRole('region', { name: 'Lista de órdenes' }).waitFor()
  expect(page.url()).toMatch(/vista=tabla/)
  expect(page.url()).toMatch(/estado=vencida/)
})

test('on a phone the board starts at the first column that is not empty', async () => {
  const page = await casa.entrar('pagador', { viewport: { width: 360, height: 740 } })
  // No order waits for its client's cobro.
  await page.route(/\/api\/ordenes\?.*limite=200/, async (route) => {
    const answer = await route.fetch()
    const body: { items: Orden[] } = await answer.json()
    body.items = body.items.filter(({ estado }) => estado !== 'pendiente' && estado !== 'vencida')
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/ordenes?vista=tablero')
  const first = page.locator('[data-columna]:has([data-orden])').first()
  await first.waitFor()
  const left = () => first.evaluate((column) => column.getBoundingClientRect().left)
  await expect.poll(left).toBeLessThan(60)
  expect(await left()).toBeGreaterThanOrEqual(0)
})

type Nombrada = { id: number; nombre: string }
interface Opciones {
  corredores: { base: { iso: string }; cotizacion: { iso: string }; historico_id: number }[]
  cuentas: Nombrada[]
  tipos_pago: Nombrada[]
}
const opciones = await llamar<Opciones>(cajera, 'GET', '/ordenes/opciones')
const { corredores, cuentas, tipos_pago } = opciones
const named = (list: Nombrada[], name: string) =>
  list.find(({ nombre }) => nombre === name)?.id ?? 0

/** Creates an order with a beneficiary in Venezuela; a cobro by Yape has to be verified. */
async function crear(envia: string, yape?: string | null): Promise<Orden> {
  for (let cliente_id = 1; cliente_id <= 24; cliente_id += 1) {
    const path = `/clientes/${cliente_id}/beneficiarios`
    const list = await llamar<{ id: number; pais: string }[]>(cajera, 'GET', path)
    const found = list.find(({ pais }) => pais === 've')
    if (!found) continue
    const cobro = {
      ...{ tipo_pago_id: named(tipos_pago, 'Yape'), cuenta_id: named(cuentas, 'Yape Negocio') },
      ...{ monto: envia, referencia: yape ?? null },
    }
    const { historico_id } =
      corredores.find((c) => c.base.iso === 'PEN' && c.cotizacion.iso === 'VES') ?? {}
    const cobros = yape === undefined ? [] : [cobro]
    const who = { cliente_id, beneficiario_id: found.id }
    return llamar(cajera, 'POST', '/ordenes', {
      ...who,
      historico_id,
      envia,
      cobros,
      confirmo_duplicado: true,
    })
  }
  throw new Error('nobody sends to Venezuela')
}

test('the cash of an order is counted by denomination, by keyboard only', async () => {
  const { id, numero } = await crear('70.00')
  await cajera.goto(`/ordenes/detalle/${id}`)
  const { keyboard } = cajera
  await cajera.getByRole('button', { name: 'Registrar cobro' }).first().press('Enter')
  const dialog = cajera.getByRole('dialog', { name: `Cobro de ${numero}` })
  await dialog.getByRole('button', { name: 'Contar el efectivo' }).press('Enter')
  const grid = cajera.getByRole('dialog', { name: 'Efectivo que recibimos en S/' })
  const fifty = grid.getByLabel('S/ 50')
  await fifty.fill('1')
  await grid.getByText('Faltan S/ 20.00 para el pago.').waitFor()
  // The first denomination is 200.
  await grid.getByLabel('S/ 20').last().fill('1')
  await grid.getByText('Coincide con el pago.').waitFor()
  await keyboard.press('Enter')
  await grid.waitFor({ state: 'detached' })
  await dialog.getByText('Contado: 1 × 50 · 1 × 20').waitFor()
  // The dialog below was not submitted too.
  await dialog.getByRole('button', { name: 'Registrar cobro' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await cajera.getByRole('region', { name: 'Cobros' }).getByText('1 × 50 · 1 × 20').waitFor()
})

test('a bank reference that was used before links to its order', async () => {
  const first = await crear('31.00', 'REPE-77')
  const second = await crear('32.00', null)
  await cajera.goto(`/ordenes/detalle/${second.id}`)
  const cobros = cajera.getByRole('region', { name: 'Cobros' })
  await cobros.getByLabel('Referencia').fill('repe-77')
  await cobros.getByRole('button', { name: 'Llegó: verificar' }).press('Enter')
  const link = cobros.getByRole('link', { name: `Ver ${first.numero}` })
  expect(await link.getAttribute('href')).toBe(`/ordenes/detalle/${first.id}`)
  await cobros.getByText(`ya se usó en ${first.numero}`).waitFor()
  expect(casa.errores).toEqual([])
})

test('a card is dragged to the column of a step that its user may take; the others say why not', async () => {
  const { id, numero } = await crear('33.00', 'ARRASTRE-1')
  const admin = await casa.dentro('admin')
  await admin.goto(`/ordenes/detalle/${id}`)
  await admin.getByRole('button', { name: 'Llegó: verificar' }).click()
  await admin.getByText('Por pagar').first().waitFor()

  const page = await casa.dentro('pagador')
  await page.goto('/ordenes?vista=tablero')
  const card = page.locator(`[data-orden="${id}"]`)
  const column = (estado: string) => page.locator(`[data-columna=${estado}]`)
  await column('pagada').locator(`[data-orden="${id}"]`).waitFor()
  // The code of dragging comes when the pointer enters the board.
  await card.hover()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/arrastre')),
  )
  await dibujado(page)
  const start = await card.boundingBox()
  const over = await column('completada').boundingBox()
  await page.mouse.move((start?.x ?? 0) + 60, (start?.y ?? 0) + 60)
  await page.mouse.down()
  await page.mouse.move((start?.x ?? 0) + 80, (start?.y ?? 0) + 80, { steps: 4 })
  await page.mouse.move((over?.x ?? 0) + 60, (over?.y ?? 0) + 200, { steps: 8 })
  await column('completada').getByText('De «Por pagar» no pasa a «Completada».').waitFor()
  await column('en_proceso').getByText('Suelte para tomarla').waitFor()
  await page.mouse.up()
  await page.getByText('Suelte para tomarla').waitFor({ state: 'detached' })

  await card.dragTo(column('en_proceso'), { targetPosition: { x: 80, y: 300 } })
  await column('en_proceso').locator(`[data-orden="${id}"]`).waitFor()
  await card.dragTo(column('completada'), { targetPosition: { x: 80, y: 300 } })
  await page.getByRole('dialog', { name: new RegExp(`^Pagar ${numero}`) }).waitFor()
  expect(casa.errores).toEqual([])
})

test('whoever marks one card after the other presses nothing of the first', async () => {
  const admin = await casa.dentro('admin')
  for (const [monto, referencia] of [
    ['35.00', 'MARCA-1'],
    ['36.00', 'MARCA-2'],
  ] as const) {
    const { id } = await crear(monto, referencia)
    await admin.goto(`/ordenes/detalle/${id}`)
    await admin.getByRole('button', { name: 'Llegó: verificar' }).click()
    await admin.getByText('Por pagar').first().waitFor()
  }
  const page = await casa.dentro('pagador')
  await page.goto('/ordenes?vista=tablero')
  const marcable = '[data-orden]:has(input[type=checkbox])'
  const below = page.locator(`[data-columna=pagada] ${marcable} + ${marcable}`).first()
  const above = page.locator(`[data-columna=pagada] ${marcable}:has(+ ${marcable})`).first()
  const box = below.getByRole('checkbox')
  await above.getByRole('checkbox').click()
  await above.getByRole('button', { name: /^Tomar/ }).waitFor()
  await above.hover()
  await dibujado(page)
  // At once, without the way that the pointer of a test takes otherwise.
  const at = await box.boundingBox()
  await page.mouse.click((at?.x ?? 0) + 8, (at?.y ?? 0) + 8)
  await expect.poll(() => box.isChecked()).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('the receipt of an order is a picture that is drawn here', async () => {
  const { id, numero } = await crear('34.00', 'IMAGEN-1')
  await cajera.goto(`/ordenes/detalle/${id}`)
  const button = cajera.getByRole('button', { name: 'Enviar imagen' })
  await button.waitFor()
  // As in a shop that opens the program over http: no clipboard for pictures.
  await cajera.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const [download] = await Promise.all([cajera.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe(`${numero}.png`)
  const picture = await readFile((await download.path()) ?? '')
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.readUInt32BE(16)).toBe(1080)
  expect(casa.errores).toEqual([])
})
