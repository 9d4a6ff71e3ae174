import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa, reposado } from '../casa.ts'
import { llamar } from '../llamar.ts'

const casa = await abrirCasa()

async function mostrador(usuario: string) {
  const page = await casa.dentro(usuario)
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  const cliente = page.getByRole('textbox', { name: /^Cliente/ })
  const resumen = page.getByRole('complementary', { name: 'Resumen de la operación' })
  return { page, keyboard: page.keyboard, cliente, resumen }
}

test('a document number and Enter choose its client, even before the search has answered', async () => {
  const { page, keyboard, cliente } = await mostrador('cajera')
  await keyboard.type('300')
  await keyboard.press('F8')
  await keyboard.type('41000010')
  await keyboard.press('Enter')
  await expect.poll(() => cliente.inputValue()).toBe('Luis Alberto Benavides Mora · 41000010')
  // A second client, with the options visible: Enter takes the first option.
  await keyboard.press('Backspace')
  await keyboard.type('zegarra')
  await page.getByRole('option', { name: /Zegarra/ }).waitFor()
  await keyboard.press('Enter')
  await expect.poll(() => cliente.inputValue()).toMatch(/^Ana Sofía Zegarra/)
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
})

test('a typed name without a chosen client is not saved as an occasional client', async () => {
  const { page, keyboard, cliente, resumen } = await mostrador('cajera')
  await keyboard.type('10')
  await keyboard.press('F8')
  await keyboard.type('nadie así')
  await page.getByText('Nadie con ese nombre o documento.').waitFor()
  await keyboard.press('F9')
  await resumen.getByText('Elija el cliente de la lista o borre lo que escribió.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/compras-ventas/nueva')
  await cliente.fill('')
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
})

test('a fee that cannot be read is not sent as none', async () => {
  const { page, keyboard, resumen } = await mostrador('cajera')
  await keyboard.type('10')
  await page.getByLabel(/^Servicio/).fill('-3')
  await keyboard.press('F9')
  await resumen
    .getByText('No se entiende el servicio. Escríbalo como 2.50, o déjelo vacío.')
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/compras-ventas/nueva')
})

test('who may see cost is shown what a canje earns while it is typed', async () => {
  const { keyboard, resumen } = await mostrador('admin')
  await keyboard.press('F6')
  await keyboard.type('10')
  await resumen.getByText(/^Costo promedio [A-Z]{3,4}$/).waitFor()
  await resumen.getByText(/^(Ganancia|Pérdida)$/).waitFor()
})

test('the first invalid field gets the focus', async () => {
  const { page, keyboard, resumen } = await mostrador('cajera')
  await keyboard.type('10.999')
  await keyboard.press('F9')
  await resumen.getByText('El monto admite hasta 2 decimales.').waitFor()
  await page.getByLabel('Recibimos US$').fill('10')
  const delivered = page.getByRole('group', { name: /^Entregamos/ })
  await delivered.getByLabel('Tipo de pago').selectOption({ label: 'Transferencia mismo banco' })
  await keyboard.press('F9')
  const reference = delivered.getByLabel('Referencia')
  await expect.poll(() => reference.evaluate((e) => e === document.activeElement)).toBe(true)
  // A new payment line gets the focus.
  await delivered.getByRole('button', { name: 'Otra forma de pago en entregamos' }).press('Enter')
  const second = delivered.getByLabel('Tipo de pago').nth(1)
  await expect.poll(() => second.evaluate((e) => e === document.activeElement)).toBe(true)
})

