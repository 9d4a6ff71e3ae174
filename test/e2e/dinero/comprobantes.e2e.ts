import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { foto, pegarFoto } from '../foto.ts'

const casa = await abrirCasa()

/** Fills in a sale of a few dollars at the counter, the soles received by Yape. */
async function ventaPorYape(monto: string) {
  const page = await casa.entrar('cajera')
  const { keyboard } = page
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await keyboard.press('F4')
  await page.getByLabel('Entregamos US$').waitFor()
  await keyboard.type(monto)
  const received = page.getByRole('group', { name: /^Recibimos/ })
  await received.getByLabel('Tipo de pago').selectOption({ label: 'Yape' })
  return { page, keyboard, received }
}

async function elegir(
  page: Page,
  name: string,
  file: { name: string; buffer: Buffer; mimeType?: string },
) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name }).press('Enter')
  await (await asked).setFiles({ mimeType: 'image/png', ...file })
}

test('by keyboard, a voucher is chosen, reduced, uploaded, registered and opened in full size', async () => {
  const { page, keyboard } = await ventaPorYape('11')
  const buffer = await foto(page)
  await elegir(page, 'Adjuntar comprobante', { name: 'yape.png', buffer })
  await page.getByText('Comprobante listo').waitFor()
  await page.getByText('yape.jpg').waitFor()
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  await page.getByRole('button', { name: 'Ver comprobante yape.jpg' }).press('Enter')
  const large = page.getByRole('dialog').getByRole('img', { name: 'Comprobante yape.jpg' })
  const size = () =>
    large.evaluate((e) => ['naturalWidth', 'naturalHeight'].map((k) => Reflect.get(e, k)).join('×'))
  await expect.poll(size).toBe('800×1600')
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // The same picture for another operation: the duplicate is reported at once, and on the operation's page.
  const first = /CV-\d{4}-\d{6}/.exec(
    await page.getByRole('heading', { level: 1 }).innerText(),
  )?.[0]
  const other = await ventaPorYape('12')
  await elegir(other.page, 'Adjuntar comprobante', { name: 'otra vez.png', buffer })
  await other.page.getByText(`Ya se usó en ${first}.`, { exact: true }).waitFor()
  await other.keyboard.press('F9')
  // The same picture needs another person's yes, and then the same key registers it.
  await other.page
    .getByText(/Falta el visto bueno de otra persona/)
    .first()
    .waitFor()
  const jefa = await casa.dentro('admin')
  await jefa.goto('/aprobaciones')
  await jefa
    .getByRole('button', { name: /^Aprobar: Visto bueno/ })
    .last()
    .press('Enter')
  await jefa.getByText('Visto bueno dado').first().waitFor()
  await other.keyboard.press('F9')
  await other.page.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  const thumb = other.page.getByRole('button', { name: `también usado en ${first}` })
  await thumb.press('Enter')
  await other.page.getByRole('link', { name: `${first}` }).waitFor()
})

test('a screenshot is pasted as voucher of a payment and removed again', async () => {
  const { page, keyboard, received } = await ventaPorYape('13')
  await received.getByLabel('Referencia').focus()
  await pegarFoto(page, await foto(page))
  await page.getByText('Comprobante listo').waitFor()
  await page.getByRole('button', { name: 'Quitar el comprobante' }).press('Enter')
  expect(await page.getByText('Comprobante listo').count()).toBe(0)
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Ver comprobante/ }).count()).toBe(0)
})

test('an upload whose answer was lost is retried automatically; a file of the wrong type is refused', async () => {
  const { page, keyboard } = await ventaPorYape('14')
  let lost = 0
  await page.route('**/api/compras-ventas/comprobantes', async (route) => {
    lost += 1
    // The request reaches the server; its answer is lost.
    if (lost === 1) {
      await route.fetch()
      return route.abort()
    }
    return route.fallback()
  })
  await elegir(page, 'Adjuntar comprobante', {
    name: 'notas.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hola'),
  })
  await page.getByRole('status').filter({ hasText: 'Adjunte una imagen' }).waitFor()
  await keyboard.press('F9')
  const summary = page.getByRole('complementary', { name: 'Resumen de la operación' })
  await summary.getByText('Hay un comprobante que no se pudo subir').waitFor()
  await page.getByRole('button', { name: 'Quitar el comprobante' }).press('Enter')
  await elegir(page, 'Adjuntar comprobante', { name: 'yape.png', buffer: await foto(page) })
  await page.getByText('Comprobante listo').waitFor()
  expect(lost).toBe(2)
  // A PDF that a phone labels as a picture is uploaded as a PDF.
  await elegir(page, 'Adjuntar comprobante', {
    name: 'pago.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(`%PDF-1.7 ${randomUUID()}`),
  })
  await page.getByText('pago.jpg').waitFor()
  await page.getByText('Comprobante listo').waitFor()
  await elegir(page, 'Adjuntar comprobante', { name: 'yape.png', buffer: await foto(page) })
  await page.getByText('yape.jpg').waitFor()
  await page.getByText('Comprobante listo').waitFor()
  await keyboard.press('F9')
  await page.getByRole('button', { name: 'Ver comprobante yape.jpg' }).waitFor()
})

