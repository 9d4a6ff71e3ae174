import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { puede } from '../../../src/core/permisos.ts'
import { pantallas } from '../../support/web/pantallas.ts'
import { ajustado, type Casa, dibujado, reposado } from '../casa.ts'
import { ir } from '../pantallas.ts'
import { contar, quieta } from '../quieta.ts'
import { AXE, DE_COLOR, type Reglas, SIN_COLOR, TODO, violaciones } from './accesible.ts'
import { GRUPOS } from './rutas.ts'
import { casaConTodo, ESCRITORIO, SIN_SESION, TELEFONO, vestir } from './visita.ts'

/*
 * axe on every page that a role opens, for each role but the administrator's, whom `visita.ts` follows: on a phone and on
 * a desk, light and dark. A page is opened once and given its forms; the next one is opened in the width of the last.
 *
 * Everything but colours is asked of each page of each person in both widths, unless the very same page passed. Colours
 * are asked in both themes wherever something is drawn that has not passed at this width; where all of it has, on this
 * page or another, theirs is the same answer.
 */

type Tema = 'light' | 'dark'
const ANCHOS = [TELEFONO, ESCRITORIO]

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

interface Dibujo {
  /** The page as text: two pages of one are one page to axe. */
  todo: string
  /** Each of its elements, as a number that says how it is drawn and within what. */
  piezas: number[]
}

/**
 * What axe can judge of a page, in the browser: its elements with their roles, names, states and classes, where there is
 * text, and the colours and letters that it is drawn in. What the text says, and the names that a library draws anew
 * each time, are left out; so is the bar, which is a person's own and looked at on his first page.
 */
function dibujo(): Dibujo {
  const own = '.Toastify, script, style, nav[aria-label=Principal], [data-portal]:empty'
  const varies = /^(?:href|src|value|for|id|name|d|aria-(?:controls|labelledby|describedby))$/
  const drawn = [
    ...['color', 'backgroundColor', 'backgroundImage', 'opacity', 'textShadow', 'fontSize'],
    ...['fontWeight', 'textDecorationLine', 'visibility', 'mixBlendMode', 'filter'],
  ] as const
  const lines: string[] = []
  const piezas = new Set<number>()
  const number = (text: string, seed: number) => {
    let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
    for (let at = 0; at < text.length; at += 1) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761)
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677)
    }
    return 4294967296 * (2097151 & (b ^ (b >>> 15))) + ((a ^ (a >>> 13)) >>> 0)
  }
  const walk = (one: Element, within: number) => {
    if (one.matches(own)) return
    const attributes = [...one.attributes].map(({ name, value }) => {
      if (varies.test(name)) return name + (value ? '=x' : '')
      return `${name}=${name === 'class' ? value.replace(/__m__-\S+/g, '') : value.replace(/\d+/g, '#')}`
    })
    const text = [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim())
    const style = getComputedStyle(one)
    const look = drawn.map((name) => style[name]).join()
    const line = `${one.localName} ${attributes.join(' ')} ${text}`
    const piece = number(line + look, within)
    piezas.add(piece)
    lines.push(line)
    for (const child of one.children) walk(child, piece)
    lines.push('/')
  }
  walk(document.body, 0)
  return { todo: lines.join('\n'), piezas: [...piezas] }
}

/** What has passed in both themes, by width: whole pages, and elements. */
class Pasado {
  readonly #paginas = new Set<string>()
  readonly #piezas = new Set<string>()

  pagina(width: number, { todo }: Dibujo): boolean {
    return this.#paginas.has(`${width} ${todo}`)
  }

