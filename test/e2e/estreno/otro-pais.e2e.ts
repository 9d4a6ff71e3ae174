import { expect, test } from 'vitest'
import { codigoDeCasa } from '../../../src/areas/usuarios/primero/codigo.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'
import { elegir } from '../elegir.ts'

/* A new house outside Peru. The tests follow each other. */

const PASSWORD = 'tinta verde 19 lluvia'
const casa = await abrirCasa({ vacia: true })
await casa.app.http.inject({
  method: 'POST',
  url: '/api/primer-uso',
  payload: {
    ...{ codigo: codigoDeCasa(casa.clave), nombres: 'Rosa', apellidos: 'Alva Ruiz' },
    ...{ usuario: 'rosa', correo: 'rosa@casa.es', password: PASSWORD },
  },
})

const guardados = async () =>
  Object.fromEntries(
    (
      await comoDueno<{ clave: string; valor: string }>(
        casa.datos,
        "SELECT clave, valor #>> '{}' AS valor FROM ajustes WHERE clave IN ('pais_casa', 'zona_horaria')",
      )
    ).map(({ clave, valor }) => [clave, valor]),
  )

test('R-384: the country proposes its zone, and each step before the first opening says when they disagree', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  await page.goto('/puesta-en-marcha?paso=casa')
  const pais = page.getByRole('combobox', { name: /^País de la casa/ })
  const zona = page.getByRole('combobox', { name: /^Zona horaria/ })
  const aviso = page.getByText(/^La zona horaria es /)
  const guardar = async () => {
    await page.getByRole('button', { name: 'Guardar' }).press('Enter')
    await page.getByText('Ajustes guardados.').first().waitFor()
  }
  await expect.poll(() => zona.inputValue()).toBe('Lima (Perú)')
  await page.getByLabel(/^Razón social/).fill('Cambios Sol')
  const escoger = async (campo: typeof pais, que: string) => {
    await campo.click()
    await elegir(page, que)
  }
  await escoger(pais, 'Ecuador')
  await expect.poll(() => zona.inputValue()).toBe('Guayaquil (Ecuador)')
  expect(await page.getByText(/varias zonas horarias/).count()).toBe(0)
  await escoger(pais, 'España')
  await expect.poll(() => zona.inputValue()).toBe('Madrid (España)')
  await page.getByText(/^España tiene varias zonas horarias: se propone Madrid/).waitFor()
  expect(await aviso.count()).toBe(0)
  // The words are those of the country from its choice on, and what was typed stands.
  await page.getByLabel(/^NIF/).waitFor()
  await page.getByText('Al guardar, sus libros irán en la moneda del país que eligió.').waitFor()
  expect(await page.getByLabel(/^Razón social/).inputValue()).toBe('Cambios Sol')
  // Whoever chooses one himself keeps it, and is warned.
  await escoger(zona, 'Lima (Perú)')
  await aviso.waitFor()
  await escoger(pais, 'México')
  await page.getByText(/^La zona horaria es Lima \(Perú\) y el país de la casa es México/).waitFor()
  expect(await zona.inputValue()).toBe('Lima (Perú)')
  await escoger(pais, 'España')
  await guardar()
  expect(await guardados()).toEqual({ pais_casa: 'es', zona_horaria: 'America/Lima' })
  for (const donde of [
    '/puesta-en-marcha?paso=cajas',
    '/puesta-en-marcha?paso=listo',
    '/ajustes',
  ]) {
    await page.goto(donde)
    await aviso.waitFor()
  }
  await page.goto('/puesta-en-marcha?paso=listo')
  await page.getByRole('link', { name: 'Corregirla en La casa' }).press('Enter')
  await escoger(zona, 'Madrid (España)')
  await aviso.waitFor({ state: 'detached' })
  await guardar()
  expect(await guardados()).toEqual({ pais_casa: 'es', zona_horaria: 'Europe/Madrid' })
  await page.goto('/puesta-en-marcha?paso=cajas')
  await page.getByRole('form').first().waitFor()
  expect(await aviso.count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('R-385: the button that leads on saves what its step holds, or says what is not saved', async () => {
  const page = await casa.dentro('rosa', {}, PASSWORD)
  const paso = () => new URL(page.url()).searchParams.get('paso')
  const siguiente = page.getByRole('link', { name: /^Siguiente:/ })
  await page.goto('/puesta-en-marcha?paso=casa')
  // In words of every country until its own is saved.
  await page
    .getByText('Su nombre y su número de contribuyente salen en cada ticket, contrato y reporte.')
    .waitFor()
  expect(await page.getByText('El de cambista.').count()).toBe(0)
  const nif = page.getByLabel(/^NIF/)
  await page.getByLabel(/^Razón social/).fill('')
  await nif.fill('B12345674')
  await siguiente.press('Enter')
  await page.getByText(/^Este paso no se guardó/).waitFor()
  expect(paso()).toBe('casa')
  await page.getByLabel(/^Razón social/).fill('Cambios Madrid')
  await siguiente.press('Enter')
  await expect.poll(paso).toBe('catalogos')
  expect(
    await comoDueno(
      casa.datos,
      "SELECT valor->>'razon_social' AS nombre, valor->>'ruc' AS nif FROM ajustes WHERE clave = 'empresa'",
    ),
  ).toEqual([{ nombre: 'Cambios Madrid', nif: 'B12345674' }])
  // What is typed of an account stays in its step, and is named once.
  await comoDueno(
    casa.datos,
    `INSERT INTO entidades_financieras (nombre, codigo, pais, tipo) VALUES ('Banco Sol', 'BSOL', 'es', 'banco')`,
  )
  await page.goto('/puesta-en-marcha?paso=cajas')
  const banco = page.getByRole('form', { name: 'Cuenta en una entidad' })
  await banco.getByLabel('Entidad').selectOption({ label: 'Banco Sol' })
  await banco.getByLabel('Número').fill('ES9121000418450200051332')
  await banco.getByLabel(/^Saldo de hoy/).fill('2500')
  await siguiente.press('Enter')
  await page.getByText(/^Todavía no guardó la cuenta en una entidad\./).waitFor()
  expect(paso()).toBe('cajas')
  await siguiente.press('Enter')
  await expect.poll(paso).toBe('personas')
  await page.goto('/puesta-en-marcha?paso=cajas')
  await expect.poll(() => banco.getByLabel('Número').inputValue()).toBe('ES9121000418450200051332')
  expect(await banco.getByLabel(/^Saldo de hoy/).inputValue()).toMatch(/^2,?500/)
  expect(await banco.getByLabel('Entidad').locator('option:checked').innerText()).toBe('Banco Sol')
  expect(casa.errores).toEqual([])
})