test('a payment that needs a voucher gets it at its verification', async () => {
  const { page, keyboard, received } = await ventaPorYape('16')
  await received.getByLabel('Tipo de pago').selectOption({ label: 'Plin' })
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  const line = page.getByRole('row', { name: /Recibimos Plin/ })
  await line.getByText('Falta el comprobante').waitFor()
  expect(await line.getByRole('button', { name: 'Confirmar que llegó' }).count()).toBe(0)
  await elegir(page, 'Adjuntar', { name: 'plin.png', buffer: await foto(page) })
  await line.getByRole('button', { name: 'Ver comprobante plin.jpg' }).waitFor()
  await line.getByRole('button', { name: 'Confirmar que llegó' }).press('Enter')
  await line.getByText('Verificado').waitFor()
  await page.getByRole('tab', { name: 'Historial' }).click()
  await page.getByText('Adjuntó un comprobante').waitFor()
})

test('a transfer that did not come is paid in cash instead, by keyboard only', async () => {
  const { page, keyboard } = await ventaPorYape('18')
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  const row = page.getByRole('row', { name: /Recibimos Yape/ })
  await row.getByRole('button', { name: 'No llegó…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'El pago no llegó' })
  await dialog.getByText('Escriba qué pasó', { exact: false }).waitFor()
  // S/ 64.08 by Yape; in cash what coins make of it.
  expect(await dialog.getByLabel('Monto S/').inputValue()).toBe('64.00')
  await dialog.getByLabel('Qué pasó').fill('El cliente no hizo el Yape y pagó en efectivo')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Recibimos Efectivo.*Verificado/ }).waitFor()
  await row.first().getByText('Se pagó de otro modo').waitFor()
  await page.getByText('Completada').first().waitFor()
})

test('cash counted note by note, by keyboard only', async () => {
  const page = await casa.entrar('cajera')
  const { keyboard } = page
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await keyboard.type('70')
  const received = page.getByRole('group', { name: /^Recibimos/ })
  await received.getByRole('button', { name: 'Contar el efectivo' }).press('Enter')
  const grid = page.getByRole('dialog', { name: 'Efectivo que recibimos en US$' })
  const hundred = grid.getByLabel('US$ 100')
  await expect.poll(() => hundred.evaluate((e) => e === document.activeElement)).toBe(true)
  await keyboard.press('Enter')
  await keyboard.type('1')
  await grid.getByText('Faltan US$ 20.00 para el pago.').waitFor()
  await keyboard.press('Enter')
  await keyboard.type('1')
  await grid.getByText('Coincide con el pago.').waitFor()
  await keyboard.press('Enter')
  await grid.waitFor({ state: 'detached' })
  await received.getByText('Contado: 1 × 50 · 1 × 20').waitFor()
  expect(new URL(page.url()).pathname).toBe('/compras-ventas/nueva')
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await page.getByRole('row', { name: /Recibimos Efectivo.*1 × 50 · 1 × 20/ }).waitFor()
})

test('the declaración is asked for when required, stored, and marked as a copy when printed again', async () => {
  const page = await casa.entrar('admin')
  const { keyboard } = page
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await keyboard.type('5100')
  await page.getByText('Se pedirá la declaración de origen y destino').waitFor()
  // So much is in the vault, not in a till.
  const account = page.getByRole('group', { name: /^Entregamos/ }).getByLabel('Cuenta')
  const vault = account.locator('option', { hasText: 'Bóveda' }).first()
  await account.selectOption((await vault.getAttribute('value')) ?? '')
  await keyboard.press('F8')
  await keyboard.type('41000010')
  await keyboard.press('Enter')
  const client = page.getByRole('textbox', { name: /^Cliente/ })
  await expect.poll(() => client.inputValue()).toMatch(/Benavides/)
  await keyboard.press('F9')
  const dialog = page.getByRole('dialog', { name: 'Declaración de origen de fondos' })
  const target = dialog.getByLabel('Destino de los fondos')
  await expect.poll(() => target.evaluate((e) => e === document.activeElement)).toBe(true)
  expect(await dialog.getByLabel('Origen de los fondos').inputValue()).toBe('Ventas de su negocio')
  await keyboard.press('Enter')
  await dialog
    .getByText('Este dato es obligatorio.')
    .or(dialog.getByText(/al menos 3/))
    .waitFor()
  await keyboard.type('Compra de mercadería')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await page.getByText('Compra de mercadería').waitFor()
  await page.getByRole('button', { name: 'Imprimir declaración' }).click()
  const again = page.getByRole('button', { name: 'Reimprimir declaración' })
  await again.waitFor()
  await again.click()
  await expect.poll(() => page.evaluate('window.impresiones')).toBe(3)
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('section', { hasText: 'Declaro bajo juramento' })
  await paper.getByText('COPIA').waitFor()
  await paper.getByText('DNI 41000010').first().waitFor()
  expect(casa.errores).toEqual([])
})
