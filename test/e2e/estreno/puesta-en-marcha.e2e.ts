import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { codigoDeCasa } from '../../../src/areas/usuarios/primero/codigo.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'
import { elegir } from '../elegir.ts'

const PASSWORD = 'tinta verde 19 lluvia'
const casa = await abrirCasa({ vacia: true })
await casa.app.http.inject({
  method: 'POST',
  url: '/api/primer-uso',
  payload: {
    ...{ codigo: codigoDeCasa(casa.clave), nombres: 'Rosa', apellidos: 'Alva Ruiz' },
    ...{ usuario: 'rosa', correo: 'rosa@casa.pe', password: PASSWORD },
  },
})

/** Names of what the house has. */
const nombres = async (tabla: string) =>
  (await comoDueno<{ nombre: string }>(casa.datos, `SELECT nombre FROM ${tabla}`)).map(
    ({ nombre }) => nombre,
  )

const enFoco = (one: Locator) => one.evaluate((e) => e === document.activeElement)

test('what is done in a step does not turn the page: the next one is not skipped', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha')
  await page.getByLabel(/^Razón social/).fill('Cambios Rosa S.A.C.')
  expect(new URL(page.url()).searchParams.get('paso')).toBe('casa')
  await page.getByLabel(/^RUC/).fill('20100000025')
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await page.getByText('Ajustes guardados.').first().waitFor()
  await page.getByRole('listitem').filter({ hasText: 'La casa: hecho' }).waitFor()
  await page.getByRole('link', { name: 'Siguiente: Bancos y formas de pago' }).press('Enter')
  await page.getByRole('button', { name: /^Crear \d+ registros$/ }).waitFor()
  // A counter without a rate leads to where there will be one.
  await page.goto('/compras-ventas/nueva')
  await page.getByRole('link', { name: 'Poner los primeros precios' }).press('Enter')
  await page.waitForURL(/paso=precios/)
  expect(casa.errores).toEqual([])
})

test('the countries that were chosen are found by whoever leaves the way and comes back', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=catalogos')
  const ecuador = page.getByRole('checkbox', { name: 'Ecuador', exact: true })
  await ecuador.check()
  await page.waitForURL(/paises=/)
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/puesta-en-marcha?paso=catalogos')
  await ecuador.waitFor()
  expect(await ecuador.isChecked()).toBe(true)
})

test('what the house does hides what it does not need, and can be changed', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  const hace = async (que: string) => {
    await page.goto('/puesta-en-marcha?paso=casa')
    await page.getByRole('combobox', { name: /^Qué hace la casa/ }).click()
    await elegir(page, que)
    await page.getByRole('button', { name: 'Guardar' }).press('Enter')
    await page.getByText('Ajustes guardados.').first().waitFor()
  }
  const crear = page.getByRole('button', { name: /^Crear \d+ registros$/ })
  const destino = page.getByRole('group', { name: '¿Dónde recibe y dónde paga la casa?' })
  await hace('Solo cambio de moneda')
  await page.goto('/puesta-en-marcha?paso=catalogos&paises=pe,ve')
  await crear.waitFor()
  expect(await destino.count()).toBe(0)
  expect(await page.getByLabel(/^Banesco/).count()).toBe(0)
  await hace('Solo envíos de dinero')
  // The dashboard leads to where its own first operation is offered, not to the counter.
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Registrar la primera operación' }).click()
  await page.waitForURL(/puesta-en-marcha\?paso=listo/)
  await page.getByRole('link', { name: 'Registrar la primera orden' }).waitFor()
  expect(await page.getByText(/^El mostrador todavía/).count()).toBe(0)
  await page.goto('/puesta-en-marcha?paso=precios&paises=pe,ve')
  await page.getByRole('group', { name: 'Dólar en soles' }).waitFor()
  expect(await page.getByRole('group', { name: 'Euro en soles' }).count()).toBe(0)
  expect(await page.getByRole('checkbox', { name: 'Tengo precio mayorista' }).count()).toBe(0)
  await hace('Cambio de moneda y envíos')
  // A counter without prices or tills has nothing to change: it says what it lacks, and offers an order.
  await page.goto('/puesta-en-marcha?paso=listo')
  await page.getByText(/^El mostrador todavía no tiene qué cambiar/).waitFor()
  expect(await page.getByRole('link', { name: 'Registrar la primera operación' }).count()).toBe(0)
  await page.goto('/puesta-en-marcha?paso=catalogos&paises=pe,ve')
  await destino.waitFor()
  await page.getByLabel(/^Banesco/).waitFor()
  expect(casa.errores).toEqual([])
})

