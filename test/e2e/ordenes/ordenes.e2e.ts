import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { decimal, redondear, texto } from '../../../src/core/dinero/decimal.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { leerPdf, textoDe } from '../../support/web/pdf.ts'
import { abrirCasa } from '../casa.ts'
import { llamar } from '../llamar.ts'

const casa = await abrirCasa()
const [cajera, pagador, admin] = (await Promise.all(
  ['cajera', 'pagador', 'admin'].map((usuario) => casa.entrar(usuario)),
)) as [Page, Page, Page]

interface Opciones {
  corredores: { base: { iso: string }; cotizacion: { iso: string }; historico_id: number }[]
  cuentas: { id: number; nombre: string }[]
  tipos_pago: { id: number; nombre: string }[]
}
interface Beneficiario {
  id: number
  pais: string
  metodo: { codigo: string }
}

const opciones = await llamar<Opciones>(cajera, 'GET', '/ordenes/opciones')
const named = (list: { id: number; nombre: string }[], name: string) =>
  list.find(({ nombre }) => nombre === name)?.id ?? 0

/** Clients with a Venezuelan beneficiary paid by Pago Móvil, each with that beneficiary. */
const destinos: { cliente_id: number; beneficiario_id: number }[] = []
for (let cliente_id = 1; cliente_id <= 24 && destinos.length < 4; cliente_id += 1) {
  const path = `/clientes/${cliente_id}/beneficiarios`
  const list = await llamar<Beneficiario[]>(admin, 'GET', path)
  const found = list.find(({ pais, metodo }) => pais === 've' && metodo.codigo === 'PAGO_MOVIL')
  if (found) destinos.push({ cliente_id, beneficiario_id: found.id })
}

let made = 0
/** Creates an order of a few soles; cash counts as paid at once, Yape has to be verified. */
async function crear(envia: string, forma: 'Efectivo' | 'Yape') {
  const corredor = opciones.corredores.find(
    ({ base, cotizacion }) => base.iso === 'PEN' && cotizacion.iso === 'VES',
  )
  made += 1
  const cash = forma === 'Efectivo'
  const cobro = {
    tipo_pago_id: named(opciones.tipos_pago, forma),
    cuenta_id: named(opciones.cuentas, cash ? 'Caja Lima 1 PEN' : 'Yape Negocio'),
    monto: envia,
    referencia: cash ? null : `70011${made}`,
  }
  return llamar<{ id: number; numero: string; recibe: string }>(cajera, 'POST', '/ordenes', {
    ...destinos[made % destinos.length],
    historico_id: corredor?.historico_id,
    envia,
    cobros: [cobro],
    confirmo_duplicado: true,
  })
}

