import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { abrirCasa, dibujado, reposado } from '../casa.ts'

/* Notices at the top right: shown for three seconds in which nobody looks closer, and never over a needed element. */

const casa = await abrirCasa()

const PAGINAS = [
  '/dashboard',
  '/clientes',
  '/clientes/detalle/1',
  '/clientes/nuevo',
  '/compras-ventas',
  '/compras-ventas/nueva',
  '/compras-ventas/detalle/1',
  '/transferencias/nueva',
  '/transferencias/detalle/1',
  '/ordenes',
  '/ordenes/nueva',
  '/ordenes/detalle/1',
  '/gastos/nuevo',
  '/cuentas/detalle/1',
  '/cierres',
  '/cierres/cajas/1',
  '/cierres/mi-caja',
  '/pares-divisas',
  '/tipos-cambios',
  '/usuarios/roles',
]

const AVISO = '.Toastify__toast-container--top-right .Toastify__toast'

/** Signs in and types the password again: the clock stands still here, so nothing asks for it any more. */
async function entrar(options = {}): Promise<Page> {
  const page = await casa.entrar('admin', options)
  const status = await page.evaluate(async (password) => {
    const headers = {
      'x-token': localStorage.getItem('idToken') ?? '',
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ password })
    return (await fetch('/api/auth/confirmar', { method: 'POST', headers, body })).status
  }, PASSWORD_DEMO)
  expect(status).toBe(200)
  return page
}

/** Shows a notice: the bar's Telegram switch is on every page and each change of it shows one. */
async function avisar(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Telegram' }).click()
  await page.locator(AVISO).waitFor()
}

/** Waits until the notice has not moved for 20 animation frames. */
const quieto = (page: Page) =>
  page.evaluate(async (selector) => {
    let last = ''
    for (let same = 0; same < 20; ) {
      await new Promise((done) => requestAnimationFrame(done))
      const now = JSON.stringify(document.querySelector(selector)?.getBoundingClientRect() ?? null)
      same = now === last ? same + 1 : 0
      last = now
    }
  }, AVISO)

/** The needed elements that the notice covers, once it has stopped moving. */
async function debajo(page: Page): Promise<{ tapa: string[]; esquina: boolean }> {
  await quieto(page)
  return page.evaluate((selector) => {
    const notice = document.querySelector(selector)?.getBoundingClientRect()
    if (!notice) return { tapa: ['there is no notice'], esquina: false }
    const needed = document.querySelectorAll(
      'a[href], button, input, select, textarea, h1, [role=tab], [role=switch], [role=status], [data-necesario]',
    )
    const tapa = [...needed]
      .filter((element) => !element.closest('.Toastify') && element.checkVisibility())
      .filter((element) => {
        const { left, top, right, bottom, width } = element.getBoundingClientRect()
        return (
          width > 1 &&
          left < notice.right &&
          right > notice.left &&
          top < notice.bottom &&
          bottom > notice.top
        )
      })
      .map((element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`)
    const middle = (notice.left + notice.right) / 2
    return { tapa, esquina: middle >= innerWidth / 2 && notice.top < innerHeight * 0.7 }
  }, AVISO)
}

test.each([
  [1366, 768],
  [360, 740],
])('at a width of %i a notice covers no needed element on any page', async (width, height) => {
  const page = await entrar({ viewport: { width, height } })
  const wrong: string[] = []
  for (const path of PAGINAS) {
    await page.goto(path)
    await page.locator('main :is(h1, h2, fieldset)').first().waitFor()
    await reposado(page)
    await avisar(page)
    const { tapa, esquina } = await debajo(page)
    if (tapa.length > 0 || !esquina) wrong.push(`${path}: ${tapa.join(' | ') || 'off the corner'}`)
  }
  expect(wrong).toEqual([])
})

test('a notice moves away from an element that appears under it', async () => {
  const page = await entrar()
  await page.goto('/compras-ventas')
  await avisar(page)
  await page.evaluate(() => {
    history.pushState({}, '', '/compras-ventas/nueva')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.locator('#campo-cliente').waitFor()
  expect((await debajo(page)).tapa).toEqual([])
})

test('a notice waits while the pointer rests on it or the focus is in it, then ends after its three seconds (R-248)', async () => {
  const page = await entrar()
  await page.goto('/clientes')
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  await avisar(page)
  // An animation of three seconds times the notice.
  const reloj = () =>
    page.locator(AVISO).evaluate((notice) =>
      notice
        .getAnimations({ subtree: true })
        .filter(({ effect }) => effect?.getComputedTiming().duration === 3000)
        .map(({ playState }) => playState),
    )
  await page.locator(AVISO).hover()
  await expect.poll(reloj).toEqual(['paused'])
  await page.locator(AVISO).getByRole('button', { name: 'Cerrar aviso' }).focus()
  await page.mouse.move(10, 700)
  await dibujado(page)
  expect(await reloj()).toEqual(['paused'])
  await page.locator('#contenido').focus()
  await expect.poll(reloj).toEqual(['running'])
  await page.locator(AVISO).waitFor({ state: 'detached' })
})

test('the same notice again is no second one: the first stays its three seconds from then on', async () => {
  const page = await entrar()
  await page.goto('/compras-ventas/nueva')
  await page.locator('#campo-cliente').waitFor()
  const said = page.locator(AVISO).filter({ hasText: 'Escriba el monto.' })
  for (let n = 0; n < 3; n += 1) {
    await page.keyboard.press('F9')
    await said.first().waitFor()
    await dibujado(page)
    expect(await said.count()).toBe(1)
  }
  // Once it is gone it comes again.
  await said.waitFor({ state: 'detached' })
  await page.keyboard.press('F9')
  await said.waitFor()
})
