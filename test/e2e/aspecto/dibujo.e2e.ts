import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ensayo } from '../../support/vitest/ensayo.ts'
import { abrirCasa } from '../casa.ts'
import { contar } from '../quieta.ts'
import { AXE } from './accesible.ts'
import { dibujo, Pasado } from './dibujo.ts'
import { TELEFONO } from './formas.ts'
import { completa, recorrer } from './papeles.ts'

const casa = await abrirCasa()

const decir = (page: Page, text: string) =>
  page.evaluate((said) => {
    const one = document.querySelector('main p')
    if (one) one.textContent = said
  }, text)

/** A page that passed, and what of it would not be asked again as it is now. */
async function pasada() {
  const page = contar(await casa.dentro('cajera', { viewport: TELEFONO }))
  await page.goto('/ayuda')
  await completa(page)
  const pasado = new Pasado()
  await decir(page, 'Van 1,250.00 de 3,000.00')
  const before = await page.evaluate(dibujo)
  pasado.anotar(TELEFONO.width, before)
  pasado.anotarCabe(before)
  const passes = async () => {
    const seen = await page.evaluate(dibujo)
    return [
      pasado.pagina(TELEFONO.width, seen),
      pasado.piezas(TELEFONO.width, seen),
      pasado.cabe(seen),
    ]
  }
  expect(await passes()).toEqual([true, true, true])
  return { page, passes }
}

test('what no page had before is asked for its colours, though only a style tells it', async () => {
  const { page, passes } = await pasada()
  await page
    .locator('main a')
    .first()
    .evaluate((one) => {
      const style = new CSSStyleSheet()
      style.replaceSync('main a:first-of-type { color: #777 }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]
      return one.textContent
    })
  expect(await passes()).toEqual([true, false, true])
})

test('what is longer is asked whether it fits, another figure as long is not', async () => {
  const { page, passes } = await pasada()
  await decir(page, 'Van 9,999.99 de 8,888.88')
  expect(await passes()).toEqual([true, true, true])
  await decir(page, 'Van 10,999.99 de 8,888.88')
  expect(await passes()).toEqual([true, true, false])
})

test('a button without its name is asked of axe again', async () => {
  const { page, passes } = await pasada()
  await page.evaluate(() => {
    const one = document.createElement('button')
    document.querySelector('main')?.append(one)
  })
  expect(await passes()).toEqual([false, false, false])
})

/** In the browser, on every page: what is wrong on one page alone. */
function estropear(how: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html[data-mantine-color-scheme=dark] .palido { color: #555 }')
  const spoil = () => {
    const main = document.querySelector('main')
    if (!main || location.pathname !== '/ayuda/mostrador' || main.querySelector('[data-mal]'))
      return
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const one = document.createElement(how === 'button' ? 'button' : 'p')
    one.dataset.mal = ''
    if (how !== 'button') one.textContent = 'Algo que dice la página.'
    if (how === 'pale') one.className = 'palido'
    if (how === 'wide') one.style.minWidth = '324px'
    main.querySelector('h1')?.after(one)
  }
  new MutationObserver(spoil).observe(document, { childList: true, subtree: true })
}

const pasado = new Pasado()
const RUTAS = ['/ayuda', '/ayuda/mostrador']

async function recorre(usuario: string, how?: string): Promise<string> {
  const page = contar(await casa.dentro(usuario, { reducedMotion: 'reduce' }))
  await page.addInitScript(AXE)
  if (how) await page.addInitScript(estropear, how)
  await page.goto('/dashboard')
  await completa(page)
  const { faults, hechos } = await recorrer(page, RUTAS, pasado)
  return [...faults, `${hechos.mirados} ${hechos.ampliados}`].join('\n')
}

ensayo('what passed is not asked of others; what is wrong for one alone is found', async () => {
  expect(await recorre('supervisora')).toMatch(/^\d+ \d+$/)
  // His own first page, in both widths, and at 400 %.
  expect(await recorre('cajera')).toBe('2 1')
  expect(await recorre('cajera', 'button')).toContain('button-name')
  expect(await recorre('cajera', 'pale')).toMatch(/\/ayuda\/mostrador 360 dark: color-contrast/)
  expect(await recorre('cajera', 'wide')).toMatch(/\/ayuda\/mostrador 400 %/)
})
