import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { foto, pegarFoto } from '../foto.ts'

const casa = await abrirCasa()
const { id } = await casa.app.db
  .selectFrom('clientes')
  .select('id')
  .where('num_doc', '=', '41000003')
  .executeTakeFirstOrThrow()

const DIRECCION = `/clientes/detalle/${id}?ver=documentos`
const casilla = (page: Page, nombre: string) =>
  page.getByRole('listitem').filter({ hasText: nombre }).first()
const ANVERSO = 'Documento de identidad, anverso'

/** Drops a picture where a file may be dropped. */
async function soltar(page: Page, nombre: string, picture: Buffer): Promise<void> {
  const data = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer()
    const content = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))
    transfer.items.add(new File([content], 'recibo.png', { type: 'image/png' }))
    return transfer
  }, picture.toString('base64'))
  for (const event of ['dragover', 'drop'])
    await casilla(page, nombre).dispatchEvent(event, { dataTransfer: data })
}

test('a cashier hands in a paper, drops one, pastes another in its place; compliance refuses it and reads the old one', async () => {
  const page = await casa.dentro('cajera')
  await page.goto(`/clientes/detalle/${id}`)
  await page.getByRole('link', { name: /^Faltan? \d/ }).press('Enter')
  await casilla(page, ANVERSO).getByText('Falta: lo pide N1').waitFor()
  await casilla(page, 'Declaración').getByText('Lo pedirá N2').waitFor()

  await page.getByRole('button', { name: `Subir: ${ANVERSO}` }).press('Enter')
  const dialogo = page.getByRole('dialog')
  await dialogo.getByRole('button', { name: 'Guardar' }).press('Enter')
  await dialogo.getByText('Adjunte el archivo.').first().waitFor()
  const asked = page.waitForEvent('filechooser')
  await dialogo.getByRole('button', { name: 'Adjuntar imagen o PDF' }).press('Enter')
  await (await asked).setFiles({ name: 'dni.png', mimeType: 'image/png', buffer: await foto(page) })
  await dialogo.getByText('dni.jpg').waitFor()
  await dialogo.getByLabel('Vence').fill('01/02/2030')
  await dialogo.getByRole('button', { name: 'Guardar' }).press('Enter')
  await dialogo.waitFor({ state: 'detached' })
  await casilla(page, ANVERSO).getByText('Hasta el 01/02/2030').waitFor()
  await page.getByRole('button', { name: 'dni.jpg' }).press('Enter')
  await page.getByRole('dialog').getByRole('img', { name: 'dni.jpg' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await soltar(page, 'Comprobante de domicilio', await foto(page))
  await dialogo.getByText('recibo.jpg').waitFor()
  await dialogo.getByRole('button', { name: 'Guardar' }).press('Enter')
  await dialogo.waitFor({ state: 'detached' })
  await casilla(page, 'Comprobante de domicilio').getByText('Vigente').waitFor()

  await page.getByRole('button', { name: `Reemplazar: ${ANVERSO}` }).press('Enter')
  await dialogo.getByLabel('Por qué lo reemplaza').fill('La foto salió movida')
  await pegarFoto(page, await foto(page))
  await dialogo.getByText('image.jpg').waitFor()
  await dialogo.getByRole('button', { name: 'Reemplazar' }).press('Enter')
  await page.getByRole('heading', { name: 'Anteriores' }).waitFor()
  await page.getByText('La foto salió movida').waitFor()
  await page.getByText('Lo mira cumplimiento').waitFor()

  const cum = await casa.dentro('cumplimiento')
  await cum.goto(DIRECCION)
  await cum.getByRole('button', { name: 'dni.jpg' }).waitFor()
  await casilla(cum, ANVERSO).getByRole('button', { name: 'Rechazar' }).press('Enter')
  await cum.getByRole('dialog').getByRole('textbox').fill('No es su rostro')
  await cum.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).press('Enter')
  await cum.getByText('No es su rostro').waitFor()
  // The cashier sees it without doing anything.
  await casilla(page, ANVERSO).getByText('Falta: lo pide N1').waitFor()
  expect(casa.errores).toEqual([])
})

test('what is pasted on the page is given its kind in the dialog', async () => {
  const page = await casa.dentro('cajera')
  await page.goto(DIRECCION)
  await page.getByRole('button', { name: 'Otro documento' }).waitFor()
  await pegarFoto(page, await foto(page))
  const dialogo = page.getByRole('dialog')
  await dialogo.getByText('image.jpg').waitFor()
  await dialogo
    .getByLabel('Documento', { exact: true })
    .selectOption('Declaración de origen de fondos')
  await dialogo.getByRole('button', { name: 'Guardar' }).press('Enter')
  await casilla(page, 'Declaración').getByText('Vigente').waitFor()
  expect(casa.errores).toEqual([])
})

test('on a phone the camera is offered, and nothing is wider than the screen', async () => {
  const page = await casa.entrar('cajera', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto(DIRECCION)
  await page.getByRole('button', { name: 'Subir: Documento de identidad, reverso' }).tap()
  const dialogo = page.getByRole('dialog')
  const asked = page.waitForEvent('filechooser')
  await dialogo.getByRole('button', { name: 'Tomar foto' }).tap()
  const input = (await asked).element()
  expect(await input.getAttribute('capture')).toBe('environment')
  await (await asked).setFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: await foto(page),
  })
  await dialogo.getByText('foto.jpg').waitFor()
  await dialogo.getByRole('button', { name: 'Guardar' }).tap()
  await casilla(page, 'reverso').getByText('Vigente').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(casa.errores).toEqual([])
})

test('R-346: at the counter whoever serves him sees his document and what was noted of him', async () => {
  const page = await casa.dentro('cajera')
  const looks: string[] = []
  page.on('request', (r) => {
    if (r.url().includes('/documentos/adjuntos/')) looks.push(r.url())
  })
  const panel = page.getByRole('complementary', { name: 'Resumen de la operación' })
  const documento = panel.getByRole('button', { name: /^Documento de identidad de / })
  const llega = async () => {
    await page.goto(`/compras-ventas/nueva?cliente_id=${id}`)
    await panel.getByText(/^N\d/).first().waitFor()
  }
  // Of whom there is none, nothing is fetched and no place is kept.
  await llega()
  expect(await documento.count()).toBe(0)
  expect(await panel.getByText('Notas:').count()).toBe(0)

  await page.goto(DIRECCION)
  const dialogo = page.getByRole('dialog')
  await casilla(page, ANVERSO).waitFor()
  await soltar(page, ANVERSO, await foto(page))
  await dialogo.getByText('recibo.jpg').waitFor()
  await dialogo.getByLabel('Vence').fill('01/02/2030')
  await dialogo.getByRole('button', { name: 'Guardar' }).press('Enter')
  await dialogo.waitFor({ state: 'detached' })
  await casa.app.db
    .updateTable('clientes')
    .set({ notas: 'Prefiere billetes chicos' })
    .where('id', '=', id)
    .execute()
  looks.length = 0
  await llega()
  await panel.getByText('Prefiere billetes chicos').waitFor()
  const place = await documento.boundingBox()
  await documento.locator('img').waitFor()
  // The picture came into the place that was kept for it.
  expect(await documento.boundingBox()).toEqual(place)
  expect(looks).toHaveLength(1)
  await documento.press('Enter')
  await dialogo.getByRole('img', { name: /^Documento de identidad de / }).waitFor()
  await page.keyboard.press('Escape')
  await dialogo.waitFor({ state: 'detached' })
  expect(looks).toHaveLength(1)
  expect(casa.errores).toEqual([])
})
