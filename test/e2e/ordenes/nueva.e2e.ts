import { expect, test } from 'vitest'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('an order by keyboard: a new client, a pasted beneficiary, a cobro in cash', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/ordenes/nueva')
  await page.getByRole('heading', { name: 'Nueva orden' }).waitFor()
  // The amount has the focus.
  await page.keyboard.type('500')
  const resumen = page.getByRole('complementary', { name: 'Resumen de la orden' })
  await resumen
    .getByText('El cliente entrega S/ 500.00 y el beneficiario recibe Bs 26,206.00.')
    .waitFor()
  await resumen.getByText(/^alcanza: Bs/).waitFor()
  // A cashier may not see the ganancia.
  expect(await resumen.getByText('Margen estimado').count()).toBe(0)

  await page.keyboard.press('F8')
  await page.keyboard.type('45678912')
  await page.getByText('Nadie con ese nombre o documento.').waitFor()
  await page.getByRole('button', { name: 'Cliente nuevo' }).press('Enter')
  const cliente = page.getByRole('dialog', { name: 'Cliente nuevo' })
  await cliente.getByLabel('Nombres').fill('Yajaira')
  await cliente.getByLabel('Apellidos').fill('Montilla Ruiz')
  await cliente.getByLabel('Fecha de nacimiento').fill('17/05/1990')
  await cliente.getByLabel('Celular').fill('987111222')
  await page.keyboard.press('Enter')
  await cliente.waitFor({ state: 'hidden' })
  await page.getByText('Su agenda no tiene a nadie que reciba en VES.').waitFor()

  await page.keyboard.press('F4')
  await page.keyboard.press('Enter')
  const nuevo = page.getByRole('dialog', { name: 'Nuevo beneficiario' })
  await nuevo.getByLabel('Pegar datos').waitFor()
  await page.keyboard.insertText('Pago móvil Banesco 0134 V-11.222.333 0414-5556677 María Montilla')
  await nuevo.getByText(/Se reconoció: Pago Móvil/).waitFor()
  await nuevo.getByLabel('Nombre del titular').press('Enter')
  await nuevo.waitFor({ state: 'hidden' })
  await resumen
    .getByText('El cliente entrega S/ 500.00 y María recibe Bs 26,206.00 por Pago Móvil.')
    .waitFor()
  await page.keyboard.press('F9')
  await page.waitForURL(/\/ordenes\/detalle\/\d+/)
  expect(casa.errores).toEqual([])
})

test('a wholesale client has the wholesale rate for a small amount, and the public one comes back without him', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('100')
  const resumen = page.getByRole('complementary', { name: 'Resumen de la orden' })
  await resumen.getByText('el beneficiario recibe Bs 5,241.20').waitFor()
  await page.keyboard.press('F8')
  await page.keyboard.type('benavides')
  await page.getByRole('option', { name: /Benavides/ }).click()
  await page.getByText('Mayorista', { exact: true }).first().waitFor()
  await expect.poll(() => resumen.innerText()).not.toContain('5,241.20')
  await page.getByRole('button', { name: 'Quitar cliente' }).click()
  await resumen.getByText('el beneficiario recibe Bs 5,241.20').waitFor()
  expect(casa.errores).toEqual([])
})