test('branches and limits may be left out, and what is written in them is the house’s', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  const confirmar = async (hecho: ReturnType<typeof page.getByText>) => {
    const asked = page.getByLabel('Su contraseña')
    await asked.or(hecho).first().waitFor()
    if (await asked.isVisible()) {
      await asked.fill(PASSWORD)
      await page.keyboard.press('Enter')
    }
    await hecho.waitFor()
  }
  // The button passes them by; a link beside it leads there.
  await page.goto('/puesta-en-marcha?paso=casa')
  await page.getByRole('link', { name: 'Siguiente: Bancos y formas de pago' }).waitFor()
  await page.getByRole('link', { name: 'Opcional: Sucursales' }).press('Enter')
  await page.getByText(/^Si atiende en varios locales/).waitFor()
  for (const nombre of ['Centro', 'Miraflores']) {
    await page.getByLabel(/^Nombre/).fill(nombre)
    await page.getByRole('button', { name: 'Agregar sucursal' }).press('Enter')
    await page.getByRole('link', { name: nombre, exact: true }).waitFor()
    await expect.poll(() => page.getByLabel(/^Nombre/).inputValue()).toBe('')
  }
  // A till stands in one of them, and is named after it.
  await page.goto('/puesta-en-marcha?paso=cajas')
  await page.getByLabel(/^Sucursal/).selectOption({ label: 'Miraflores' })
  const soles = page.getByRole('form', { name: 'Caja en Sol' })
  expect(await soles.getByLabel('Nombre').inputValue()).toBe('Caja Miraflores PEN')
  await soles.getByRole('button', { name: 'Abrir caja' }).press('Enter')
  await confirmar(page.getByRole('link', { name: 'Caja Miraflores PEN' }))
  await soles.waitFor({ state: 'detached' })
  await page.getByLabel(/^Sucursal/).selectOption({ label: 'Centro' })
  await soles.waitFor()
  expect(
    await comoDueno(
      casa.datos,
      'SELECT c.nombre, s.nombre AS sucursal FROM cuentas c JOIN sucursales s ON s.id = c.sucursal_id',
    ),
  ).toEqual([{ nombre: 'Caja Miraflores PEN', sucursal: 'Miraflores' }])
  await page.goto('/puesta-en-marcha?paso=limites')
  const umbral = page.getByLabel(/^Identificar desde/)
  await umbral.fill('100')
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await confirmar(page.getByText('Ajustes guardados.').first())
  expect(
    await comoDueno(
      casa.datos,
      "SELECT valor::text FROM ajustes WHERE clave = 'umbral_identificacion_usd'",
    ),
  ).toEqual([{ valor: '100' }])
  await page.getByRole('link', { name: 'Siguiente: Primeros precios' }).waitFor()
  // Left as the other tests find it.
  await comoDueno(
    casa.datos,
    'UPDATE cuentas SET estatus = false; UPDATE sucursales SET estatus = false',
  )
  expect(casa.errores).toEqual([])
})

