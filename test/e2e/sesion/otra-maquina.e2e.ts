import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ENSAYO } from '../../support/vitest/ensayo.ts'
import { pantallas } from '../../support/web/pantallas.ts'
import { abrirCasa } from '../casa.ts'
import { foto, pegarFoto } from '../foto.ts'
import { ir } from '../pantallas.ts'

/*
 * The program opened from another machine of the shop: http at a host that is not localhost. Browsers withhold some of
 * their APIs (clipboard, crypto) from such an insecure page.
 */

const casa = await abrirCasa()
const entrar = (usuario: string) => casa.entrar(usuario, { baseURL: casa.urlDeOtra })

/** The text on the clipboard, read through a page that has the permission. */
async function portapapeles(page: Page): Promise<string> {
  const context = page.context()
  await context.grantPermissions(['clipboard-read'], { origin: casa.url })
  const reader = await context.newPage()
  await reader.goto(`${casa.url}/no-existe`)
  const text = await reader.evaluate(() => navigator.clipboard.readText())
  await reader.close()
  await page.bringToFront()
  return text
}

test('the page is not a secure context: the other tests of this file depend on it', async () => {
  const page = await casa.visita({ baseURL: casa.urlDeOtra })
  await page.goto('/')
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([
    false,
    false,
  ])
})

test('from another machine every screen opens', async () => {
  const page = await entrar('admin')
  const wrong: string[] = []
  for (const [n, screen] of (await pantallas()).entries()) {
    // All of them in a rehearsal.
    if (!ENSAYO && n % 3 !== 0) continue
    if (screen.acceso === 'publico' || screen.acceso === 'ingreso') continue
    await ir(page, screen.path.replace(/\$\w+/g, '1'))
    // The page of a row is named by the row.
    await page.waitForFunction(
      ({ title, row }) =>
        document.title === title || (row && document.title.endsWith(' · Cambista')),
      { title: `${screen.titulo} · Cambista`, row: screen.path.includes('$') },
    )
    const main = page.locator('main')
    await main.getByText(/\S/).first().waitFor()
    if ((await main.getByText('No se pudo mostrar esta pantalla').count()) > 0)
      wrong.push(screen.path)
    // Two screens may have the same title: it is cleared so that the next one is recognized.
    await page.evaluate(() => {
      document.title = ''
    })
  }
  expect(wrong).toEqual([])
  expect(casa.errores).toEqual([])
})

test('from another machine a sale is registered, its voucher pasted', async () => {
  const page = await entrar('cajera')
  const { keyboard } = page
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  await keyboard.press('F4')
  await page.getByLabel('Entregamos US$').waitFor()
  await keyboard.type('17')
  const received = page.getByRole('group', { name: /^Recibimos/ })
  await received.getByLabel('Tipo de pago').selectOption({ label: 'Yape' })
  await received.getByLabel('Referencia').focus()
  await pegarFoto(page, await foto(page))
  await page.getByText('Comprobante listo').waitFor()
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Venta CV-/ }).waitFor()
  await page.getByRole('button', { name: /^Ver comprobante/ }).waitFor()
})

test('from another machine an order is registered and its payment data are copied', async () => {
  const page = await entrar('cajera')
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('100')
  await page.keyboard.press('F8')
  await page.keyboard.type('gabriela')
  await page.getByRole('option', { name: /Gabriela/ }).click()
  await page.getByText(/Gabriela recibe Bs/).waitFor()
  await page.keyboard.press('F9')
  await page.waitForURL(/\/ordenes\/detalle\/\d+/)
  await page.getByRole('button', { name: /Copiar datos de pago/ }).click()
  await page.getByText('Datos de pago copiados.').waitFor()
  const copied = await portapapeles(page)
  expect(copied.split('\n').length).toBeGreaterThan(3)
  expect(copied).toMatch(/\nMonto: [\d.]+$/)
})

test('from another machine the calculator copies its quote and keeps the focus', async () => {
  const page = await entrar('cajera')
  await page.getByRole('button', { name: 'Calculadora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('52.412')
  const amount = dialog.getByLabel(/S\//)
  await amount.fill('500')
  await page.keyboard.press('Enter')
  await page.getByText('Copiado.').waitFor()
  await page.keyboard.type('0')
  expect(await amount.inputValue()).toBe('5000')
  expect(await portapapeles(page)).toMatch(
    /^Envía S\/.500\.00 y recibe Bs.26,206\.00\.\nTasa PEN → VES: 52\.412\n/,
  )
})

test('from another machine cells are pasted and imported', async () => {
  const page = await entrar('admin')
  await page.goto('/importar?que=cuentas')
  await page.getByRole('button', { name: 'Elegir archivo' }).waitFor()
  const nombre = `Caja ${randomUUID().slice(0, 8)}`
  const cells = `Nombre\tTipo\tMoneda\tPaís\tTitular\n${nombre}\tCaja\tUSD\tPerú\tCasa`
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
  }, cells)
  await page.getByText('Se creará 1 fila.').waitFor()
  await page.getByRole('button', { name: 'Importar 1 fila' }).press('Enter')
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await soy.getByLabel('Su contraseña').fill('Cambista-2026')
  await soy.getByRole('button', { name: 'Confirmar e importar' }).press('Enter')
  await page.getByText('1 cuenta creada.').waitFor()
})

test('no page threw, and the server redirects nobody to https', async () => {
  expect(casa.errores).toEqual([])
  const answer = await fetch(casa.url)
  expect(answer.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
})
