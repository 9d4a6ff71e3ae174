import { expect, test } from 'vitest'
import { abrirCasa, reposado } from '../casa.ts'

const casa = await abrirCasa()

test.each(['light', 'dark'] as const)(
  'in the highlighted option the document is as readable as the name: %s',
  async (colorScheme) => {
    const page = await casa.dentro('admin', { colorScheme })
    await page.goto('/compras-ventas/nueva')
    await page.locator('#campo-cliente').pressSequentially('garcía')
    const option = page.locator('[role=option][data-combobox-selected]')
    await option.waitFor()
    const colors = await option
      .locator('span span')
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color))
    expect(colors).toHaveLength(2)
    expect(colors[1]).toBe(colors[0])
  },
)

test('letters typed before the list has come keep their order, and Enter takes the only client', async () => {
  const page = await casa.entrar('cajera')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?:eleccion|flotante)-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/compras-ventas/nueva')
  const cliente = page.locator('#campo-cliente')
  const same = await cliente.elementHandle()
  await cliente.pressSequentially('41000010')
  await page.keyboard.press('Enter')
  await expect.poll(() => cliente.inputValue()).toBe('Luis Alberto Benavides Mora · 41000010')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('zega')
  const found = page.waitForResponse((answer) => answer.url().includes('/search/'))
  release()
  await page.keyboard.type('rra')
  await found
  await page.getByRole('option', { name: /Zegarra/ }).waitFor()
  expect(await cliente.inputValue()).toBe('zegarra')
  expect(await same?.evaluate((input) => input === document.activeElement)).toBe(true)
  // What Enter takes is told to who does not see it.
  const marked = await cliente.getAttribute('aria-activedescendant')
  const option = page.locator('[role=option][aria-selected=true]')
  expect(await option.getAttribute('id')).toBe(marked)
  expect(casa.errores).toEqual([])
})

test('an answer to the first digits that comes after Enter does not take the place of the one to all of them', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  const cliente = page.locator('#campo-cliente')
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  await page.route('**/clientes/search/*', async (route) => {
    const answer = await route.fetch()
    await entered
    await route.fulfill({ response: answer })
  })
  const asked = page.waitForRequest('**/clientes/search/*')
  await cliente.pressSequentially('4100')
  await asked
  // Within the pause after which all digits are asked for.
  await page.keyboard.type('0010')
  await page.keyboard.press('Enter')
  enter()
  await expect.poll(() => cliente.inputValue()).toBe('Luis Alberto Benavides Mora · 41000010')
})

test('Enter waits for no later answer once its search has failed', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  const cliente = page.locator('#campo-cliente')
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  await page.route('**/clientes/search/*', async (route) => {
    await entered
    await route.fulfill({ status: 400, json: { message: 'No se pudo buscar.' } })
  })
  const refused = page.waitForResponse('**/clientes/search/*')
  await cliente.pressSequentially('41000010')
  await page.keyboard.press('Enter')
  enter()
  await refused
  await reposado(page)
  await page.unroute('**/clientes/search/*')
  // Coming back to the window asks again.
  const answered = page.waitForResponse('**/clientes/search/*')
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await answered
  await page.getByRole('option', { name: /Benavides/ }).waitFor()
  expect(await cliente.inputValue()).toBe('41000010')
})

test('arrows go round the clients found, a click takes one, and leaving the input closes the list', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  const cliente = page.locator('#campo-cliente')
  const options = page.locator('#clientes-hallados [role=option]')
  const marked = () => options.evaluateAll((all) => all.findIndex((o) => o.ariaSelected === 'true'))
  await cliente.pressSequentially('41000')
  await options.first().waitFor()
  const last = (await options.count()) - 1
  expect(last).toBeGreaterThan(0)
  await page.keyboard.press('ArrowUp')
  await expect.poll(marked).toBe(last)
  await page.keyboard.press('ArrowDown')
  await expect.poll(marked).toBe(0)
  await page.keyboard.press('Tab')
  await options.first().waitFor({ state: 'detached' })
  await cliente.focus()
  await page.keyboard.press('ArrowDown')
  const name = await options.last().locator('span span').first().innerText()
  await options.last().click()
  await expect.poll(() => cliente.inputValue()).toContain(name)
  await page.getByRole('button', { name: 'Quitar cliente' }).click()
  expect(await cliente.inputValue()).toBe('')
})