test('a new house takes what its countries share from a list, and nothing that it did not want', async () => {
  const page = await casa.entrar('rosa', {}, PASSWORD)
  await page.getByRole('link', { name: 'Elegir bancos y tipos de pago' }).click()
  await page.getByRole('heading', { name: 'Puesta en marcha' }).waitFor()
  await page.getByRole('checkbox', { name: 'Venezuela' }).press('Space')
  await page.getByRole('checkbox', { name: /^Banesco/ }).waitFor()
  expect(page.url()).toContain('paises=pe')
  const bancos = page.getByRole('group', { name: 'Bancos y billeteras' })
  const formas = page.getByRole('group', { name: 'Formas de pago' })
  await bancos.getByRole('checkbox', { name: /^Plin/ }).press('Space')
  await formas.getByRole('checkbox', { name: /^Plin/ }).press('Space')
  // What is proposed is changed before it is created, by the rules of its own page.
  const dialogo = page.getByRole('dialog')
  const asi = dialogo.getByRole('button', { name: 'Dejarlo así' })
  await formas.getByRole('button', { name: 'Cambiar Yape' }).press('Enter')
  await dialogo.getByLabel(/^Nombre/).fill('')
  await asi.press('Enter')
  await dialogo.getByText('Este dato es obligatorio.').first().waitFor()
  await dialogo.getByLabel(/^Nombre/).fill('Yape de la casa')
  await dialogo.getByLabel(/^Tope por operación/).fill('350')
  await asi.press('Enter')
  await formas.getByText(/· cambiado$/).waitFor()
  await formas.getByRole('checkbox', { name: /^Yape de la casa/ }).waitFor()
  // “Cancelar” leaves what it was changed to before, in the list and in the dialog.
  await formas.getByRole('button', { name: 'Cambiar Yape de la casa' }).press('Enter')
  await dialogo.getByLabel(/^Nombre/).fill('Otro Yape')
  await dialogo.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await dialogo.waitFor({ state: 'detached' })
  await formas.getByRole('button', { name: 'Cambiar Yape de la casa' }).press('Enter')
  expect(await dialogo.getByLabel(/^Nombre/).inputValue()).toBe('Yape de la casa')
  expect(await dialogo.getByText('Recuperar lo que escribió').count()).toBe(0)
  await asi.press('Enter')
  const piezas = page.getByRole('group', { name: 'Billetes y monedas' })
  await piezas.getByRole('button', { name: 'Cambiar Sol' }).press('Enter')
  await dialogo.getByLabel(/^Billetes/).fill('100 50 20 10')
  await asi.press('Enter')
  await piezas.getByText(/· cambiado$/).waitFor()
  await bancos.getByRole('button', { name: 'Cambiar Mibanco' }).press('Enter')
  await dialogo.getByLabel(/^Nombre/).fill('Mibanco Perú')
  await dialogo.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await bancos.getByRole('checkbox', { name: /^Mibanco$|^Mibanco Banco/ }).waitFor()
  const button = page.getByRole('button', { name: /^Crear \d+ registros$/ })
  const wanted = Number(/\d+/.exec(await button.innerText())?.[0])
  await button.press('Enter')
  // The set is agreed to as one.
  await page.getByText(`Para crear ${wanted} registros confirme que es usted`).waitFor()
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(`Se crearon ${wanted} registros.`).waitFor()
  expect(await page.getByRole('alert').filter({ hasText: 'No se cre' }).count()).toBe(0)
  const [banks, ways] = await Promise.all(['entidades_financieras', 'tipos_pagos'].map(nombres))
  expect(banks).toEqual(expect.arrayContaining(['BCP', 'Yape', 'Banesco', 'BNC']))
  expect(banks).not.toContain('Plin')
  expect(ways).toEqual(expect.arrayContaining(['Efectivo', 'Yape de la casa', 'Pago Móvil']))
  expect(
    await comoDueno(casa.datos, "SELECT tope_op::float FROM tipos_pagos WHERE codigo = 'YAPE'"),
  ).toEqual([{ tope_op: 350 }])
  expect(banks).toContain('Mibanco')
  expect(ways).not.toContain('Plin')
  expect(ways).not.toContain('Nequi')
  const [soles] = await comoDueno<{ billetes: string }>(
    casa.datos,
    "SELECT billetes FROM monedas WHERE iso = 'PEN'",
  )
  expect(soles?.billetes).toBe('100 50 20 10')
  // What it has is not offered again; what it did not want is.
  await page.reload()
  await page.getByText('Ya está').first().waitFor()
  await page.getByRole('button', { name: 'Crear 2 registros' }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^BCP/ }).isDisabled()).toBe(true)
  expect(casa.errores).toEqual([])
})

