import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa({ plena: true })

test('the demo offers its users by one click, and five things to try, marked as they are done', async () => {
  const page = await casa.visita()
  await page.goto('/')
  const tiles = page.getByRole('region', { name: 'Es una demostración: entre con un clic' })
  await tiles.getByRole('button', { name: /Cajero.*Carla Huamán/ }).click()
  await page.waitForURL('**/dashboard')
  const panel = page.getByRole('region', { name: 'Pruebe esto' })
  await panel.getByText('0 de 5').waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(5)
  await panel.getByRole('link', { name: 'Compre US$ 100 sin tocar el ratón' }).click()
  await page.waitForURL('**/compras-ventas/nueva')
  await page
    .getByLabel(/^Monto|^Dólares|US\$/)
    .first()
    .fill('100')
  await page.keyboard.press('F9')
  await page
    .getByText(/registrada/)
    .first()
    .waitFor()
  await page.goto('/dashboard')
  await panel.getByText('1 de 5').waitFor()
  // What the script did in her name counts for nothing; what she did counts, on every machine.
  const other = await casa.entrar('cajera')
  const again = other.getByRole('region', { name: 'Pruebe esto' })
  await again.getByText('1 de 5').waitFor()
  await panel.getByRole('button', { name: 'No mostrar más «Pruebe esto»' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  expect(await panel.count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('every link of each kind of work opens', async () => {
  for (const usuario of ['admin', 'supervisora', 'pagador', 'cumplimiento', 'contadora']) {
    const page = await casa.entrar(usuario)
    const panel = page.getByRole('region', { name: 'Pruebe esto' })
    await panel.waitFor()
    const links = await panel
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    expect([usuario, links.length]).toEqual([usuario, 5])
    for (const link of links) {
      await page.goto(link)
      const title = page.locator('main h1').first()
      await title.waitFor({ state: 'attached' })
      const says = await title.textContent()
      expect([usuario, link, new URL(page.url()).pathname, says]).toEqual([
        ...[usuario, link, new URL(link, page.url()).pathname],
        expect.not.stringMatching(/No tiene permiso|no existe|Algo falló/i),
      ])
    }
  }
  expect(casa.errores).toEqual([])
})

test('the tiles fit the window; the manager, who holds nothing, is the last and is told why', async () => {
  const page = await casa.visita()
  await page.goto('/')
  const tiles = page.getByRole('region', { name: 'Es una demostración: entre con un clic' })
  await tiles.waitFor()
  expect(await tiles.getByRole('button').count()).toBe(9)
  const over = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(await over()).toBeLessThanOrEqual(0)
  await tiles.getByRole('button').last().click()
  await page
    .getByText(/^Su rol, Gerente, no puede abrir .* todavía no tiene ningún permiso/)
    .waitFor()
  await page.getByRole('link', { name: 'Leer el manual' }).click()
  await page.waitForURL('**/ayuda')
  expect(casa.errores).toEqual([])
})