  piezas(width: number, { piezas }: Dibujo): boolean {
    return piezas.every((one) => this.#piezas.has(`${width} ${one}`))
  }

  anotar(width: number, { todo, piezas }: Dibujo): void {
    this.#paginas.add(`${width} ${todo}`)
    for (const one of piezas) this.#piezas.add(`${width} ${one}`)
  }
}

/** One person's pages, each in its forms; answers what is wrong and how much of his pages was looked at. */
async function recorrer(page: Page, routes: readonly string[], pasado: Pasado) {
  const faults: string[] = []
  const hechos = { anchos: 0, mirados: 0, enColores: 0 }
  let now: { width: number; tema: Tema } | undefined
  const poner = async (forma: typeof TELEFONO, tema: Tema) => {
    if (now?.width !== forma.width) await ajustado(page, forma)
    if (now?.tema !== tema) await vestir(page, tema)
    now = { width: forma.width, tema }
    await dibujado(page)
  }
  /** The faults of the page as it stands. */
  const mirar = async (route: string, rules: Reglas): Promise<string[]> => {
    const found = await violaciones(page, rules)
    if (found.length === 0) return found
    // A page that was given another size was seen once with the lengths of the former one: judged as it opens in this.
    await page.reload()
    await completa(page)
    const all = await violaciones(page)
    return all.map((one) => `${route} ${now?.width} ${now?.tema}: ${one}`)
  }
  const mirarAncho = async (route: string, forma: typeof TELEFONO, propia: boolean) => {
    await poner(forma, 'light')
    const seen = await page.evaluate(dibujo)
    hechos.anchos += 1
    if (!propia && pasado.pagina(forma.width, seen)) return
    const nuevo = propia || !pasado.piezas(forma.width, seen)
    const found = await mirar(route, nuevo ? TODO : SIN_COLOR)
    hechos.mirados += 1
    if (nuevo) {
      await poner(forma, 'dark')
      found.push(...(await mirar(route, DE_COLOR)))
      hechos.enColores += 1
    }
    if (found.length === 0) pasado.anotar(forma.width, seen)
    faults.push(...found)
  }
  for (const [at, route] of routes.entries()) {
    const anchos = at % 2 === 0 ? ANCHOS : ANCHOS.toReversed()
    await poner(anchos[0] as typeof TELEFONO, 'light')
    await ir(page, route)
    await completa(page)
    const path = await page.evaluate(() => location.pathname)
    if (!route.startsWith(path) && path !== '/unauthorized') faults.push(`${route} came to ${path}`)
    for (const forma of anchos) await mirarAncho(route, forma, at === 0)
  }
  return { faults, hechos }
}

/** Registers a test for each of these people; returns the house. */
export async function probarPapeles(usuarios: readonly string[]): Promise<Casa> {
  const casa = await casaConTodo()
  const { db } = casa.app
  const cuenta = await db.selectFrom('cuentas').select('id').orderBy('id').executeTakeFirstOrThrow()
  const pasado = new Pasado()
  test.each(usuarios)(
    '%s: axe finds nothing on any page, on a phone and a desk, light and dark',
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
      const { faults, hechos } = await recorrer(page, routes, pasado)
      console.info(`${usuario}: ${JSON.stringify(hechos)}`)
      expect(faults.join('\n')).toBe('')
      expect(hechos.anchos).toBe(routes.length * ANCHOS.length)
      expect(routes.length).toBeGreaterThan(usuario === 'gerente' ? 3 : 20)
      expect(casa.errores).toEqual([])
    },
  )

  test('what no page had before is asked for its colours, though only a style tells it', async () => {
    const page = await casa.dentro('cajera')
    await page.goto('/ayuda')
    await completa(contar(page))
    const before = await page.evaluate(dibujo)
    pasado.anotar(TELEFONO.width, before)
    expect(pasado.piezas(TELEFONO.width, before)).toBe(true)
    await page
      .locator('main a')
      .first()
      .evaluate((one) => {
        const style = new CSSStyleSheet()
        style.replaceSync('main a:first-of-type { color: #777 }')
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]
        return one.textContent
      })
    const after = await page.evaluate(dibujo)
    expect([pasado.piezas(TELEFONO.width, after), after.todo === before.todo]).toEqual([
      false,
      true,
    ])
  })
  return casa
}