test('without the password nothing is created, and what was marked stays', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=catalogos&paises=co')
  const button = page.getByRole('button', { name: /^Crear \d+ registros$/ })
  await button.waitFor()
  const before = await nombres('tipos_pagos')
  await page
    .getByRole('group', { name: 'Bancos y billeteras' })
    .getByLabel(/Marcar todas/)
    .press('Space')
  await page
    .getByRole('group', { name: 'Billetes y monedas' })
    .getByRole('checkbox')
    .first()
    .press('Space')
  const said = await button.innerText()
  await button.press('Enter')
  await page.getByLabel('Su contraseña').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').filter({ hasText: 'No se creó:' }).waitFor()
  expect(await button.innerText()).toBe(said)
  expect(await nombres('tipos_pagos')).toEqual(before)
})

test('a refused price says why, makes no rate, and stays as it was typed', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=precios&paises=pe,ve')
  const dolar = page.getByRole('group', { name: 'Dólar en soles' })
  const button = page.getByRole('button', { name: 'Publicar estos precios' })
  await dolar.getByLabel('Compra').fill('3.60')
  await button.press('Enter')
  await dolar.getByText('Escriba los dos precios.').waitFor()
  await dolar.getByLabel('Venta').fill('3.50')
  const bolivar = page.getByRole('group', { name: 'Dólar en bolívares' })
  // What is earned on a remittance is proposed, and is the house's own to say.
  const margen = page.getByLabel('Remesas a Venezuela, %')
  expect(await margen.inputValue()).toBe('6')
  await margen.fill('')
  await bolivar.getByLabel('Compra').fill('198.50')
  await bolivar.getByLabel('Venta').fill('202')
  await button.press('Enter')
  await page.getByText('Escriba el margen.').waitFor()
  await margen.fill('5.5')
  await button.press('Enter')
  const failed = page.getByRole('alert').filter({ hasText: 'No se creó:' })
  await failed.getByText('La venta debe ser igual o mayor que la compra.').waitFor()
  expect(await failed.getByRole('listitem').count()).toBe(1)
  expect(await dolar.getByLabel('Venta').inputValue()).toBe('3.500')
  const made = async (tabla: string) =>
    Number((await comoDueno<{ n: string }>(casa.datos, `SELECT count(*) AS n FROM ${tabla}`))[0]?.n)
  expect([await made('pares_divisas'), await made('tipos_cambios')]).toEqual([1, 0])
  // Mended, it makes both rates of the counter and that of the remittance, whose other pair is there.
  await dolar.getByLabel('Venta').fill('3.65')
  await button.press('Enter')
  await page.getByText('Se crearon 4 registros.').waitFor()
  expect([await made('pares_divisas'), await made('tipos_cambios')]).toEqual([2, 3])
  expect(
    await comoDueno(casa.datos, 'SELECT margen::float FROM tipos_cambios ORDER BY margen DESC'),
  ).toEqual([{ margen: 5.5 }, { margen: 0 }, { margen: 0 }])
})

