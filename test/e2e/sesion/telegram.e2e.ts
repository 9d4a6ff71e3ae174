import { expect, test } from 'vitest'
import { redactarOmitidos } from '../../../src/areas/telegram/envio/emisor.ts'
import { plantillas } from '../../../src/main.app.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('the bar has the Telegram switch: it loads with the bar, changes on a click and matches the page', async () => {
  const page = await casa.visita()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/telegram') asked.push(request.method())
  })
  await page.goto('/')
  await page.getByLabel('Usuario o correo').fill('admin')
  await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Ingresar' }).click()
  const interruptor = page.getByRole('switch', { name: 'Telegram' })
  await interruptor.waitFor()
  expect(asked).toEqual(['GET'])
  expect(await interruptor.getAttribute('aria-checked')).toBe('false')
  await interruptor.press('Space')
  await page.getByText('Telegram encendido.').waitFor()
  expect(await interruptor.getAttribute('aria-checked')).toBe('true')
  expect(asked).toContain('POST')

  // Another signed-in user sees the change without a reload.
  const otra = await casa.entrar('cajera')
  const suyo = otra.getByRole('switch', { name: 'Telegram' })
  await suyo.waitFor()
  expect(await suyo.getAttribute('aria-checked')).toBe('true')
  expect(await suyo.getAttribute('aria-disabled')).toBe('true')
  // Off, nobody hears any more: it takes the password.
  await interruptor.click()
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await soy.getByText(/^Para apagar Telegram/).waitFor()
  await soy.getByLabel('Su contraseña').fill(PASSWORD_DEMO)
  await soy.getByRole('button', { name: 'Confirmar y apagar' }).click()
  await otra.locator('[role="switch"][aria-checked="false"]').waitFor()
})

test('settings: the token, a chat, an event, a test message, the log', async () => {
  const page = await casa.entrar('admin')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('link', { name: 'Telegram' }).click()
  await page.getByRole('heading', { name: 'Telegram', level: 1 }).waitFor()

  await page.getByLabel('Token del bot').fill('abc')
  await page.getByRole('button', { name: 'Guardar token' }).click()
  await page.getByText('Copie el token completo').first().waitFor()
  await page.getByLabel('Token del bot').fill(`123456789:${'A'.repeat(35)}`)
  await page.getByRole('button', { name: 'Guardar token' }).click()
  // Who else hears of the house takes the password.
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await soy.getByLabel('Su contraseña').fill(PASSWORD_DEMO)
  await soy.getByRole('button', { name: 'Confirmar y guardar' }).click()
  await page.getByRole('button', { name: 'Cambiar token' }).waitFor()
  expect(await page.content()).not.toContain('AAAAAAAAAA')

  await page.getByRole('button', { name: 'Agregar chat' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Agregar chat' })
  await dialogo.getByLabel('Nombre').fill('Operadores')
  await dialogo.getByLabel('Identificador del chat').fill('-1001234567890')
  await dialogo.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Editar Operadores' }).waitFor()

  const marca = page.getByRole('checkbox', { name: 'Tasas publicadas: Operadores' })
  await marca.click()
  await expect.poll(() => marca.isChecked()).toBe(true)
  const reservado = page.getByRole('checkbox', { name: 'Tasa por debajo del costo: Operadores' })
  expect(await reservado.isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Probar Operadores' }).click()
  await page.getByText('quedó anotada como omitida').waitFor()
  await redactarOmitidos(casa.app.db, plantillas)
  await page.getByRole('link', { name: 'Ver envíos' }).click()
  const fila = page.getByRole('row', { name: /Mensaje de prueba/ }).first()
  await fila.getByText('Omitido').waitFor()
  await fila.getByText('Telegram estaba apagado.').waitFor()
  expect(casa.errores).toEqual([])
})

test('a user who may not see the settings is told so; the log keeps its filters in the URL', async () => {
  const cajera = await casa.dentro('cajera')
  await cajera.goto('/telegram')
  await cajera.waitForURL('**/unauthorized**')
  const page = await casa.dentro('admin')
  await page.goto('/telegram/envios?estado=enviado')
  await page.getByText('Nada coincide con la búsqueda').waitFor()
})
