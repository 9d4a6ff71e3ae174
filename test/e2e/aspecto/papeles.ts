import type { Page } from 'playwright-core'
import { puede } from '../../../src/core/permisos.ts'
import { alLimite } from '../../support/plazos.ts'
import { pantallas } from '../../support/web/pantallas.ts'
import { ir } from '../pantallas.ts'
import { abiertas } from '../quieta.ts'
import { DE_COLOR, type Reglas, SIN_COLOR, TODO, violaciones } from './accesible.ts'
import { type Dibujo, dibujo, type Pasado } from './dibujo.ts'
import { ESCRITORIO, type Forma, SIN_SESION, TELEFONO, type Tema } from './formas.ts'
import { CUATRO_VECES, perdido } from './zoom.ts'

/*
 * axe on every page that a role opens, for each role but the administrator's, whom `visita.ts` follows: on a phone and on
 * a desk, light and dark; and what is lost of it at 400 %. A page is opened once and given its forms; the next one is
 * opened in the width of the last.
 *
 * Everything but colours is asked of each page of each person in both widths, unless the very same page passed. Colours
 * are asked in both themes wherever something is drawn that has not passed at this width; where all of it has, on this
 * page or another, theirs is the same answer. At 400 % each page is asked that is not, word for word, one that passed.
 */

const ANCHOS = [TELEFONO, ESCRITORIO] as const

const accesos = (await pantallas()).map(({ path, acceso }) => ({
  acceso,
  like: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
}))

/** Those of these addresses that somebody with `permisos` opens, one that he may not, and one that is not there. */
export function paginas(routes: readonly string[], permisos: readonly string[]): string[] {
  const abre = (route: string) =>
    accesos.some(
      ({ acceso, like }) =>
        like.test(route.replace(/[?#].*/, '')) &&
        acceso !== 'ingreso' &&
        (acceso === 'publico' || puede(permisos, acceso)),
    )
  const own = routes.filter((route) => !SIN_SESION.has(route) && abre(route))
  return [...own, '/unauthorized?desde=ajustes', '/no-existe']
}

/** In the browser: waits until the page is drawn whole and nothing of it moves, some frames in a row. */
function quieto(frames: number): Promise<void> {
  const still = () =>
    document.querySelector('main :is(h1, h2)') !== null &&
    document.querySelector('[aria-busy=true]') === null &&
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || !Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      )
  return new Promise((done) => {
    let quiet = 0
    const look = () => {
      quiet = still() ? quiet + 1 : 0
      if (quiet < frames) requestAnimationFrame(look)
      else done()
    }
    requestAnimationFrame(look)
  })
}

/** Waits until the page is complete and stands still: nothing is asked of the server, before and after some frames. */
export async function completa(page: Page): Promise<void> {
  const seguir = alLimite(`all of ${page.url()}`)
  for (let quiet = 0; quiet < 2; seguir()) {
    await page.evaluate(quieto, 3)
    quiet = abiertas(page) > 0 ? 0 : quiet + 1
  }
}

/** In the browser: waits until it is laid out and drawn in this width and theme. */
function vestido({ width, tema }: { width: number; tema: Tema }): Promise<void> {
  const fits = () => {
    if (innerWidth !== width || document.documentElement.dataset.mantineColorScheme !== tema)
      return false
    const ruler = document.body.appendChild(document.createElement('div'))
    Object.assign(ruler.style, { position: 'fixed', width: '100vw', height: '0' })
    const measured = ruler.getBoundingClientRect().width
    ruler.remove()
    return measured === width
  }
  return new Promise((done) => {
    const look = () => {
      if (fits()) requestAnimationFrame(() => requestAnimationFrame(() => done()))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** What was asked of a person's pages, and of how many. */
export interface Hechos {
  anchos: number
  mirados: number
  enColores: number
  ampliados: number
}

/** One person's pages, each in its forms; answers what is wrong and how much of his pages was looked at. */
export async function recorrer(page: Page, routes: readonly string[], pasado: Pasado) {
  const faults: string[] = []
  const hechos: Hechos = { anchos: 0, mirados: 0, enColores: 0, ampliados: 0 }
  let now: { forma: Forma; tema: Tema } | undefined
  const poner = async (forma: Forma, tema: Tema) => {
    if (now?.forma === forma && now.tema === tema) return
    if (now?.forma !== forma) await page.setViewportSize(forma)
    if (now?.tema !== tema) await page.emulateMedia({ colorScheme: tema })
    now = { forma, tema }
    await page.evaluate(vestido, { width: forma.width, tema })
  }
  /** The faults of the page as it stands. */
  const mirar = async (route: string, rules: Reglas): Promise<string[]> => {
    const found = await violaciones(page, rules)
    if (found.length === 0) return found
    // A page that was given another size was seen once with the lengths of the former one: judged as it opens in this.
    await page.reload()
    await completa(page)
    const all = await violaciones(page)
    return all.map((one) => `${route} ${now?.forma.width} ${now?.tema}: ${one}`)
  }
  const mirarAncho = async (route: string, forma: Forma, propia: boolean): Promise<Dibujo> => {
    await poner(forma, 'light')
    const seen = await page.evaluate(dibujo)
    hechos.anchos += 1
    if (!propia && pasado.pagina(forma.width, seen)) return seen
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
    return seen
  }
  const ampliar = async (route: string, seen: Dibujo): Promise<void> => {
    hechos.ampliados += 1
    await poner(CUATRO_VECES, 'light')
    let lost = await page.evaluate(perdido)
    // Judged as it opens in this size, as above.
    if (lost.length > 0) {
      await page.reload()
      await completa(page)
      lost = await page.evaluate(perdido)
    }
    if (lost.length === 0) pasado.anotarCabe(seen)
    faults.push(...lost.map((one) => `${route} 400 %: ${one}`))
  }
  for (const [at, route] of routes.entries()) {
    const anchos = now?.forma === ESCRITORIO ? ANCHOS.toReversed() : ANCHOS
    await poner(anchos[0] as Forma, 'light')
    await ir(page, route)
    await completa(page)
    const path = await page.evaluate(() => location.pathname)
    if (!route.startsWith(path) && path !== '/unauthorized') faults.push(`${route} came to ${path}`)
    let phone: Dibujo | undefined
    for (const forma of anchos) {
      const seen = await mirarAncho(route, forma, at === 0)
      if (forma === TELEFONO) phone = seen
    }
    if (phone && (at === 0 || !pasado.cabe(phone))) await ampliar(route, phone)
  }
  return { faults, hechos }
}