test('R-320: the wholesale price is typed beside the public one, and both rates are what was typed', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=precios&paises=pe')
  const euro = page.getByRole('group', { name: 'Euro en soles' })
  await euro.waitFor()
  expect(await euro.getByLabel('Compra mayorista').count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Tengo precio mayorista' }).press('Space')
  for (const [label, value] of [
    ['Compra', '4.000'],
    ['Venta', '4.100'],
    ['Compra mayorista', '3.990'],
    ['Venta mayorista', '4.085'],
  ] as const)
    await euro.getByLabel(label, { exact: true }).fill(value)
  // What is typed stays when its step closes, which is said first.
  await page.getByRole('link', { name: /^Siguiente:/ }).press('Enter')
  await page.getByText(/^Todavía no guardó los precios/).waitFor()
  await page.getByRole('link', { name: /^Siguiente:/ }).press('Enter')
  await euro.waitFor({ state: 'detached' })
  await page.goBack()
  expect(await euro.getByLabel('Compra mayorista').inputValue()).toBe('3.990')
  const button = page.getByRole('button', { name: 'Publicar estos precios' })
  await button.press('Enter')
  await euro.getByText('Es peor que el precio público.').waitFor()
  await euro.getByText('Escriba desde qué monto.').waitFor()
  await euro.getByLabel('Compra mayorista').fill('4.015')
  await euro.getByLabel(/^Mayorista desde/).fill('3000')
  await button.press('Enter')
  await page.getByText('Se crearon 5 registros.').waitFor()
  expect(
    await comoDueno(
      casa.datos,
      `SELECT t.base_id = 6 AS compra, t.segmento, h.tasa::float, t.monto_min::float
       FROM tipos_cambios t JOIN tipos_cambios_historico h ON h.tipo_cambio_id = t.id AND upper_inf(h.vigencia)
       WHERE 6 IN (t.base_id, t.cotizacion_id) ORDER BY 1, 2 DESC`,
    ),
  ).toEqual([
    { compra: false, segmento: 'publico', tasa: 4.1, monto_min: null },
    { compra: false, segmento: 'mayorista', tasa: 4.085, monto_min: 12300 },
    { compra: true, segmento: 'publico', tasa: 4, monto_min: null },
    { compra: true, segmento: 'mayorista', tasa: 4.015, monto_min: 3000 },
  ])
  expect(casa.errores).toEqual([])
})

test('without an answer it stops at once, and what remains is still marked', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=catalogos&paises=bo')
  const button = page.getByRole('button', { name: /^Crear \d+ registros$/ })
  await button.waitFor()
  const said = await button.innerText()
  let asked = 0
  await page.route('**/api/tipos-pagos', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    asked += 1
    return route.abort()
  })
  await button.press('Enter')
  await page.getByRole('alert').getByText('El sistema no responde.').waitFor()
  expect([await button.innerText(), asked]).toEqual([said, 1])
})

test('an account at a bank opens beside the tills, with the balance that its bank says', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=cajas')
  const banco = page.getByRole('form', { name: 'Cuenta en una entidad' })
  // Prices of what goes to Venezuela are published, and nothing to pay it with is there.
  await page.getByText(/^Todavía no se puede pagar en .*Bolívar \(VES\)/).waitFor()
  const abrir = banco.getByRole('button', { name: 'Abrir cuenta' })
  await abrir.press('Enter')
  expect(await banco.getByText('Este dato es obligatorio.').count()).toBe(2)
  // Its entity says which currencies and which number it has, and names it.
  await banco.getByLabel('Entidad').selectOption({ label: 'Yape' })
  const moneda = banco.getByLabel('Moneda')
  expect(await moneda.locator('option').allTextContents()).toEqual(['Sol'])
  await banco.getByLabel('Entidad').selectOption({ label: 'BCP' })
  // What pays out costs the dollars whose sale brings it: nobody is asked for it.
  await moneda.selectOption({ label: 'Bolívar' })
  await banco.getByLabel(/^Saldo de hoy/).fill('900000')
  const propuesto = banco.getByLabel(/^Costo por unidad/)
  expect(await propuesto.isVisible()).toBe(false)
  expect(await propuesto.inputValue()).toBe('0.018136')
  await banco.getByText('Más').click()
  await propuesto.fill('0.021')
  expect(await propuesto.inputValue()).toBe('0.021')
  await banco.getByText('Más').click()
  await banco.getByLabel(/^Saldo de hoy/).fill('')
  await moneda.selectOption({ label: 'Dólar' })
  expect(await banco.getByLabel('Nombre').inputValue()).toBe('BCP USD')
  await banco.getByText('El CCI: 20 dígitos.').waitFor()
  await banco.getByLabel('Número').fill('12345')
  // Only what is needed is shown: a cost is today's price until somebody says another one.
  const costo = banco.getByLabel(/^Costo por unidad/)
  expect(await costo.count()).toBe(0)
  await banco.getByLabel(/^Saldo de hoy/).fill('4000')
  expect(await costo.inputValue()).not.toBe('')
  expect(await costo.isVisible()).toBe(false)
  await abrir.press('Enter')
  await banco
    .getByText(/^El CCI no es válido/)
    .first()
    .waitFor()
  await banco.getByLabel('Número').fill('00219310000000010213')
  await abrir.press('Enter')
  const ya = page.getByRole('link', { name: 'BCP USD' })
  const asked = page.getByLabel('Su contraseña')
  await asked.or(ya).first().waitFor()
  if (await asked.isVisible()) {
    await asked.fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await ya.waitFor()
  // The next one begins empty, at its first field.
  await expect.poll(() => banco.getByLabel('Número').inputValue()).toBe('')
  await expect.poll(() => enFoco(banco.getByLabel('Entidad'))).toBe(true)
  expect(
    await comoDueno(
      casa.datos,
      `SELECT c.tipo, c.pais, c.numero, a.importe::float, a.motivo, a.estado, a.numero ~ '^AJ-' AS numerado
       FROM cuentas c JOIN ajustes_saldo a ON a.cuenta_id = c.id`,
    ),
  ).toEqual([
    {
      ...{ tipo: 'banco', pais: 'pe', numero: '00219310000000010213', importe: 4000 },
      ...{ motivo: 'saldo_inicial', estado: 'aplicado', numerado: true },
    },
  ])
  expect(casa.errores).toEqual([])
})

