import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tenderCable } from '../../support/servidor/cable.ts'
import { abrirCasa, dibujado } from '../casa.ts'

/* A cut line is said at once and once, nothing is sent over it, what was typed stays, and all comes back by itself. */

const casa = await abrirCasa()

async function conCable(path: string) {
  const cable = await tenderCable(casa.url)
  const page = await casa.dentro('cajera', { baseURL: cable.url })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return { cable, page }
}

const dicho = (page: Page) => page.getByRole('button', { name: /^Sin conexión · datos de hace/ })

test('a cut line is said once with the age of what is shown, and so is its return (R-244)', async () => {
  const { cable, page } = await conCable('/clientes')
  await page.getByRole('row').nth(3).waitFor()
  cable.cortar()
  await dicho(page).waitFor()
  // What was read stays on screen, and no notice says the same again.
  expect(await page.getByRole('row').count()).toBeGreaterThan(3)
  expect(await page.locator('.Toastify__toast').count()).toBe(0)
  cable.reponer()
  // Pressed where it still stands: the program tries by itself too, and may have found the line before.
  await dicho(page).evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).click()
  })
  await page.getByText('Volvió la conexión').waitFor()
  await page.getByText('Volvió la conexión').waitFor({ state: 'detached' })
})

test('a network that the browser says is gone is told though nobody sends anything, and so is its return (R-244)', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  // The open stream of news goes on in this browser: only the browser knows.
  await page.context().setOffline(true)
  await dicho(page).waitFor()
  // It ends above whatever the page begins with, on a phone too.
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await dibujado(page)
    const [said = 0, first = 0] = await page.evaluate(() => [
      document.querySelector('[role=status][data-estado=sin]')?.getBoundingClientRect().bottom,
      Math.min(
        ...[...document.querySelectorAll('#contenido :is(button, label, input, h1)')]
          .map((each) => each.getBoundingClientRect())
          .filter(({ height }) => height > 4)
          .map(({ top }) => top),
      ),
    ])
    expect(said).toBeGreaterThan(40)
    expect(said).toBeLessThanOrEqual(first)
  }
  await page.context().setOffline(false)
  await dicho(page).waitFor({ state: 'detached' })
})

test('a form sends nothing over a cut line, keeps what was typed, and saves when the line is back (R-244)', async () => {
  const { cable, page } = await conCable('/compras-ventas/nueva')
  // The code of the notices comes at the first key.
  const notices = page.waitForResponse(/\/assets\/avisos-[^/]*\.js$/)
  await page.getByLabel('Recibimos US$').pressSequentially('31')
  await (await notices).finished()
  await page.getByText(/^El cliente entrega/).waitFor()
  cable.cortar()
  await dicho(page).waitFor()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.keyboard.press('F9')
  await page.getByText('Sin conexión: no se envió nada.').waitFor()
  expect(sent).toEqual([])
  expect(await page.getByLabel('Recibimos US$').inputValue()).toMatch(/^31/)
  cable.reponer()
  // Nobody says that it is back: it is asked for again.
  await dicho(page).waitFor({ state: 'detached' })
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  expect(sent.filter((url) => url.endsWith('/api/compras-ventas'))).toHaveLength(1)
})

test('a part of a screen whose code has not come waits for the line: the rest of it and what was typed stay (R-244)', async () => {
  const { cable, page } = await conCable('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').waitFor()
  cable.cortar()
  // The last count of the till comes with the first key.
  await page.getByLabel('Recibimos US$').pressSequentially('31')
  await dicho(page).waitFor()
  await page.getByText(/^El cliente entrega/).waitFor()
  expect(await page.getByText(/^Billetes, /).count()).toBe(0)
  cable.reponer()
  await dicho(page).waitFor({ state: 'detached' })
  // This browser remembers code that failed: the sentence stands in its place. Where its styles failed first, it comes.
  await page
    .getByText(/^Esta parte de la pantalla no llegó|^Billetes, /)
    .first()
    .waitFor()
  expect(await page.getByLabel('Recibimos US$').inputValue()).toMatch(/^31/)
})

test('styles of a part that did not come are asked for again with it (R-244)', async () => {
  const page = await casa.dentro('cajera')
  let asked = 0
  await page.route('**/assets/paleta-*.css', (route) => {
    asked += 1
    return asked === 1 ? route.abort() : route.continue()
  })
  await page.goto('/clientes')
  await page.getByRole('navigation', { name: 'Principal' }).waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
  await box.waitFor()
  // Its own style: without it a line of text is half as high.
  await expect.poll(() => box.evaluate((e) => e.getBoundingClientRect().height)).toBe(42)
  expect(asked).toBe(2)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a dialog whose code does not come says so, and the page stays as it was (R-244)', async () => {
  const page = await casa.dentro('cajera')
  await page.route('**/assets/flotante-*.js', (route) => route.abort())
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').pressSequentially('31')
  await page.keyboard.press('Control+k')
  await page
    .getByText(/^Esta parte de la pantalla no llegó/)
    .first()
    .waitFor()
  expect(await page.getByLabel('Recibimos US$').inputValue()).toMatch(/^31/)
})

test('a screen whose file does not come over a cut line says so, and the page is not loaded anew (R-244)', async () => {
  const { cable, page } = await conCable('/dashboard')
  await page.evaluate('window.misma = true')
  cable.cortar()
  await dicho(page).waitFor()
  await page.evaluate(() => {
    history.pushState({}, '', '/clientes')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByText(/No hay conexión con el servidor/).waitFor()
  expect(await page.evaluate('window.misma')).toBe(true)
  cable.reponer()
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  expect(casa.errores).toEqual([])
})
