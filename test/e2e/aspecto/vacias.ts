import type { Page } from 'playwright-core'

/** Pages that may show that there is nothing, and why that is what they are looked at for. */
const VACIAS: Readonly<Record<string, string>> = {
  '/no-existe': 'it is the page of an address that is not there',
  '/cierres/diferencias': 'no till of one day closed with a difference',
  '/usuarios/detalle/3?ver=diferencias': 'no till of one day closed with a difference',
}

/** What the page says instead of its rows: that it is not there, that it failed, or that it is empty. */
export async function vacia(page: Page, route: string): Promise<string[]> {
  const said = await page.evaluate(() => {
    const words = (one: Element) => one.textContent?.trim() ?? ''
    const failed = [...document.querySelectorAll('h1, h2')]
      .map(words)
      .filter((text) => /^(?:No se encontró|No se pudo|Esta página no existe)/.test(text))
    // The class of what a table draws in the place of its rows.
    return [...failed, ...[...document.querySelectorAll('main [class*=_vacio_]')].map(words)]
  })
  return route in VACIAS ? [] : said
}
