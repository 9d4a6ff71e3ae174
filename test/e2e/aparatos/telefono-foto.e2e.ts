import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { foto, soltarFoto } from '../foto.ts'
import { leerQr } from '../pantallas.ts'

/* A photo comes from a phone by a QR code, and files are dropped anywhere on a page. */

const casa = await abrirCasa()
const CELULAR = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** What a phone reads on the screen, in a browser of its own where nobody is signed in. */
async function leerConElTelefono(page: Page): Promise<Page> {
  const code = page.getByRole('img', { name: 'Código QR para el teléfono' })
  await code.waitFor()
  const phone = await casa.visita(CELULAR)
  await phone.goto(await leerQr(code))
  return phone
}

async function enviar(phone: Page): Promise<void> {
  const asked = phone.waitForEvent('filechooser')
  await phone.getByRole('button', { name: 'Tomar o elegir foto o PDF' }).tap()
  const file = { name: 'IMG_2041.png', mimeType: 'image/png', buffer: await foto(phone) }
  await (await asked).setFiles(file)
  await phone.getByText('Listo: la foto ya está en la pantalla.').waitFor()
}

async function conYape(): Promise<Page> {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await page.keyboard.press('F4')
  await page.getByLabel('Entregamos US$').waitFor()
  await page.keyboard.type('11')
  const received = page.getByRole('group', { name: /^Recibimos/ })
  await received.getByLabel('Tipo de pago').selectOption({ label: 'Yape' })
  return page
}

test('the cashier shows a code, a phone without a session sends the photo, and it is the voucher of the payment', async () => {
  const page = await conYape()
  await page.getByRole('button', { name: 'Tomar la foto con el teléfono' }).press('Enter')
  const dialogo = page.getByRole('dialog', { name: 'Foto con el teléfono' })
  await dialogo.getByText(/El código sirve una vez y hasta las/).waitFor()
  // The tests serve on a name that means the phone to a phone.
  await dialogo.getByText(/un teléfono no llega ahí/).waitFor()
  const phone = await leerConElTelefono(page)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await enviar(phone)
  await dialogo.waitFor({ state: 'detached' })
  await page.getByText('Comprobante listo').waitFor()
  await page.getByText('IMG_2041.jpg').waitFor()
  await page.keyboard.press('F9')
  await page.getByRole('button', { name: 'Ver comprobante IMG_2041.jpg' }).waitFor()

  // The code is worth one photo.
  await phone.reload()
  await phone.getByText(/Este código ya no sirve/).waitFor()
  expect(casa.errores).toEqual([])
})

test('a window that was closed takes nothing; without a key the page says what to do', async () => {
  const page = await conYape()
  await page.getByRole('button', { name: 'Tomar la foto con el teléfono' }).press('Enter')
  const phone = await leerConElTelefono(page)
  await phone.getByRole('button', { name: 'Tomar o elegir foto o PDF' }).waitFor()
  const closed = page.waitForResponse(/\/telefono\/enlaces\/\d+\/cerrar/)
  await page.keyboard.press('Escape')
  await closed
  const asked = phone.waitForEvent('filechooser')
  await phone.getByRole('button', { name: 'Tomar o elegir foto o PDF' }).tap()
  await (await asked).setFiles({
    name: 'tarde.png',
    mimeType: 'image/png',
    buffer: await foto(phone),
  })
  await phone
    .getByRole('alert')
    .getByText(/Este código ya no sirve/)
    .waitFor()
  await phone.goto('/telefono')
  await phone.getByText('Lea con la cámara el código que muestra la pantalla').waitFor()
  expect(casa.errores).toEqual([])
})

test('a code that is replaced is closed, and one that comes after its window was closed is closed too', async () => {
  const page = await conYape()
  const open = () =>
    page.getByRole('button', { name: 'Tomar la foto con el teléfono' }).press('Enter')
  const closes = () => page.waitForRequest(/\/telefono\/enlaces\/\d+\/cerrar/)
  const estado = /\/api\/telefono\/enlaces\/\d+$/
  await page.route(estado, (route) => route.fulfill({ json: { estado: 'cerrado', nombre: null } }))
  await open()
  await page.getByRole('alert').getByText('Este código ya no sirve.').waitFor()
  await page.unroute(estado)
  const former = closes()
  const next = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/telefono/enlaces'),
  )
  await page.getByRole('button', { name: 'Mostrar otro código' }).click()
  const first = await Promise.race([former, next])
  expect(first.url()).toMatch(/cerrar$/)
  await page.getByRole('img', { name: 'Código QR para el teléfono' }).waitFor()
  const last = closes()
  await page.keyboard.press('Escape')
  await last

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = () => {}
  const opening = new Promise<void>((resolve) => {
    asked = resolve
  })
  await page.route(/\/api\/telefono\/enlaces$/, async (route) => {
    asked()
    await held
    await route.continue()
  })
  await open()
  await opening
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const late = closes()
  answer()
  await late
  expect(casa.errores).toEqual([])
})

test('a client’s paper comes from the phone into the dialog that asked for it', async () => {
  const { id } = await casa.app.db
    .selectFrom('clientes')
    .select('id')
    .where('num_doc', '=', '41000003')
    .executeTakeFirstOrThrow()
  const page = await casa.dentro('cajera')
  await page.goto(`/clientes/detalle/${id}?ver=documentos`)
  await page.getByRole('button', { name: 'Subir: Documento de identidad, anverso' }).press('Enter')
  const paper = page.getByRole('dialog').first()
  await paper.getByRole('button', { name: 'Tomar la foto con el teléfono' }).press('Enter')
  await enviar(await leerConElTelefono(page))
  await paper.getByText('IMG_2041.jpg').waitFor()
  await paper.getByRole('progressbar').waitFor({ state: 'detached' })
  await paper.getByRole('button', { name: 'Guardar' }).press('Enter')
  await page.getByRole('button', { name: 'IMG_2041.jpg' }).waitFor()
  expect(casa.errores).toEqual([])
})

test('a file dropped anywhere becomes the voucher; where no field takes one, the page stays', async () => {
  const page = await conYape()
  expect(await soltarFoto(page.locator('h1'))).toBe(true)
  await page.getByText('recibo.jpg').waitFor()
  await page.getByText('Comprobante listo').waitFor()
  // A dialog over the page takes it, and nothing under it.
  await page.getByRole('button', { name: 'Quitar el comprobante' }).click()
  await page.getByRole('button', { name: 'Tomar la foto con el teléfono' }).press('Enter')
  await page.getByRole('img', { name: 'Código QR para el teléfono' }).waitFor()
  expect(await soltarFoto(page.locator('h1'))).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByText('recibo.jpg').count()).toBe(0)

  await page.goto('/monedas')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await soltarFoto(page.locator('h1'))).toBe(false)
  expect(casa.errores).toEqual([])
})
