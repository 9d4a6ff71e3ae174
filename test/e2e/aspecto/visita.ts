import type { CDPSession, Page } from 'playwright-core'
import { ENSAYO } from '../../support/vitest/ensayo.ts'
import { ajustado, reposado } from '../casa.ts'
import { DE_COLOR, TODO, violaciones } from './accesible.ts'
import { dibujo, type Pasado } from './dibujo.ts'
import { ESCRITORIO, type Forma, TELEFONO, type Tema } from './formas.ts'
import { desplegar, tomar } from './fotos.ts'
import { escrito, mudos } from './nombres.ts'
import { completa } from './papeles.ts'
import { sinPestana } from './rutas.ts'
import { vacia } from './vacias.ts'
import { perdidoAlAmpliar } from './zoom.ts'

/*
 * One visit of each page, in which everything is asked that can be asked of a page that stands still: on a phone and on
 * a desk, light and dark, at 400 %, and what a screen reader says of it. Without a rehearsal axe reads the light phone and
 * the dark desk alone, in which both layouts and both themes are; all four are compared with the kept pictures.
 */

async function llegar(page: Page, route: string): Promise<void> {
  await page.goto(route)
  await page.getByRole('heading').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

async function vestir(page: Page, colorScheme: Tema): Promise<void> {
  await page.emulateMedia({ colorScheme })
  // Before the first sign-in the program itself is not there yet, which would follow the system's colours.
  if (new URL(page.url()).pathname === '/') await llegar(page, '/')
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}

/** Collects violations of the content policy: directive, blocked URI and source file. */
export async function refusals(page: Page): Promise<string[]> {
  const refused: string[] = []
  await page.exposeFunction('anotar', (text: string) => refused.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile } = event
      ;(window as unknown as { anotar(text: string): void }).anotar(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      )
    })
  })
  return refused
}

export interface Vista {
  page: Page
  cdp: CDPSession
  refused: string[]
  /** Of the administrator: the others are not asked again what passed for him. */
  pasado: Pasado | null
}

/**
 * Looks at one page in all its forms; answers its faults, its pictures and what a screen reader says of it. With `firme`
 * each picture is taken until it is still. What passes is noted in `pasado`.
 */
export async function mirar(
  { page, cdp, pasado }: Vista,
  route: string,
  path: string,
  firme: boolean,
) {
  const faults: string[] = []
  const note = (where: string, all: readonly string[]): boolean => {
    faults.push(...all.map((fault) => `${route} ${where}: ${fault}`))
    return all.length === 0
  }
  const ancha = async (where: string) => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) note(where, [`${over} px wider than the window`])
  }
  const fotos: string[] = []
  const desplegada = async ({ width, height }: Forma) => {
    await desplegar(page, width, height)
    await reposado(page)
    fotos.push(await tomar(cdp, firme))
  }
  await ajustado(page, TELEFONO)
  await llegar(page, path)
  if (route !== '/') await completa(page)
  const phone = pasado && (await page.evaluate(dibujo))
  note('empty', await vacia(page, route))
  const phoneLight = note('phone', await violaciones(page))
  await ancha('phone')
  await desplegada(TELEFONO)
  await vestir(page, 'dark')
  const phoneDark = !ENSAYO || note('phone, dark', await violaciones(page, DE_COLOR))
  if (phone && phoneLight && phoneDark) pasado.anotar(TELEFONO.width, phone)
  await desplegada(TELEFONO)
  await ajustado(page, ESCRITORIO)
  const deskDark = note('desk, dark', await violaciones(page, ENSAYO ? DE_COLOR : TODO))
  await desplegada(ESCRITORIO)
  await vestir(page, 'light')
  const desk = pasado && (await page.evaluate(dibujo))
  const deskLight = !ENSAYO || note('desk', await violaciones(page))
  if (desk && deskLight && deskDark) pasado.anotar(ESCRITORIO.width, desk)
  await desplegada(ESCRITORIO)
  await ancha('desk')
  // The bar is the same on every page: it is read once.
  const read = page.locator(route === '/dashboard' ? 'body' : '#contenido, main').first()
  const tree = await read.ariaSnapshotJSON()
  note('names', mudos(tree))
  const tabs = await page
    .getByRole('tab')
    .evaluateAll((all) => all.map(({ id }) => id.split('-tab-')[1] ?? ''))
  note('tabs without an address in rutas.ts', sinPestana(route, tabs))
  let lost = await perdidoAlAmpliar(page)
  // A page that was resized has been seen once with lengths of its former window: it is judged as it loads at this size.
  if (lost.length > 0) {
    await llegar(page, path)
    lost = await perdidoAlAmpliar(page)
  }
  if (note('400 %', lost) && phone) pasado.anotarCabe(phone)
  return { faults, fotos, names: [`== ${route}`, ...escrito(tree), ''].join('\n') }
}
