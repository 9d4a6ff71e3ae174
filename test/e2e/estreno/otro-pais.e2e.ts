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
