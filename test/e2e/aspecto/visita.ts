import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ajustarDia } from '../../../scripts/demo/casa/ajustes.ts'
import { entrar } from '../../../scripts/demo/llamada.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa, ajustado, type Casa, reposado } from '../casa.ts'
import { ESCRIBIR } from '../imagenes.ts'
import { AXE, DE_COLOR, violaciones } from './accesible.ts'
import { album, desplegar, QUIETO, tomar } from './fotos.ts'
import { escrito, mudos } from './nombres.ts'
import { GRUPOS, type Grupo, sinPestana } from './rutas.ts'
import { perdidoAlAmpliar } from './zoom.ts'

/*
 * One visit of each page, in which everything is asked that can be asked of a page that stands still: on a phone and on
 * a desk, light and dark, at 400 %, and what a screen reader says of it.
 */

export const TELEFONO = { width: 360, height: 740 }
export const ESCRITORIO = { width: 1366, height: 768 }

/** Pages that are for whoever has not signed in. */
export const SIN_SESION = new Set<string>([
  '/',
  '/primer-uso',
  '/seguimiento',
  '/verificar',
  '/telefono',
])

async function llegar(page: Page, route: string): Promise<void> {
  await page.goto(route)
  await page.getByRole('heading').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

export async function vestir(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  // Before the first sign-in the program itself is not there yet, which would follow the system's colours.
  if (new URL(page.url()).pathname === '/') await llegar(page, '/')
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}

/** Collects violations of the content policy: directive, blocked URI and source file. */
async function refusals(page: Page): Promise<string[]> {
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

/** The demo house, completed so that every page has a row to show. */
export async function casaConTodo(): Promise<Casa> {
  const casa = await abrirCasa()
  // One day of the demo has no ajuste de saldo: the one of its second day is added.
  const cuentas = await casa.app.db.selectFrom('cuentas').select(['nombre', 'id']).execute()
  await ajustarDia(
    await entrar(casa.app, 'admin'),
    2,
    new Map(cuentas.map(({ nombre, id }) => [nombre, id])),
  )
  // Switched off: the demo's counter charges what is typed.
  await comoDueno(
    casa.datos,
    "INSERT INTO servicio_reglas (nombre, pct, min, estatus) VALUES ('Al público', 1, 2, false)",
  )
  return casa
}

interface Vista {
  page: Page
  cdp: CDPSession
  refused: string[]
}

/**
 * Looks at one page in all its forms; answers its faults, its pictures and what a screen reader says of it. With `firme`
 * each picture is taken until it is still.
 */
async function mirar({ page, cdp }: Vista, route: string, path: string, firme: boolean) {
  const faults: string[] = []
  const note = (where: string, all: readonly string[]) =>
    faults.push(...all.map((fault) => `${route} ${where}: ${fault}`))
  const ancha = async (where: string) => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) note(where, [`${over} px wider than the window`])
  }
  await ajustado(page, TELEFONO)
  await llegar(page, path)
  note('phone', await violaciones(page))
  await ancha('phone')
  const fotos: string[] = []
  const desplegada = async ({ width, height }: typeof TELEFONO) => {
    await desplegar(page, width, height)
    await reposado(page)
    fotos.push(await tomar(cdp, firme))
  }
  await desplegada(TELEFONO)
  await vestir(page, 'dark')
  note('phone, dark', await violaciones(page, DE_COLOR))
  await desplegada(TELEFONO)
  await ajustado(page, ESCRITORIO)
  note('desk, dark', await violaciones(page, DE_COLOR))
  await desplegada(ESCRITORIO)
  await vestir(page, 'light')
  note('desk', await violaciones(page))
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
  const lost = await perdidoAlAmpliar(page)
  // A page that was resized has been seen once with lengths of its former window: it is judged as it loads at this size.
  if (lost.length > 0) {
    await llegar(page, path)
    note('400 %', await perdidoAlAmpliar(page))
  }
  return { faults, fotos, names: [`== ${route}`, ...escrito(tree), ''].join('\n') }
}

/** Registers a test for each group of pages; returns the house. */
export async function probarAspecto(grupos: readonly Grupo[]): Promise<Casa> {
  const casa = await casaConTodo()
  const { id: cuenta } = await casa.app.db
    .selectFrom('cuentas')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const comparar = await album(casa.browser)
  const abrir = async (page: Page): Promise<Vista> => {
    const refused = await refusals(page)
    for (const script of [AXE, QUIETO]) await page.context().addInitScript(script)
    // Ages and days are those of the house's clock.
    await page.clock.setFixedTime(AHORA)
    return { page, refused, cdp: await page.context().newCDPSession(page) }
  }
  const options = { reducedMotion: 'reduce', viewport: TELEFONO } as const
  let abiertas: Promise<[dentro: Vista, fuera: Vista]> | undefined
  // Once for all groups: a sign-in is a row of the audit, which one of them shows.
  const vistas = () => {
    abiertas ??= (async () => [
      await abrir(await casa.entrar('admin', options)),
      await abrir(await casa.visita(options)),
    ])()
    return abiertas
  }
  test.each(grupos)(
    '%s: every page is accessible, named, whole at 400 percent, and within the content policy',
    async (grupo) => {
      const [dentro, fuera] = await vistas()
      const faults: string[] = []
      const names: string[] = []
      const compared: Promise<[route: string, other: string[]]>[] = []
      const visitar = (route: string, firme: boolean) =>
        mirar(
          SIN_SESION.has(route) ? fuera : dentro,
          route,
          route.replace('$cuenta', String(cuenta)),
          firme,
        )
      for (const route of GRUPOS[grupo]) {
        const seen = await visitar(route, ESCRIBIR)
        faults.push(...seen.faults)
        names.push(seen.names)
        compared.push(comparar(grupo, route, seen.fotos).then((other) => [route, other]))
      }
      // One picture is enough where it is the kept one; where not, the page may have been drawn half.
      for (const [route, other] of await Promise.all(compared)) {
        if (other.length === 0) continue
        const { fotos } = await visitar(route, true)
        const all = await comparar(grupo, route, fotos)
        faults.push(...all.map((one) => `${route} ${one}`))
      }
      await expect(names.join('\n')).toMatchFileSnapshot(`nombres/${grupo}.txt`)
      expect(faults.join('\n')).toBe('')
      expect([...dentro.refused, ...fuera.refused]).toEqual([])
      expect(casa.errores).toEqual([])
    },
  )
  return casa
}
