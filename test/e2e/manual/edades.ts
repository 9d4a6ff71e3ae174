import type { Page } from 'playwright-core'
import { AHORA } from '../casa.ts'

/** The demo of a house that began some weeks ago has nothing older, in days. */
const MAXIMO = 60

/**
 * What a page says of time that its house cannot mean: an age of more than sixty days, which a browser with a clock of
 * its own shows, or that something comes which has happened («dentro de 2 min»). Empty when the page is right.
 */
export const edadesFalsas = (texto: string): string[] =>
  [
    ...texto.matchAll(
      /\bdentro de \d+ \S+|\b(\d[\d,]*) d\b|\b\d+ (?:mes|meses|m\.|años?|a\.)(?!\p{L})/gu,
    ),
  ]
    .filter(([, dias]) => dias === undefined || Number(dias.replace(',', '')) > MAXIMO)
    .map(([dicho]) => dicho)

/** Signed in, on the first page, with the house's clock, which stands still; its timers go on. */
export async function conSuReloj(page: Page): Promise<Page> {
  await page.clock.setFixedTime(AHORA)
  await page.goto('/dashboard')
  return page
}

/** The ages that a page shows and its house does not have. */
export const edadesFalsasDe = async (page: Page): Promise<string[]> =>
  edadesFalsas(await page.locator('body').innerText())
