import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { puede } from '../../../src/core/permisos.ts'
import { pantallas } from '../../support/web/pantallas.ts'
import { ajustado, type Casa, dibujado, reposado } from '../casa.ts'
import { ir } from '../pantallas.ts'
import { contar, quieta } from '../quieta.ts'
import { AXE, DE_COLOR, violaciones } from './accesible.ts'
import { GRUPOS } from './rutas.ts'
import { casaConTodo, ESCRITORIO, SIN_SESION, TELEFONO, vestir } from './visita.ts'

/*
 * axe on every page that a role opens, for each role but the administrator's, whom `visita.ts` follows: on a phone and on
 * a desk, light and dark. A page is opened once and given its four forms; the next one is opened in the last of them and
 * given them backwards.
 */

const FORMAS = [
  { ...TELEFONO, tema: 'light' },
  { ...TELEFONO, tema: 'dark' },
  { ...ESCRITORIO, tema: 'dark' },
  { ...ESCRITORIO, tema: 'light' },
] as const

type Forma = (typeof FORMAS)[number]

const accesos = (await pantallas()).map(({ path, acceso }) => ({
  acceso,
  like: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
}))

/** The addresses that somebody with `permisos` opens, one of those that he may not, and one that is not there. */
function paginas(permisos: readonly string[]): string[] {
  const all = Object.values(GRUPOS)
    .flat()
    .filter((route) => !SIN_SESION.has(route))
  const abre = (route: string) =>
    accesos.some(
      ({ acceso, like }) =>
        like.test(route.replace(/\?.*/, '')) &&
        acceso !== 'ingreso' &&
        (acceso === 'publico' || puede(permisos, acceso)),
    )

  return [...all.filter(abre), '/unauthorized?desde=ajustes', '/no-existe']
}

/** Waits until the page is complete and stands still. */
async function completa(page: Page): Promise<void> {
  await quieta(page, 2)
  await page.locator('main :is(h1, h2)').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await reposado(page)
}

/**
 * What axe can judge of a page, in the browser: its elements with their roles, names, states and classes, and where there
 * is text. What the text says, and the names that a library draws anew each time, are left out; so is the bar, which is
 * a person's own and looked at on his first page.
 */
function dibujo(): string {
  const copy = document.body.cloneNode(true) as HTMLElement
  for (const one of copy.querySelectorAll('.Toastify, script, style, nav[aria-label=Principal]'))
    one.remove()
  return copy.outerHTML
    .replace(
      / (?:href|src|value|for|id|name|aria-controls|aria-labelledby|aria-describedby|d)="[^"]*"/g,
      (all) => all.replace(/"[^"]+"/, '"x"'),
    )
    .replace(/>[^<]*[^\s<][^<]*</g, '>x<')
    .replace(/\d+/g, '#')
}

/** One person's pages, each in its four forms; answers what is wrong and how many pages he opens. */
async function recorrer(page: Page, routes: readonly string[], vistos: Set<string>) {
  const faults: string[] = []
  const hechos = { paginas: 0, formas: 0, iguales: 0 }
  let now: Forma | undefined
  const poner = async (forma: Forma) => {
    if (now?.width !== forma.width) await ajustado(page, forma)
    if (now?.tema !== forma.tema) await vestir(page, forma.tema)
    now = forma
    await dibujado(page)
  }
  const mirar = async (forma: Forma, first: boolean, propia: boolean) => {
    const drawn = `${forma.width} ${forma.tema} ${await page.evaluate(dibujo)}`
    hechos.formas += 1
    if (vistos.has(drawn) && !propia) {
      hechos.iguales += 1
      return []
    }
    const found = await violaciones(page, first ? undefined : DE_COLOR)
    if (found.length === 0) vistos.add(drawn)
    return found
  }
  for (const [at, route] of routes.entries()) {
    const forms = at % 2 === 0 ? FORMAS : FORMAS.toReversed()
    const opens = forms[0] as Forma
    await poner(opens)
    await ir(page, route)
    await completa(page)
    hechos.paginas += 1
    const path = await page.evaluate(() => location.pathname)
    if (!route.startsWith(path) && path !== '/unauthorized') faults.push(`${route} came to ${path}`)
    for (const [turn, forma] of forms.entries()) {
      await poner(forma)
      // Rules that read no colour answer the same for both themes of a size.
      const first = turn === 0 || forms[turn - 1]?.width !== forma.width
      if ((await mirar(forma, first, at === 0)).length === 0) continue
      // A page that was given another size was seen once with the lengths of the former one: judged as it opens in this.
      await page.reload()
      await completa(page)
      faults.push(
        ...(await violaciones(page)).map((one) => `${route} ${forma.width} ${forma.tema}: ${one}`),
      )
    }
  }
  return { faults, hechos }
}

/** Registers a test for each of these people; returns the house. */
export async function probarPapeles(usuarios: readonly string[]): Promise<Casa> {
  const casa = await casaConTodo()
  const { db } = casa.app
  const cuenta = await db.selectFrom('cuentas').select('id').orderBy('id').executeTakeFirstOrThrow()
  // A page that is drawn as one that passed is that page: most of what two roles see of it.
  const vistos = new Set<string>()
  test.each(usuarios)(
    '%s: axe finds nothing on any page, in any of its four forms',
    async (usuario) => {
      const permisos = await db
        .selectFrom('roles_permisos')
        .innerJoin('usuarios', 'usuarios.rol_slug', 'roles_permisos.rol_slug')
        .where('usuarios.usuario', '=', usuario)
        .select('permiso')
        .execute()
      const routes = paginas(permisos.map(({ permiso }) => permiso)).map((route) =>
        route.replace('$cuenta', String(cuenta.id)),
      )
      const page = contar(await casa.entrar(usuario, { reducedMotion: 'reduce' }))
      await page.addInitScript(AXE)
      await page.reload()
      const { faults, hechos } = await recorrer(page, routes, vistos)
      console.info(`${usuario}: ${JSON.stringify(hechos)}`)
      expect(faults.join('\n')).toBe('')
      expect(hechos.formas).toBe(routes.length * FORMAS.length)
      expect(routes.length).toBeGreaterThan(usuario === 'gerente' ? 3 : 20)
      expect(casa.errores).toEqual([])
    },
  )
  return casa
}