test('R-335: roles are named before they are made, and whoever is alone is told of a second factor', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=personas')
  const dialogo = page.getByRole('dialog')
  const nombre = dialogo.getByLabel(/^Nombre/)
  const asi = dialogo.getByRole('button', { name: 'Dejarlo así' })
  await page.getByRole('button', { name: 'Cambiar Cajero' }).press('Enter')
  await nombre.fill('')
  await asi.press('Enter')
  await dialogo.getByText('Escriba al menos 2').first().waitFor()
  await nombre.fill('Ventanilla')
  await asi.press('Enter')
  await page.getByRole('button', { name: 'Cambiar Ventanilla' }).press('Enter')
  await nombre.fill('Otra')
  await dialogo.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await page.getByRole('checkbox', { name: /^Ventanilla/ }).waitFor()
  await page.getByRole('button', { name: 'Crear 5 roles' }).press('Enter')
  await dialogo.getByText(/Ventanilla/).waitFor()
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Se crearon 5 roles.').first().waitFor()
  expect((await nombres('roles')).sort()).toEqual([
    'Administrador',
    'Contador',
    'Gerente',
    'Oficial de cumplimiento',
    'Pagador',
    'Ventanilla',
  ])
  await page.getByRole('link', { name: 'segundo factor' }).waitFor()
  expect(casa.errores).toEqual([])
})