test('his last orders stand beside his limits, and one is repeated with a click; nothing moves when they come', async () => {
  const page = await casa.dentro('cajera')
  const aside = page.getByRole('list', { name: 'Sus últimas órdenes' })
  const block = page.getByRole('group', { name: /Beneficiario/ })
  const top = async () => (await block.boundingBox())?.y
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('130')
  await page.route(/\/api\/(ordenes\?cliente_id|clientes\/\d+\/limites)/, (route) =>
    held.then(() => route.continue()),
  )
  const destino = page.getByRole('group', { name: 'Recibe' })
  await destino.getByRole('radio', { name: /^COP/ }).check()
  await page.keyboard.press('F8')
  await page.keyboard.type('yorman')
  await page.getByRole('option', { name: /Yorman/ }).click()
  await page.getByText(/^N\d /).waitFor()
  const before = await top()
  answer()
  await aside.getByRole('listitem').first().waitFor()
  await page
    .getByRole('progressbar', { name: /^Parte usada/ })
    .first()
    .waitFor()
  expect(await top()).toBe(before)

  const again = aside.getByRole('button', { name: /^Repetir: VES para/ }).first()
  const quien = /para (.+), como en/.exec((await again.getAttribute('aria-label')) ?? '')?.[1]
  await again.press('Enter')
  await destino.getByRole('radio', { name: /^VES/, checked: true }).waitFor()
  await page.getByRole('radio', { name: String(quien), checked: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('campo-envia')
  // The amount is what was typed for this one.
  expect(await page.getByLabel(/^Entrega S\//).inputValue()).toBe('130.00')
  expect(casa.errores).toEqual([])
})

test('who may not see orders is told none of a client', async () => {
  const ver = { rol_slug: 'caj', permiso: 'ordenes:ver' } as const
  const { db } = casa.app
  await db
    .deleteFrom('roles_permisos')
    .where('rol_slug', '=', ver.rol_slug)
    .where('permiso', '=', ver.permiso)
    .execute()
  const page = await casa.dentro('cajera')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('130')
  await page.keyboard.press('F8')
  await page.keyboard.type('yorman')
  await page.getByRole('option', { name: /Yorman/ }).click()
  await page
    .getByText(/^Puede operar|^N\d /)
    .first()
    .waitFor()
  await page
    .getByRole('radio', { name: /Pago Móvil|Transferencia/ })
    .first()
    .waitFor()
  expect(await page.getByRole('list', { name: 'Sus últimas órdenes' }).count()).toBe(0)
  expect(asked.filter((url) => url.includes('/api/ordenes?'))).toEqual([])
  await db.insertInto('roles_permisos').values(ver).execute()
})

test('the first missing field is named and focused; leaving asks for confirmation', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('100')
  await page.keyboard.press('F9')
  const focus = () => page.evaluate(() => document.activeElement?.id)
  expect(await focus()).toBe('campo-cliente')
  await page.keyboard.type('yorman')
  await page.getByRole('option', { name: /Yorman/ }).click()
  // Three of his beneficiaries receive bolívares: none is preselected.
  await expect
    .poll(() => page.getByRole('radio', { name: /Pago Móvil|Transferencia/ }).count())
    .toBe(3)
  await page.keyboard.press('F9')
  await page.getByText('Elija el beneficiario.').first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
    'beneficiario',
  )
  await page.keyboard.press('Space')
  await page.getByText('Quedan por cobrar').waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: 'Paga después' }).check()
  await page.getByText(/La orden queda pendiente/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '¿Salir sin guardar?' }).waitFor()
  await page.getByRole('button', { name: 'Seguir aquí' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('F9')
  await page.waitForURL(/\/ordenes\/detalle\/\d+/)
})

test('a rate change during typing is shown; saving at the old rate shows both amounts', async () => {
  const page = await casa.entrar('admin')
  // The rate that the calculator quoted before the prices changed.
  const { body } = await llamar('GET', '/api/tipos-cambios/divisas/pe/2/1')
  const quote = new URLSearchParams({
    ...{ pais: 'pe', base_id: '2', cotizacion_id: '1', envia: '200' },
    ...{ historico_id: String(body.historicoTipoCambioId), tasa: body.tasa },
  })
  await page.goto(`/ordenes/nueva?${quote}`)
  await page.getByText('Margen estimado').waitFor()
  await page.keyboard.press('F8')
  await page.keyboard.type('gabriela')
  await page.getByRole('option', { name: /Gabriela/ }).click()
  // Her only beneficiary who receives bolívares.
  await page.getByText('Gabriela recibe Bs 10,482.40 por Pago Móvil').waitFor()
  const par = (await llamar('GET', '/api/pares-divisas/pais/usd/VES')).body.find(
    (each: { divisa_base: { iso: string } }) => each.divisa_base.iso === 'USD',
  )
  const cambio = await llamar('PUT', `/api${pares.precio.path.replace(':id', String(par.id))}`, {
    compra: '197.00',
    venta: '202.00',
    motivo: 'Baja del mercado',
  })
  expect(cambio.status).toBe(200)
  await page.keyboard.press('F9')
  const dialogo = page.getByRole('dialog', { name: 'La tasa cambió' })
  await dialogo.getByText('10,482.40').waitFor()
  await dialogo.getByText('10,403.20').waitFor()
  await dialogo.getByRole('button', { name: 'Usar la tasa nueva' }).press('Enter')
  await page.getByText('Gabriela recibe Bs 10,403.20').waitFor()
  // The typed amount is kept and converted at the new rate.
  expect(await page.getByLabel(/^Entrega S\//).inputValue()).toBe('200.00')
  await page.keyboard.press('F9')
  await page.waitForURL(/\/ordenes\/detalle\/\d+/)
  expect(casa.errores).toEqual([])

  async function llamar(method: string, path: string, payload?: object) {
    const token = await page.evaluate(() => localStorage.getItem('idToken'))
    return page.evaluate(
      async ([m, p, t, b]) => {
        const headers = { 'x-token': t ?? '', 'content-type': 'application/json' }
        const answer = await fetch(p ?? '', { method: m ?? '', headers, ...(b && { body: b }) })
        return { status: answer.status, body: await answer.json() }
      },
      [method, path, token, payload ? JSON.stringify(payload) : null],
    )
  }
})

test('on a phone nothing is cut off', async () => {
  const page = await casa.dentro('cajera', { viewport: { width: 360, height: 740 } })
  await page.goto('/ordenes/nueva')
  await page.getByLabel(/^Entrega S\//).fill('500')
  await page.getByText(/^alcanza: Bs/).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
