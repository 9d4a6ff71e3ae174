import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

/* What a form does with what is typed, however long or wrong. */

const casa = await abrirCasa()

/** How many pixels of a field's text are outside what the field shows. */
const cortado = (field: Locator) =>
  field.evaluate((one) => {
    const input = one as HTMLInputElement
    const { font, paddingLeft, paddingRight } = getComputedStyle(input)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) return NaN
    pen.font = font
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return Math.max(0, Math.ceil(pen.measureText(input.value).width - room))
  })

test.each([
  ['/compras-ventas/nueva', /^Recibimos US\$/],
  ['/ordenes/nueva', /^Entrega S\//],
])('%s: an amount of twelve digits is read whole, in its payment too', async (path, label) => {
  const page = await casa.dentro('cajera')
  await page.goto(path)
  const monto = page.getByLabel(label)
  await monto.fill('123456789012.34')
  await page.keyboard.press('Tab')
  await expect.poll(() => monto.inputValue()).toBe('123,456,789,012.34')
  expect(await cortado(monto)).toBe(0)
  const pago = page.getByRole('textbox', { name: /^Monto/ }).first()
  await pago.fill('123456789012.34')
  await pago.blur()
  await expect.poll(() => pago.inputValue()).toBe('123,456,789,012.34')
  expect(await cortado(pago)).toBe(0)
})

test.each([
  ['/compras-ventas/nueva', /^Recibimos US\$/, 'Resumen de la operación'],
  ['/ordenes/nueva', /^Entrega S\//, 'Resumen de la orden'],
])('%s: a decimal comma and F9 say what is wrong with it', async (path, label, resumen) => {
  const page = await casa.dentro('cajera')
  await page.goto(path)
  const monto = page.getByLabel(label)
  await monto.waitFor()
  await monto.focus()
  await page.keyboard.type('1,5')
  await page.keyboard.press('F9')
  const side = page.getByRole('complementary', { name: resumen })
  await side.getByText(/Use\spunto\spara\slos\sdecimales/).waitFor()
  expect(await side.getByText('Escriba un monto válido.').count()).toBe(0)
  // Nothing that had been typed is lost.
  expect(await monto.inputValue()).toBe('1,5')
  expect(page.url()).toMatch(/nueva$/)
  expect(casa.errores).toEqual([])
})

test('a new client: the summary of errors is in the order of the fields', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/clientes/nuevo')
  await page.getByLabel(/^Nombres/).waitFor()
  await page.getByRole('button', { name: /^Crear|^Guardar|^Registrar/ }).click()
  const named = page.getByRole('alert').getByRole('listitem').getByRole('button')
  await named.first().waitFor()
  const places = await named.evaluateAll((all) => {
    const labels = [...document.querySelectorAll('label')].map((each) => each.textContent ?? '')
    return all.map(({ textContent }) =>
      labels.findIndex((one) => one.startsWith(textContent ?? '')),
    )
  })
  expect(places.length).toBeGreaterThan(2)
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