test('where others could hold a till, it is given to somebody, and never to whoever makes it', async () => {
  await comoDueno(
    casa.datos,
    `INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug)
     SELECT 'Bruno', 'Díaz', 'bruno', 'bruno@casa.pe', password_hash, 'adm' FROM usuarios LIMIT 1`,
  )
  const page = await casa.dentro('rosa', {}, PASSWORD)
  // remittances alone need no till of another currency.
  const hace = (que: string) =>
    comoDueno(casa.datos, "UPDATE ajustes SET valor = to_jsonb($1::text) WHERE clave = 'negocio'", [
      que,
    ])
  const soles = page.getByRole('form', { name: 'Caja en Sol' })
  const dolares = page.getByRole('form', { name: 'Caja en Dólar' })
  await hace('envios')
  await page.goto('/puesta-en-marcha?paso=cajas')
  await soles.waitFor()
  expect(await dolares.count()).toBe(0)
  await hace('ambos')
  await page.goto('/puesta-en-marcha?paso=cajas')
  await dolares.waitFor()
  // Counted by its notes, or typed.
  await soles.getByRole('button', { name: 'Contar por billetes' }).press('Enter')
  const conteo = page.getByRole('dialog', { name: 'Lo que hay en caja, en sol' })
  await conteo.getByLabel(/^S\/\s100/).fill('3')
  await conteo.getByLabel(/^S\/\s0\.20/).fill('4')
  await conteo.getByRole('button', { name: 'Usar este monto' }).press('Enter')
  await conteo.waitFor({ state: 'detached' })
  expect(await soles.getByLabel('Contado, PEN').inputValue()).toBe('300.80')
  const abrir = soles.getByRole('button', { name: 'Abrir caja' })
  await abrir.press('Enter')
  await page.getByText('Elija quién responde por la caja.').waitFor()
  const lleva = page.getByLabel(/^Responsable/)
  await lleva.selectOption({ label: 'Rosa Alva Ruiz' })
  await abrir.press('Enter')
  await soles.getByRole('alert').getByText(/Bruno/).waitFor()
  await lleva.selectOption({ label: 'Bruno Díaz' })
  await abrir.press('Enter')
  await page.getByLabel('Su contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('(Bruno Díaz)').waitFor()
  // its balance keeps the notes by which it was counted.
  const piezas = async () =>
    (
      await comoDueno<{ piezas: string }>(
        casa.datos,
        `SELECT (SELECT string_agg(format('%s × %s', e->>'cantidad', e->>'valor'), ', ') FROM jsonb_array_elements(denominaciones) e)
           AS piezas FROM cuentas_aperturas ORDER BY cuenta_id DESC LIMIT 1`,
      )
    )[0]?.piezas
  await expect.poll(piezas).toBe('3 × 100, 4 × 0.20')
  // It is his to open, and where she is led she reads so.
  await page.goto('/puesta-en-marcha?paso=listo')
  await page.getByText(/Usted no tiene una caja a su cargo/).waitFor()
  expect(casa.errores).toEqual([])
})

test('R-336: people are added without leaving the way, which names those that are there', async () => {
  // Beside another administrator, who is added is his to approve too.
  await comoDueno(casa.datos, "UPDATE usuarios SET rol_slug = 'con' WHERE usuario = 'bruno'")
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=personas')
  const agregar = page.getByRole('button', { name: 'Agregar una persona' })
  const personas = page.getByRole('region', { name: 'Personas' })
  await personas.getByText('Bruno Díaz').waitFor()
  expect(await page.getByRole('link', { name: 'segundo factor' }).count()).toBe(0)
  await agregar.press('Enter')
  for (const [label, value] of [
    [/^Nombres/, 'Carla'],
    [/^Apellidos/, 'Soto Paz'],
    [/^Número de documento/, '45678912'],
    [/^Usuario/, 'carla'],
    [/^Correo/, 'carla@casa.pe'],
    [/^Su contraseña/, PASSWORD],
  ] as const)
    await personas.getByLabel(label).fill(value)
  await personas.getByRole('combobox', { name: /^Rol/ }).click()
  await elegir(page, 'Ventanilla')
  await personas.getByRole('button', { name: 'Crear usuario' }).press('Enter')
  await page.getByRole('button', { name: 'Ya la anoté' }).press('Enter')
  await personas.getByRole('link', { name: 'Carla Soto' }).waitFor()
  await personas.getByText('(Ventanilla)').waitFor()
  expect(new URL(page.url()).searchParams.get('paso')).toBe('personas')
  // The next one is a key away, begins empty, and is not begun by itself.
  await expect.poll(() => enFoco(agregar)).toBe(true)
  await agregar.press('Enter')
  expect(await personas.getByLabel(/^Nombres/).inputValue()).toBe('')
  await expect.poll(() => enFoco(personas.getByLabel(/^Nombres/))).toBe(true)
  await personas.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await agregar.waitFor()
  expect(casa.errores).toEqual([])
})
