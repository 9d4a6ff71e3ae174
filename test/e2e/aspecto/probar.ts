import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ENSAYO } from '../../support/vitest/ensayo.ts'
import { AHORA, type Casa } from '../casa.ts'
import { ESCRIBIR } from '../imagenes.ts'
import { contar } from '../quieta.ts'
import { AXE } from './accesible.ts'
import { casaConTodo } from './casa/con-todo.ts'
import { Pasado } from './dibujo.ts'
import { SIN_SESION, TELEFONO } from './formas.ts'
import { album, QUIETO } from './fotos.ts'
import { paginas, recorrer } from './papeles.ts'
import { GRUPOS, type Grupo } from './rutas.ts'
import { mirar, refusals, type Vista } from './visita.ts'

/* Every page of the administrator, and then those of the others, who see most of them as he does. */

/** She who opens the most goes first: what passed for her is most of what the others see. */
const OTROS = ['supervisora', 'contadora', 'cajera', 'pagador', 'cumplimiento', 'gerente']

/**
 * Registers a test for each group of pages, and one for each person who opens some of them, without a rehearsal for
 * those of `siempre` alone; returns the house.
 */
export async function probarAspecto(
  grupos: readonly Grupo[],
  siempre: readonly string[] = [],
): Promise<Casa> {
  const { casa, direccion } = await casaConTodo()
  const pasado = new Pasado()
  const options = { reducedMotion: 'reduce', viewport: TELEFONO } as const
  let abiertas: Promise<[dentro: Vista, fuera: Vista]> | undefined
  // Once for all groups: a sign-in is a row of the audit, which one of them shows.
  const vistas = () => {
    abiertas ??= (async () => [
      await abrir(await casa.entrar('admin', options), pasado),
      await abrir(await casa.visita(options), null),
    ])()
    return abiertas
  }
  probarGrupos([casa], grupos, direccion, async (route) => {
    const [dentro, fuera] = await vistas()
    return SIN_SESION.has(route) ? fuera : dentro
  })
  const routes = grupos.flatMap((grupo) => GRUPOS[grupo])
  test.each(OTROS.filter((each) => ENSAYO || siempre.includes(each)))(
    '%s: axe finds nothing on any page, on a phone and a desk, light and dark, and nothing is lost at 400 percent',
    async (usuario) => {
      const permisos = await casa.app.db
        .selectFrom('roles_permisos')
        .innerJoin('usuarios', 'usuarios.rol_slug', 'roles_permisos.rol_slug')
        .where('usuarios.usuario', '=', usuario)
        .select('permiso')
        .execute()
      const own = paginas(
        routes,
        permisos.map(({ permiso }) => permiso),
      ).map(direccion)
      const page = contar(await casa.entrar(usuario, { reducedMotion: 'reduce' }))
      await page.addInitScript(AXE)
      await page.clock.setFixedTime(AHORA)
      await page.reload()
      const { faults, hechos } = await recorrer(page, own, pasado)
      console.info(`${usuario}: ${own.length} ${JSON.stringify(hechos)}`)
      expect(faults.join('\n')).toBe('')
      expect(hechos.anchos).toBe(own.length * 2)
      expect(own.length).toBeGreaterThan(usuario === 'gerente' ? 1 : 10)
      expect(casa.errores).toEqual([])
    },
  )
  return casa
}

/** Makes a page ready to be looked at; what passes there is noted in `pasado`. */
export async function abrir(page: Page, pasado: Pasado | null): Promise<Vista> {
  const refused = await refusals(page)
  for (const script of [AXE, QUIETO]) await page.context().addInitScript(script)
  // Ages and days are those of the house's clock.
  await page.clock.setFixedTime(AHORA)
  const cdp = await page.context().newCDPSession(page)
  return { page: contar(page), refused, cdp, pasado }
}

/** Registers a test for each group: its pages at their `direccion`, each as the person of `vista` sees it. */
export function probarGrupos(
  casas: readonly [Casa, ...Casa[]],
  grupos: readonly Grupo[],
  direccion: (route: string) => string,
  vista: (route: string) => Promise<Vista>,
): void {
  const comparar = album(casas[0].browser)
  test.each(grupos)(
    '%s: every page is accessible, named, whole at 400 percent, and within the content policy',
    async (grupo) => {
      const faults: string[] = []
      const names: string[] = []
      const seen = new Set<Vista>()
      const compared: Promise<[route: string, other: string[]]>[] = []
      const visitar = async (route: string, firme: boolean) => {
        const who = await vista(route)
        seen.add(who)
        return mirar(who, route, direccion(route), firme)
      }
      const otherwise = async (route: string, fotos: string[]) =>
        (await comparar)(grupo, route, fotos)
      for (const route of GRUPOS[grupo]) {
        const page = await visitar(route, ESCRIBIR)
        faults.push(...page.faults)
        names.push(page.names)
        compared.push(otherwise(route, page.fotos).then((other) => [route, other]))
      }
      // One picture is enough where it is the kept one; where not, the page may have been drawn half.
      for (const [route, other] of await Promise.all(compared)) {
        if (other.length === 0) continue
        const { fotos } = await visitar(route, true)
        const all = await otherwise(route, fotos)
        faults.push(...all.map((one) => `${route} ${one}`))
      }
      await expect(names.join('\n')).toMatchFileSnapshot(`nombres/${grupo}.txt`)
      expect(faults.join('\n')).toBe('')
      expect([...seen].flatMap(({ refused }) => refused)).toEqual([])
      expect(casas.flatMap(({ errores }) => errores)).toEqual([])
    },
  )
}
