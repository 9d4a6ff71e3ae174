import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()
const PERSONA = /mamani|quispe|4100/i

test('no address has what was searched; back, reload and links keep it, and signing out forgets it (R-158)', async () => {
  const page = await casa.entrar('admin')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/clientes')
  const caja = page.getByLabel('Buscar por nombre, documento o celular')
  await caja.fill('quispe mam')
  const fila = page.getByRole('row', { name: /Quispe Mamani/ }).first()
  await fila.waitFor()
  await page.waitForURL(/buscar=\*0/)
  await page.reload()
  await fila.waitFor()
  expect(await caja.inputValue()).toBe('quispe mam')
  await fila.press('Enter')
  await page.getByRole('heading', { name: /Quispe Mamani/ }).waitFor()
  await page.goBack()
  await fila.waitFor()
  expect(await caja.inputValue()).toBe('quispe mam')
  // An address that somebody kept still means what it says, and says it no longer.
  await page.goto('/clientes?buscar=Benavides')
  await page
    .getByRole('row', { name: /Benavides/ })
    .first()
    .waitFor()
  await page.waitForURL(/buscar=\*1/)
  await page.goto('/compras-ventas/nueva')
  await page.locator('#campo-cliente').fill('41000010')
  await page.getByRole('option', { name: /41000010/ }).waitFor()
  expect(asked.filter((url) => PERSONA.test(url))).toEqual([])
  expect(asked.some((url) => url.includes('/clientes/search/_'))).toBe(true)
  await page.getByRole('button', { name: 'Salir' }).first().click()
  await page.getByLabel('Usuario o correo').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('buscados'))).toBeNull()
  expect(casa.errores).toEqual([])
})
