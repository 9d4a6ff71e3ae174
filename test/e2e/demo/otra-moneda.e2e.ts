import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { codigoDeCasa } from '../../../src/areas/usuarios/primero/codigo.ts'
import { verificar } from '../../../src/main.libros.ts'
import { abrirCasa, reposado } from '../casa.ts'
import { ir } from '../pantallas.ts'

/* A house in Quito, whose books are in dollars. */

const casa = await abrirCasa({ vacia: true })
const PASSWORD = 'tinta verde 19 lluvia'

const PANTALLAS = [
  ...['/dashboard', '/posiciones', '/cuentas', '/cuentas/nueva', '/compras-ventas', '/gastos'],
  ...['/gastos/nuevo', '/ajustes-saldo', '/ajustes-saldo/nuevo', '/ajustes', '/libro', '/cierres'],
  ...['/reportes/ganancia', '/reportes/posicion', '/reportes/volumen', '/reportes/excepciones'],
  ...[
    '/reportes/arqueos',
    '/reportes/comisiones',
    '/comisiones/reglas',
    '/sucursales',
    '/gastos-categorias',
  ],
  ...['/transferencias', '/ordenes', '/calculadora'],
]

test('a house in Ecuador opens, trades euros against dollars, and no screen says soles', async () => {
  const page = await casa.visita()
  const boton = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const enlace = (name: string) => page.getByRole('link', { name }).click()
  const confirmar = async (field: Locator) => {
    await field.fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await page.goto(`/primer-uso#${codigoDeCasa(casa.clave)}`)
  for (const [label, value] of [
    [/^Nombres/, 'Rosa'],
    [/^Apellidos/, 'Alva Ruiz'],
    [/^Usuario/, 'rosa'],
    [/^Correo/, 'rosa@casa.ec'],
    [/^Contraseña/, PASSWORD],
    [/^Repita la contraseña/, PASSWORD],
  ] as const)
    await page.getByLabel(label).fill(value)
  await boton('Crear mi cuenta')

  // The country is asked for first, and its currency is that of the books.
  await page.getByLabel(/^Razón social/).fill('Cambios Quito')
  await page.getByLabel(/^RUC/).fill('20100000025')
  const pais = page.getByRole('combobox', { name: /^País de la casa/ })
  await expect.poll(() => pais.inputValue()).toBe('Perú')
  // what could not be saved is not offered, and it says why; what is missing is added where it is missed.
  const chile = page.getByText(/^Chile no puede ser el país de la casa/)
  expect(await chile.isVisible()).toBe(false)
  await page.getByText('¿Por qué no está mi país?').click()
  await chile.waitFor()
  await boton('Agregar Panamá')
  await page.getByRole('button', { name: 'Agregar Panamá' }).waitFor({ state: 'detached' })
  await pais.click()
  await page.getByRole('option', { name: 'Panamá' }).waitFor()
  expect(await page.getByRole('option', { name: 'Chile' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await pais.click()
  await page.getByRole('option', { name: 'Ecuador' }).click()
  await boton('Guardar')
  await page.getByText('Ajustes guardados.').first().waitFor()
  await page.getByText(/Los libros se llevan ahora en dólares/).waitFor()

  // What its country has, and how it is priced.
  await enlace('Siguiente: Bancos y formas de pago')
  expect(await page.getByRole('checkbox', { name: 'Ecuador', exact: true }).isChecked()).toBe(true)
  await boton(/^Crear \d+ registros$/)
  await confirmar(page.getByLabel('Su contraseña'))
  await page.getByText(/^Se crearon \d+ registros\.$/).waitFor()
  await enlace('Siguiente: Primeros precios')
  const euro = page.getByRole('group', { name: 'Euro en dólares' })
  await euro.getByLabel('Compra').fill('1.08')
  await euro.getByLabel('Venta').fill('1.12')
  await boton('Publicar estos precios')
  await page.getByText('Se crearon 3 registros.').waitFor()
  await enlace('Siguiente: Cajas y bancos')
  for (const [nombre, iso] of [
    ['Dólar', 'USD'],
    ['Euro', 'EUR'],
  ]) {
    const form = page.getByRole('form', { name: `Caja en ${nombre}` })
    await form.getByLabel(/^Contado/).fill('5000')
    if (iso === 'EUR')
      expect(await form.getByLabel('Costo por unidad, US$').inputValue()).toBe('1.080')
    await form.getByRole('button', { name: 'Abrir caja' }).click()
    const ya = page.getByRole('link', { name: `Caja ${iso}` })
    const asked = page.getByLabel('Su contraseña')
    await asked.or(ya).first().waitFor()
    if (await asked.isVisible()) await confirmar(asked)
    await ya.waitFor()
  }

  // Euros are bought and sold against dollars at the counter.
  for (const [venta, label] of [
    [false, 'Recibimos €'],
    [true, 'Entregamos €'],
  ] as const) {
    await page.goto('/compras-ventas/nueva')
    if (venta) await page.getByRole('radio', { name: /^Venta/ }).check({ force: true })
    await page.getByLabel(label).fill('50')
    await page.keyboard.press('F9')
    await page.getByRole('heading', { name: venta ? /Venta CV-/ : /Compra CV-/ }).waitFor()
  }

  // An expense, what is missing in a till, and the end of the day.
  const pedir = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([how, where, text]) => {
        const headers: Record<string, string> = {
          ...{ 'x-token': localStorage.getItem('idToken') ?? '' },
          ...(text && {
            ...{ 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          }),
        }
        const said = await fetch(`/api${where}`, {
          ...{ method: how ?? 'GET', headers, ...(text && { body: text }) },
        })
        return { status: said.status, body: await said.json() }
      },
      [method, path, body ? JSON.stringify(body) : ''],
    )
  const cuentas = (await pedir('GET', '/cuentas')).body as { id: number; nombre: string }[]
  const caja = cuentas.find(({ nombre }) => nombre === 'Caja USD')?.id
  const hoy = (await pedir('GET', '/cierres')).body.items[0].fecha
  const gasto = await pedir('POST', '/gastos', {
    ...{ fecha: hoy, categoria_id: 1, descripcion: 'Alquiler', comprobante: 'sin' },
    ...{ cuenta_id: caja, monto: '20.00' },
  })
  expect([gasto.status, gasto.body]).toEqual([201, expect.anything()])
  const falta = await pedir('POST', '/cuentas/ajustar-saldo', {
    ...{ cuenta_id: caja, motivo: 'faltante', monto: '5.00', observacion: 'Contado dos veces.' },
  })
  expect([falta.status, falta.body]).toEqual([201, expect.anything()])
  const cierre = await pedir('POST', '/cierres', { fecha: hoy, confirmo: true })
  expect([cierre.status, cierre.body]).toEqual([201, expect.anything()])

  const said: string[] = []
  for (const path of [...PANTALLAS, `/cierres/dia/${hoy}`]) {
    await ir(page, path)
    await page.locator('main h1, main h2').first().waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await reposado(page)
    const text = await page.locator('body').innerText()
    const found = text.match(/.*(?:\bS\/|\bsoles\b).*/i)
    if (found) said.push(`${path}: ${found[0]}`)
  }
  expect(said).toEqual([])
  expect((await verificar(casa.app.db)).diferencia).toBeNull()

  // After the first movement the country stays: no other is offered.
  await ir(page, '/ajustes')
  await page.getByRole('combobox', { name: /^País de la casa/ }).click()
  await expect.poll(() => page.getByRole('option', { name: 'Perú' }).count()).toBe(0)
  await page.getByRole('option', { name: 'Ecuador' }).waitFor()
  await page.goto('/puesta-en-marcha?paso=casa')
  await page.getByText(/se eligen antes del primero/).waitFor()
  expect(casa.errores).toEqual([])
})
