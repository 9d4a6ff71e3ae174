import { afterAll, expect, test } from 'vitest'
import { emitir } from '../../../src/areas/webhooks/envio/emisor.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirReceptor } from '../../support/webhooks/receptor.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()
const receptor = await abrirReceptor()
afterAll(() => receptor.cerrar())
const enviar = () =>
  emitir({ db: casa.app.db, afuera: { clave: casa.clave }, alcance: 'equipo', azar: () => 0 })

test('a receiver: its secret once, a test, what it answered, sent again', async () => {
  const page = await casa.entrar('admin')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('Todavía nadie recibe eventos').waitFor()
  await page.getByRole('button', { name: 'Agregar webhook' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Agregar webhook' })
  await dialogo.getByLabel('Nombre').fill('Contabilidad')
  await dialogo.getByLabel('Dirección').fill('https://10.0.0.7/eventos')
  await dialogo.getByRole('button', { name: 'Guardar' }).click()
  await dialogo.getByText('Elija al menos un evento.').first().waitFor()
  await dialogo.getByLabel('Orden nueva').check()
  await dialogo.getByRole('button', { name: 'Guardar' }).click()
  await dialogo.getByText('La dirección es de una red interna').first().waitFor()
  await dialogo.getByLabel('Dirección').fill(receptor.url)
  await dialogo.getByRole('button', { name: 'Guardar' }).click()
  // Who hears of the house from outside takes the password.
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await soy.getByLabel('Su contraseña').fill(PASSWORD_DEMO)
  await soy.getByRole('button', { name: 'Confirmar y crear' }).click()
  const secreto = page.getByRole('dialog', { name: 'Secreto del webhook' })
  await secreto.getByText(/^whsec_/).waitFor()
  await secreto.getByRole('button', { name: 'Ya lo guardé' }).click()
  await page.getByRole('region', { name: 'Contabilidad' }).getByText('Activo').waitFor()
  expect(await page.content()).not.toContain('whsec_')

  receptor.humores.push({ codigo: 500, cuerpo: '<b>no</b>' }, { codigo: 410 })
  await page.getByRole('button', { name: 'Probar Contabilidad' }).click()
  await page.getByText('Evento de prueba en camino.').waitFor()
  await enviar()
  await page.getByRole('link', { name: 'Ver envíos' }).click()
  await page
    .getByRole('row', { name: /Mensaje de prueba/ })
    .getByText('Respondió 500')
    .waitFor()
  // On a phone why it did not arrive is read whole.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator('[data-entera]').getByText('Respondió 500. Próximo intento').waitFor()
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('row', { name: /Mensaje de prueba/ }).click()
  await page.getByRole('heading', { name: 'Mensaje de prueba', level: 1 }).waitFor()
  // What it answered is text.
  await page.getByText('<b>no</b>').waitFor()
  await page.getByText('"type":"prueba"').waitFor()
  expect(receptor.recibidos).toHaveLength(1)

  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
  await page.getByRole('button', { name: 'Editar Contabilidad' }).click()
  const edita = page.getByRole('dialog', { name: 'Editar Contabilidad' })
  await edita.getByLabel('Activo').uncheck()
  // Nor is it silenced without the password.
  await comoDueno(casa.datos, 'UPDATE sesiones SET confirmada_hasta = NULL')
  await edita.getByRole('button', { name: 'Guardar' }).click()
  await soy.getByLabel('Su contraseña').fill(PASSWORD_DEMO)
  await soy.getByRole('button', { name: 'Confirmar y guardar' }).click()
  await page.getByRole('region', { name: 'Contabilidad' }).getByText('Inactivo').waitFor()
  await page.getByRole('link', { name: 'Ver envíos' }).click()
  await page.getByRole('button', { name: 'Reenviar Mensaje de prueba a Contabilidad' }).click()
  await page.getByText('está inactivo').first().waitFor()
  expect(casa.errores).toEqual([])
})

test('who may not see them is told so', async () => {
  const cajera = await casa.entrar('cajera')
  await cajera.goto('/webhooks')
  await cajera.waitForURL('**/unauthorized**')
})