test('Escape closes what is open, and only that', async () => {
  const { page, keyboard, cliente } = await mostrador('cajera')
  await keyboard.type('15')
  await keyboard.press('F8')
  await keyboard.type('zegarra')
  await page.getByRole('option', { name: /Zegarra/ }).waitFor()
  await keyboard.press('Escape')
  await page.getByRole('option').filter({ visible: true }).first().waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await cliente.fill('')
  await keyboard.press('Escape')
  const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' })
  const back = dialog.getByRole('button', { name: 'Seguir aquí' })
  await expect.poll(() => back.evaluate((e) => e === document.activeElement)).toBe(true)
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Recibimos US$').inputValue()).toBe('15.00')

  // Answering no to "same operation twice" returns to the counter, without another question.
  for (const next of ['heading', 'dialog'] as const) {
    await page.goto('/compras-ventas/nueva')
    await page.getByLabel('Recibimos US$').fill('15')
    await keyboard.press('F8')
    await keyboard.type('41000009')
    await keyboard.press('Enter')
    await expect.poll(() => cliente.inputValue()).toMatch(/^Ana Sofía Zegarra/)
    await keyboard.press('F9')
    await page.getByRole(next, { name: /Compra CV-|¿Es otra operación\?/ }).waitFor()
  }
  const again = page.getByRole('dialog', { name: '¿Es otra operación?' })
  await keyboard.press('Escape')
  await again.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('on a phone the same purchase again is asked about in sight, by keys alone: No has the focus, Yes is beside it', async () => {
  const page = await casa.dentro('cajera', { viewport: { width: 360, height: 740 } })
  const { keyboard } = page
  const comprar = async () => {
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await keyboard.press('F2')
    await page.getByLabel('Recibimos US$').waitFor()
    await keyboard.type('77')
    await keyboard.press('F9')
  }
  await comprar()
  const ticket = page.getByRole('heading', { name: /Compra CV-/ })
  await ticket.waitFor()
  const first = await ticket.innerText()
  await comprar()
  const question = page.getByRole('dialog', { name: '¿Es otra operación?' })
  const no = question.getByRole('button', { name: 'No, volver' })
  await expect.poll(() => no.evaluate((one) => one === document.activeElement)).toBe(true)
  await reposado(page)
  for (const part of [no, question.getByText(/Hace un momento se registró una operación igual/)]) {
    const box = await part.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740).toBe(true)
  }
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await ticket.waitFor()
  expect(await ticket.innerText()).not.toBe(first)
  expect(casa.errores).toEqual([])
})

test('the Escape that opens the question whether to leave does not answer it', async () => {
  const { page, keyboard } = await mostrador('cajera')
  await keyboard.type('15')
  await keyboard.press('Escape')
  // A dialog that handled the same key is closing: its buttons would no longer work.
  const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' })
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.waitForURL('**/compras-ventas')
})

test('the form for an unknown client starts with the typed document number', async () => {
  const { page, keyboard, cliente } = await mostrador('cajera')
  await keyboard.type('250')
  await keyboard.press('F8')
  await keyboard.type('44556677')
  await page.getByText('Nadie con ese nombre o documento.').waitFor()
  await page.getByRole('button', { name: 'Cliente nuevo' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cliente nuevo' })
  const number = dialog.getByLabel('Número de documento')
  await expect.poll(() => number.inputValue()).toBe('44556677')
  await expect.poll(() => number.evaluate((e) => e === document.activeElement)).toBe(true)
  await dialog.getByLabel('Nombres').fill('Óscar')
  await dialog.getByLabel('Apellidos').fill('Ñahui Quispe')
  await dialog.getByLabel('Fecha de nacimiento').fill('17/05/1990')
  await dialog.getByLabel('Celular').fill('987654321')
  await keyboard.press('Enter')
  await expect.poll(() => cliente.inputValue()).toBe('Óscar Ñahui Quispe · 44556677')
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  expect(casa.errores).toEqual([])
})

test('a way of paying that names its accounts offers those alone, in its form and at the counter (R-291)', async () => {
  const rows = await comoDueno<{ yape: number; negocio: number }>(
    casa.datos,
    `SELECT t.id AS yape, c.id AS negocio FROM tipos_pagos t, cuentas c
     WHERE t.codigo = 'YAPE' AND c.nombre = 'Yape Negocio'`,
  )
  const { yape, negocio } = rows[0] ?? {}
  const admin = await casa.dentro('admin')
  await admin.goto(`/tipos-pagos/detalle/${yape}`)
  const names = admin.getByRole('group', { name: 'Cuentas habilitadas' })
  await names.getByRole('button', { name: /Agregar cuenta/ }).press('Enter')
  await names.getByRole('combobox', { name: 'Cuenta' }).fill('Yape Neg')
  await admin.getByRole('option', { name: 'Yape Negocio' }).click()
  await admin.getByRole('button', { name: 'Guardar' }).press('Enter')
  // Where money comes in is a control: the administrator proves who he is, and another one says yes.
  await admin.getByRole('dialog').getByLabel('Contraseña').first().waitFor()
  const { page } = await mostrador('cajera')
  const received = page.getByRole('group', { name: /^Entregamos/ })
  const offered = async () => {
    await page.reload()
    await received.getByLabel('Tipo de pago').selectOption({ label: 'Yape' })
    return received.getByLabel('Cuenta').locator('option').allInnerTexts()
  }
  expect((await offered()).length).toBeGreaterThan(1)
  await comoDueno(
    casa.datos,
    `UPDATE tipos_pagos SET cuentas = '[{"cuenta_id": ${negocio}}]' WHERE id = ${yape}`,
  )
  expect(await offered()).toEqual([expect.stringMatching(/^Yape Negocio/)])
  await comoDueno(casa.datos, `UPDATE tipos_pagos SET cuentas = '[]' WHERE id = ${yape}`)
})

test('the service fee is proposed by its rule, which is said beside it, and no cashier charges another (R-367)', async () => {
  const regla = (set: string) =>
    comoDueno(casa.datos, `UPDATE servicio_reglas SET ${set} WHERE nombre = 'Compras de dólares'`)
  await comoDueno(
    casa.datos,
    `INSERT INTO servicio_reglas (nombre, divisa_id, tipo, pct, min)
     SELECT 'Compras de dólares', id, 'compra', 1, 2 FROM monedas WHERE iso = 'USD'`,
  )
  const { page, keyboard, resumen } = await mostrador('cajera')
  await keyboard.type('11')
  await resumen.getByText('Regla: 1 %, desde S/ 2.00').waitFor()
  const servicio = resumen.getByRole('textbox', { name: /^Servicio/ })
  await expect.poll(() => servicio.inputValue()).toBe('2.00')
  await servicio.fill('1')
  await keyboard.press('F9')
  await resumen.getByText('El servicio es S/ 2.00 por la regla «Compras de dólares».').waitFor()
  await servicio.fill('')
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await page.getByText('S/ 2.00', { exact: true }).first().waitFor()
  // Whoever may allow rates says why.
  const jefa = await mostrador('supervisora')
  await jefa.keyboard.type('11')
  await jefa.resumen.getByRole('textbox', { name: /^Servicio/ }).fill('1')
  await jefa.resumen.getByLabel('Motivo de cobrar otro servicio').waitFor()
  const admin = await casa.dentro('admin')
  await admin.goto('/compras-ventas')
  await admin.getByRole('link', { name: 'Reglas de servicio' }).click()
  await admin.getByText('1 %, desde S/ 2.00').first().waitFor()
  await regla('estatus = false')
})

test('the fee of a way of paying is on the screen before it is charged, and a changed one is told (R-242)', async () => {
  const way = `UPDATE tipos_pagos SET moneda_id = 2, tarifa_fija = 3.5 WHERE nombre = 'Transferencia mismo banco'`
  await comoDueno(casa.datos, way)
  const { page, keyboard, resumen } = await mostrador('cajera')
  await keyboard.type('100')
  const delivered = page.getByRole('group', { name: /^Entregamos/ })
  await delivered.getByLabel('Tipo de pago').selectOption({ label: 'Transferencia mismo banco' })
  await delivered.getByText(/^Menos S\/ 3\.50 de tarifa: se entregan S\/ \d+\.\d\d$/).waitFor()
  await delivered.getByLabel('Referencia').fill('OP-7781')
  await comoDueno(casa.datos, way.replace('3.5', '4'))
  await keyboard.press('F9')
  const told = page.getByText(
    /La tarifa de Transferencia mismo banco es de S\/\s4\.00 y la pantalla/,
  )
  await told.first().waitFor()
  expect(await delivered.getByLabel('Referencia').inputValue()).toBe('OP-7781')
  // The screen has read the fee again: what it says now is charged.
  await delivered.getByText(/^Menos S\/ 4\.00 de tarifa/).waitFor()
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await page.getByText(/4\.00/).first().waitFor()
  expect(await resumen.count()).toBe(0)
})

test('the fee of a way in dollars stands apart: the client receives that much less in soles (R-298)', async () => {
  const way = (set: string) =>
    comoDueno(
      casa.datos,
      `UPDATE tipos_pagos SET ${set} WHERE nombre = 'Transferencia mismo banco'`,
    )
  await way('moneda_id = 3, tarifa_fija = 5, requiere_verificacion = false')
  const { page, keyboard } = await mostrador('cajera')
  await keyboard.type('110')
  const delivered = page.getByRole('group', { name: /^Entregamos/ })
  const soles = async () => {
    const said = await delivered.locator('legend').innerText()
    return Number(said.replace(/[^\d.]/g, ''))
  }
  const before = await soles()
  const received = page.getByRole('group', { name: /^Recibimos/ })
  await received.getByLabel('Tipo de pago').selectOption({ label: 'Transferencia mismo banco' })
  await received
    .getByText('Tarifa de S/ 5.00, aparte: se resta de lo que recibe el cliente')
    .waitFor()
  expect(await soles()).toBeCloseTo(before - 5, 2)
  await received.getByLabel('Referencia').fill('OP-7782')
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await page.getByText('tarifa de S/ 5.00, aparte').waitFor()
  await way('moneda_id = NULL, tarifa_fija = NULL')
})

test('a note too large: what was handed over and the change are said, kept and told on the page (R-286)', async () => {
  const { page, keyboard } = await mostrador('cajera')
  await keyboard.type('80')
  const received = page.getByRole('group', { name: /^Recibimos/ })
  await received.getByRole('button', { name: 'Dar vuelto' }).click()
  await keyboard.type('60')
  await received.getByText('Más que el pago').waitFor()
  await received.getByLabel('Recibido en efectivo').fill('100')
  await received.getByText('US$ 20.00').waitFor()
  await keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await page.getByText('Recibido US$ 100.00, vuelto US$ 20.00').first().waitFor()
})

/** Types into the amount and acts in the same breath: the browser draws nothing in between. */
const deUna = (page: Page, valor: string, acto: string) =>
  page.getByLabel('Recibimos US$').evaluate(
    (input, [valor, acto]) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, valor)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      const button = [...document.querySelectorAll('button')].find((b) => b.textContent === acto)
      if (button) button.click()
      else input.dispatchEvent(new KeyboardEvent('keydown', { key: acto, bubbles: true }))
    },
    [valor, acto] as const,
  )

test.each([
  ['F9', '3', '31'],
  ['Guardar', '3', '32'],
])('%s right after a digit registers that digit', async (acto, before, valor) => {
  const { page, resumen } = await mostrador('cajera')
  await page.getByLabel('Recibimos US$').fill(before)
  await resumen.getByText(`US$ ${before}.00`).waitFor()
  await deUna(page, valor, acto)
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await page.getByText(`US$ ${valor}.00`).first().waitFor()
})

test('what follows right after a digit has that digit: the next line of a ticket, and a promised price', async () => {
  const { page, cliente, resumen } = await mostrador('cajera')
  await page.getByLabel('Recibimos US$').fill('6')
  await deUna(page, '61', 'F3')
  await resumen.getByText(/^Compra\sUS\$\s61\.00\sa/).waitFor()
  await cliente.fill('Ada Ramos')
  await page.getByLabel('Recibimos US$').fill('4')
  await deUna(page, '43', 'F10')
  await page.getByText(/^US\$\s43\.00\sa\s\S+\s·\sAda\sRamos\s·/).waitFor()
})

test('a digit draws what follows from it, and no other field or button', async () => {
  const { page } = await mostrador('cajera')
  const amount = page.getByLabel('Recibimos US$')
  await amount.fill('5')
  await page.getByText(/^El cliente entrega/).waitFor()
  // React gives an element that it draws anew new properties.
  const drawn = () =>
    page.evaluate(() => {
      const now = [...document.querySelectorAll('main button, main input, main select')].map(
        (element) => [element, Object.entries(element).find(([k]) => /^__reactProps/.test(k))?.[1]],
      )
      const before = (window as { antes?: Map<unknown, unknown> }).antes ?? new Map()
      Object.assign(window, { antes: new Map(now as [unknown, unknown][]) })
      return (now as [HTMLInputElement, unknown][])
        .filter(([element, props]) => before.get(element) !== props)
        .map(([element]) => element.id.replace(/\d+/, 'n') || element.textContent)
    })
  expect((await drawn()).length).toBeGreaterThan(25)
  await amount.press('1')
  await page.getByText(/^El cliente entrega US\$\s51\.00/).waitFor()
  expect(await drawn()).toEqual([
    'campo-monto',
    'campo-contravalor',
    'campo-pago-n-monto',
    'campo-pago-n-monto',
  ])
})

test('who may see what the house earns reads it while he types; a cashier neither sees it nor has it in her browser', async () => {
  const vende = async (usuario: string) => {
    const { page, keyboard, resumen } = await mostrador(usuario)
    await keyboard.press('F4')
    await page.getByLabel('Entregamos US$').waitFor()
    await keyboard.type('100')
    await resumen.getByText(/El cliente entrega S\/.* y recibe US\$/).waitFor()
    const trae = JSON.stringify(await llamar(page, 'GET', '/compras-ventas/opciones'))
    return { keyboard, resumen, trae }
  }
  const jefa = await vende('supervisora')
  const dato = (name: string) =>
    jefa.resumen.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
  await expect.poll(() => dato('Ganancia').textContent()).toMatch(/^S\/\s[\d.,]+$/)
  const before = await dato('Ganancia').textContent()
  await jefa.keyboard.type('0')
  await expect.poll(() => dato('Ganancia').textContent()).not.toBe(before)
  expect(await dato('Margen de la tasa').count()).toBe(1)
  expect(await dato('Costo promedio').count()).toBe(1)

  const cajera = await vende('cajera')
  expect(await cajera.resumen.innerText()).not.toMatch(/Ganancia|Pérdida|Margen|Costo/i)
  const claves = (text: string) => [
    ...new Set(text.match(/"[a-z_]*(?:costo|ganancia|margen)[a-z_]*":(?!null)/g) ?? []),
  ]
  expect(claves(jefa.trae)).not.toEqual([])
  expect(claves(cajera.trae)).toEqual([])
  expect(casa.errores).toEqual([])
})

test('the notes of the till stand in one line of the counter, and open (R-310)', async () => {
  const { page, keyboard } = await mostrador('cajera')
  const given = page.getByRole('group', { name: /^Entregamos/ })
  const line = given.locator('details')
  // The counter is there first: they come once somebody works at it.
  await keyboard.type('100')
  await line.getByText(/^Billetes, /).waitFor()
  await line
    .locator('summary')
    .getByText(/\d+ × 200/)
    .waitFor()
  const last = given.getByRole('region', { name: 'Último conteo de la caja' })
  expect(await last.count()).toBe(0)
  await line.locator('summary').press('Enter')
  await last.getByText(/^Desde entonces/).waitFor()
  // Another side that pays by bank has no notes.
  await given.getByLabel('Tipo de pago').selectOption({ label: 'Transferencia mismo banco' })
  await line.waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})

const CONTADA = {
  ...{ momento: 'apertura', fecha: '2025-11-20T13:05:00Z', contado: '10.00' },
  ...{ apertura: 'conteo', movido: null },
}

test.each([
  ['a till that was never counted', 'cajera', null],
  ['a till that was counted by its sum', 'cajera', { ...CONTADA, denominaciones: null }],
  ['who has no till of his own', 'admin', undefined],
])('the counter says nothing of the notes of %s (R-310)', async (_, usuario, body) => {
  const { page, keyboard } = await mostrador(usuario)
  let asked = 0
  await page.route('**/api/cierres/mi-caja/*', (route) => {
    asked += 1
    return body === undefined ? route.fallback() : route.fulfill({ json: body })
  })
  await keyboard.type('100')
  await page
    .getByRole('group', { name: /^Entregamos/ })
    .getByText('351')
    .or(page.getByText(/S\/ 3\d\d/))
    .first()
    .waitFor()
  await expect.poll(() => asked > 0).toBe(body !== undefined)
  await reposado(page)
  expect(await page.locator('details').count()).toBe(0)
})