/** Holds back the answers to the page's requests to `to` until the returned function is called. */
async function demorar(page: Page, to: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(to, async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return resolve
}

const columna = (page: Page, estado: string) => page.locator(`[data-columna=${estado}]`)
const carta = (page: Page, estado: string, numero: string) =>
  columna(page, estado).getByRole('link', { name: new RegExp(`^${numero},`) })

test('by keyboard in two browsers: from the cobro to the last pago of an order', async () => {
  const forma = "codigo = 'PAGO_MOVIL'"
  await comoDueno(
    casa.datos,
    `UPDATE tipos_pagos SET costo_pago_pct = 1, costo_pago_fijo = 3 WHERE ${forma}`,
  )
  await Promise.all([cajera.goto('/ordenes'), pagador.goto('/ordenes')])
  await columna(pagador, 'pagada').waitFor()
  const { id, numero, recibe } = await crear('80.00', 'Yape')
  // The cashier sees the money in the bank account and verifies the cobro.
  await carta(cajera, 'pendiente', numero).focus()
  await cajera.keyboard.press('v')
  const verificar = cajera.getByRole('dialog', { name: `Verificar los cobros de ${numero}` })
  await verificar.getByRole('button', { name: 'Llegó: verificar' }).press('Enter')
  await verificar.waitFor({ state: 'detached' })

  // It appears on the payer's board without a reload, marked as new.
  await carta(pagador, 'pagada', numero).waitFor()
  await columna(pagador, 'pagada').locator(`[data-orden="${id}"]`).getByText('Nueva').waitFor()
  await carta(pagador, 'pagada', numero).focus()
  // The live event arrives before the answer to `tomar`: the next shortcut must work all the same.
  const contestar = await demorar(pagador, `**/api/ordenes/${id}/tomar`)
  await pagador.keyboard.press('t')
  await carta(pagador, 'en_proceso', numero).waitFor()
  // The card that moved keeps the focus.
  await expect
    .poll(() => pagador.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
    .toContain(numero)
  await pagador.keyboard.press('p')
  const pagar = pagador.getByRole('dialog', { name: new RegExp(`^Pagar ${numero}`) })
  await pagar.getByLabel('Referencia de la operación').waitFor()
  contestar()
  await pagar.getByText('Escriba la referencia del banco.').waitFor()
  // What the bank charges follows the amount, until the payer writes it.
  const comision = pagar.getByLabel(/^Comisión del banco/)
  await pagar.getByLabel(/^Monto/).fill('500')
  await pagar.getByText(/^Según Pago Móvil, el banco cobra Bs 8.00\./).waitFor()
  expect(await comision.inputValue()).toBe('8.00')
  await comision.fill('13.5')
  await pagar.getByLabel(/^Monto/).fill('1000')
  await pagar.getByText(/el banco cobra Bs 13.00\./).waitFor()
  expect(await comision.inputValue()).toBe('13.50')
  await pagar.getByLabel('Referencia de la operación').fill('990011')
  await pagador.keyboard.press('Enter')
  const rest = texto(decimal(recibe).minus(1000), 2)
  await pagar
    .getByRole('region', { name: 'Datos de pago' })
    .getByText(rest, { exact: true })
    .waitFor()
  // Its fixed part was charged with the first one.
  const proposed = texto(redondear(decimal(rest).times('0.01'), 2, 'medio'), 2)
  expect(await comision.inputValue()).toBe(proposed)
  await pagar.getByLabel('Referencia de la operación').fill('990012')
  await pagador.keyboard.press('Enter')
  await pagar.waitFor({ state: 'detached' })

  await cajera.goto(`/ordenes/detalle/${id}`)
  await cajera.getByText('Completada', { exact: true }).first().waitFor()
  const pagos = cajera.getByRole('region', { name: 'Pagos' })
  await pagos.getByText('Referencia 990011').waitFor()
  await pagos.getByText('Referencia 990012').waitFor()
  await pagos.getByText('Comisión Bs 13.50').waitFor()
  const story = cajera.getByRole('region', { name: 'Línea de tiempo' })
  expect(await story.getByRole('listitem').count()).toBe(6)

  // The bank returned the second payout: the order is in process again on every board.
  await admin.goto(`/ordenes/detalle/${id}`)
  await admin.getByRole('button', { name: 'Registrar rebote' }).last().click()
  const rebote = admin.getByRole('dialog', { name: 'Pago rebotado' })
  await rebote.getByLabel('Motivo').fill('Cuenta inexistente')
  await rebote.getByRole('button', { name: 'Registrar rebote' }).click()
  await cajera.getByText('En proceso', { exact: true }).first().waitFor()
  await pagos.getByText(/Rebotó .*Cuenta inexistente/).waitFor()
})

test('when two payers take an order at once, one gets it and the other is told who', async () => {
  const { numero } = await crear('40.00', 'Efectivo')
  await Promise.all(
    [pagador, admin].map(async (page) => {
      await page.goto('/ordenes')
      await carta(page, 'pagada', numero).focus()
    }),
  )
  await Promise.all([pagador.keyboard.press('t'), admin.keyboard.press('t')])
  const said = (page: Page) => page.getByText(new RegExp(`La orden ${numero} la tiene `))
  const loser = await Promise.race(
    [pagador, admin].map((page) =>
      said(page)
        .waitFor()
        .then(() => page),
    ),
  )
  const winner = loser === admin ? pagador : admin
  const words = await said(loser).textContent()
  expect(words).toContain(winner === pagador ? 'Pablo Rojas' : 'Ada Ramos')
  await carta(loser, 'en_proceso', numero).waitFor()
})

test('the board by keyboard: arrows, shortcut letters, Enter, and back to the same card', async () => {
  const { numero } = await crear('50.00', 'Efectivo')
  await pagador.goto('/ordenes')
  await carta(pagador, 'pagada', numero).focus()
  const focused = () =>
    pagador.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await pagador.keyboard.press('Home')
  const first = await focused()
  await pagador.keyboard.press('ArrowRight')
  expect(await focused()).not.toBe(first)
  await pagador.keyboard.press('ArrowLeft')
  expect(await focused()).toBe(first)
  await pagador.keyboard.press('End')
  expect(await focused()).toContain(numero)
  await pagador.keyboard.press('o')
  const observar = pagador.getByRole('dialog', { name: `Observar ${numero}` })
  await observar.getByLabel('Nota').fill('No responde desde las 9')
  await observar.getByRole('button', { name: 'Observar' }).press('Enter')
  await columna(pagador, 'pagada').getByText('Banco caído').first().waitFor()
  await carta(pagador, 'pagada', numero).focus()
  await pagador.keyboard.press('Enter')
  await pagador.getByRole('heading', { name: `Orden ${numero}` }).waitFor()
  await pagador.getByText('No responde desde las 9').first().waitFor()
  await pagador.goBack()
  await carta(pagador, 'pagada', numero).waitFor()
})

test('the same orders as a table: the view is in the URL, the shortcut letters work on rows', async () => {
  const { numero } = await crear('60.00', 'Efectivo')
  await cajera.goto('/ordenes')
  await cajera.getByText('Tabla', { exact: true }).click()
  await cajera.waitForURL(/vista=tabla/)
  const row = cajera.getByRole('row', { name: `Abrir ${numero}` })
  await row.getByText('Por pagar').waitFor()
  await cajera.getByLabel('Totales de lo filtrado por moneda').getByText('Por pagar').waitFor()
  await row.focus()
  await cajera.keyboard.press('o')
  await cajera.getByRole('dialog', { name: `Observar ${numero}` }).waitFor()
  await cajera.keyboard.press('Escape')
  await cajera.getByLabel('Buscar por número, cliente o beneficiario').fill(numero)
  await expect.poll(() => cajera.getByRole('row', { name: /^Abrir/ }).count()).toBe(1)
  await cajera.reload()
  await row.waitFor()
  expect(await cajera.getByRole('row', { name: /^Abrir/ }).count()).toBe(1)
})

test('on the page of an order: data corrected with a reason, a receipt marked as a copy when printed again', async () => {
  const { id, numero } = await crear('70.00', 'Efectivo')
  await admin.goto(`/ordenes/detalle/${id}`)
  await admin.getByRole('button', { name: 'Cambiar', exact: true }).click()
  const cambiar = admin.getByRole('dialog', { name: `Beneficiario de ${numero}` })
  await cambiar.getByLabel('Motivo').fill('Corrigió su teléfono')
  await cambiar.getByRole('button', { name: 'Cambiar' }).click()
  const story = admin.getByRole('region', { name: 'Línea de tiempo' })
  await story.getByText('Beneficiario cambiado').waitFor()
  const printed = async (papel: string) => {
    await admin.getByRole('button', { name: 'Recibo' }).click()
    await admin.getByRole('button', { name: papel }).click()
    return admin.evaluate(() => Reflect.get(window, 'impresiones'))
  }
  expect(await printed('Ticket 80 mm')).toBe(1)
  await expect.poll(() => admin.getByText('COPIA', { exact: true }).count()).toBe(1)
  expect(await printed('Hoja A5')).toBe(2)
  await admin.emulateMedia({ media: 'print' })
  await admin.getByText('Orden de envío de dinero').waitFor()
  expect(await admin.getByText('Línea de tiempo').isVisible()).toBe(false)
  await admin.emulateMedia({ media: null })
  // What the counter prints with F9, a page prints with F9.
  await admin.getByRole('button', { name: 'Recibo' }).focus()
  await admin.keyboard.press('F9')
  await expect.poll(() => admin.evaluate(() => Reflect.get(window, 'impresiones'))).toBe(3)
})

test('the sheet of an order as a PDF: counted before it is there, the second one marked as a copy', async () => {
  const { id, numero } = await crear('71.00', 'Efectivo')
  const { cobros } = await llamar<{ cobros: { cuenta_id: number }[] }>(
    admin,
    'GET',
    `/ordenes/${id}`,
  )
  const cuenta = cobros[0]?.cuenta_id
  await admin.goto(`/ordenes/detalle/${id}`)
  const pedir = async () => {
    await admin.getByRole('button', { name: 'Recibo' }).click()
    await admin.getByRole('button', { name: 'Descargar PDF' }).click()
  }
  const bajar = async () => {
    const [file] = await Promise.all([admin.waitForEvent('download'), pedir()])
    expect(file.suggestedFilename()).toBe(`${numero}.pdf`)
    const { titulo, paginas } = leerPdf(readFileSync(await file.path()))
    expect(titulo).toBe(`Orden de envío de dinero ${numero}`)
    expect(paginas.map(({ ancho, alto }) => [Math.round(ancho), Math.round(alto)])).toEqual([
      [420, 595],
    ])
    return paginas.map(textoDe).join('\n')
  }
  // Whoever stops the count has no paper.
  await admin.route(/\/imprimir$/, (route) => route.abort())
  let files = 0
  admin.on('download', () => {
    files += 1
  })
  await pedir()
  await admin.locator('.Toastify__toast').first().waitFor()
  expect(files).toBe(0)
  await admin.unroute(/\/imprimir$/)
  const first = await bajar()
  expect(first).not.toContain('COPIA')
  expect(first).toContain('Usted entrega\nS/ 71.00')
  expect(first).toMatch(/Código de verificación\n([0-9A-Z]{4}-){3}[0-9A-Z]{4}\n/)
  expect(await bajar()).toMatch(/\nCOPIA\n/)
  // Annulled after the download began: the paper says it.
  await admin.route(/\/imprimir$/, async (route) => {
    const body = { motivo: 'El cliente desistió', cuenta_devolucion_id: cuenta }
    await llamar(admin, 'PUT', `/ordenes/${id}/anular`, body)
    await route.continue()
  })
  expect(await bajar()).toContain('COPIA · ANULADA')
  await admin.unroute(/\/imprimir$/)
})

test('no page threw', () => {
  expect(casa.errores).toEqual([])
})
