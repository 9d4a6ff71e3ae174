import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado, reposado } from '../casa.ts'

/* The focus is never lost, and a key pressed in a dialog acts on that dialog only. */

const casa = await abrirCasa()

/** The name of the focused element; `BODY` means that nothing has the focus. */
const foco = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at?.getAttribute('aria-label') || at?.id || at?.textContent?.trim() || at?.tagName
  })

const nowhere = (page: Page) => page.evaluate(() => document.activeElement === document.body)

/** Expects a focused element now and after all animations: a dialog that closes late may drop the focus. */
async function somewhere(page: Page): Promise<void> {
  await expect.poll(() => nowhere(page)).toBe(false)
  await reposado(page)
  expect(await nowhere(page)).toBe(false)
}

test('after signing in, the focus is in the page', async () => {
  const page = await casa.visita()
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('cajera')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('contenido')
})

test('after signing out, the user name field has the focus', async () => {
  const page = await casa.entrar('cajera')
  await page.getByRole('button', { name: 'Salir', exact: true }).press('Enter')
  await page.getByLabel('Usuario o correo').waitFor()
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await expect.poll(name).toBe('usuario')
  await reposado(page)
  expect(await name()).toBe('usuario')
})

test('a cancelled dialog returns the focus to its button; after Anular the focus is in the page', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas/detalle/1')
  const button = page.getByRole('button', { name: 'Anular', exact: true })
  await button.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => foco(page)).toBe('Anular')
  await button.press('Enter')
  await dialog.getByLabel('Motivo').fill('El cliente se arrepintió de la operación.')
  await dialog.getByRole('button', { name: 'Anular', exact: true }).press('Enter')
  await page.getByText('Anulada', { exact: true }).first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  await somewhere(page)
})

test('Editar precios focuses the first price; after Publicar the focus is in the page', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/pares-divisas')
  await page.getByRole('button', { name: 'Editar precios' }).press('Enter')
  await expect.poll(() => foco(page)).toMatch(/^Compra de /)
  await page.getByLabel('Compra de USD/PEN, Perú').fill('3.530')
  await page.keyboard.press('Control+Enter')
  const review = page.getByRole('dialog', { name: 'Revisar impacto' })
  await review.getByRole('button', { name: 'Publicar' }).press('Enter')
  await page.getByRole('region', { name: 'Resultado de la publicación' }).waitFor()
  await review.waitFor({ state: 'detached' })
  await somewhere(page)
})

test('from the search box of a list, down or Enter goes to its first row', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/clientes')
  const box = page.getByRole('searchbox', { name: /Buscar/ })
  await page
    .getByRole('row', { name: /^Abrir/ })
    .first()
    .waitFor()
  for (const key of ['ArrowDown', 'Enter']) {
    await box.press(key)
    await expect.poll(() => foco(page)).toMatch(/^Abrir /)
  }
})

test('a button that is disabled while saving regains the focus after a refusal', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/compras-ventas/detalle/2')
  const held = Promise.withResolvers<void>()
  const asked = page.waitForRequest(
    (request) => request.method() !== 'GET' && request.url().includes('/api/compras-ventas/'),
  )
  await page.route('**/api/compras-ventas/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await held.promise
    await route.fulfill({ status: 409, json: { message: 'Ahora no se puede.', codigo: 'DIA' } })
  })
  await page.getByRole('button', { name: 'Anular', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('El cliente se arrepintió de la operación.')
  await dialog.getByRole('button', { name: 'Anular', exact: true }).press('Enter')
  await asked
  await dibujado(page)
  held.resolve()
  await page.getByText('Ahora no se puede.').first().waitFor()
  await expect.poll(() => foco(page)).toBe('Anular')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(
    true,
  )
})

test('when a focused button is removed, the focus moves to the page', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/clientes')
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  await page.evaluate(() => {
    const button = document.createElement('button')
    document.querySelector('main')?.append(button)
    button.focus()
    setTimeout(() => button.remove(), 50)
  })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('contenido')
})

test('a click on an empty area removes the focus, and nothing takes it back', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/clientes/nuevo')
  await page.getByLabel('Nombres').focus()
  // A point between the bar's items, outside the page's content.
  await page.mouse.click(930, 24)
  await page.evaluate(() => document.body.append(document.createElement('i')))
  await dibujado(page)
  expect(await nowhere(page)).toBe(true)
})

test.each([
  ['/ordenes/nueva', 'ordenes', /^Entrega S\//, '46123457'],
  ['/compras-ventas/nueva', 'compras-ventas', /^Recibimos US/, '46123458'],
])(
  'Enter in «Cliente nuevo» sends nothing of the form behind it: %s',
  async (path, area, amount, documento) => {
    const page = await casa.dentro('admin')
    await page.goto(path)
    await page.getByLabel(amount).first().fill('100')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await page.getByRole('button', { name: 'Cliente nuevo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cliente nuevo' })
    const number = dialog.getByLabel('Número de documento')
    await number.fill(documento)
    await number.press('Enter')
    // The missing field of the dialog shows its error and has the focus.
    await dialog.getByRole('alert').first().waitFor()
    // If the form behind had been submitted, a notice would name its missing fields.
    const warnings = page.locator('.Toastify__toast--warning')
    await reposado(page)
    expect(await warnings.count()).toBe(0)
    expect(
      await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
    ).toBe(true)
    await dialog.getByLabel('Nombres').fill('Rosa')
    await dialog.getByLabel('Apellidos').fill('Quispe')
    await dialog.getByLabel('Celular').fill('987654321')
    await dialog.getByLabel('Celular').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await reposado(page)
    expect(await warnings.count()).toBe(0)
    expect(sent).toEqual(['/api/clientes'])
    expect(page.url()).toContain(`/${area}/nueva`)
    await expect.poll(() => foco(page)).toBe('campo-cliente')
  },
)

test('no page threw', () => {
  expect(casa.errores).toEqual([])
})
