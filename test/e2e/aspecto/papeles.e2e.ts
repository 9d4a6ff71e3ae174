import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { puede } from '../../../src/core/permisos.ts'
import { pantallas } from '../../support/web/pantallas.ts'
import { ajustado, reposado } from '../casa.ts'
import { ir } from '../pantallas.ts'
import { contar, quieta } from '../quieta.ts'
import { AXE, violaciones } from './accesible.ts'
import { GRUPOS } from './rutas.ts'
import { casaConTodo, ESCRITORIO, SIN_SESION, TELEFONO, vestir } from './visita.ts'

/*
 * axe on every page that a role opens, for each role but the administrator's, whom `visita.ts` follows. A page is
 * looked at in one of four forms, a role's next page in the next one; CAMBISTA_FORMAS=todas looks at each in all four.
 */

const TODAS = process.env.CAMBISTA_FORMAS === 'todas'

const FORMAS = [
  { ...ESCRITORIO, tema: 'light' },
  { ...TELEFONO, tema: 'dark' },
  { ...TELEFONO, tema: 'light' },
  { ...ESCRITORIO, tema: 'dark' },
] as const

const ROLES = ['supervisora', 'cajera', 'pagador', 'cumplimiento', 'contadora', 'gerente'] as const

const casa = await casaConTodo()
const { db } = casa.app
const cuenta = await db.selectFrom('cuentas').select('id').orderBy('id').executeTakeFirstOrThrow()

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

/** Shows the page inside the program, once it is complete and stands still; answers its path. */
async function abrir(page: Page, route: string): Promise<string> {
  await ir(page, route)
  await quieta(page, 2)
  await page.locator('main :is(h1, h2)').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await reposado(page)
  return page.evaluate(() => location.pathname)
}

test.each(ROLES.map((usuario, at) => [usuario, at] as const))(
  '%s: axe finds nothing on any page',
  async (usuario, first) => {
    const permisos = await db
      .selectFrom('roles_permisos')
      .innerJoin('usuarios', 'usuarios.rol_slug', 'roles_permisos.rol_slug')
      .where('usuarios.usuario', '=', usuario)
      .select('permiso')
      .execute()
    const routes = paginas(permisos.map(({ permiso }) => permiso))
    const page = contar(await casa.entrar(usuario, { reducedMotion: 'reduce' }))
    await page.addInitScript(AXE)
    await page.reload()
    const faults: string[] = []
    for (const [form, { tema, ...size }] of FORMAS.entries()) {
      await ajustado(page, size)
      await vestir(page, tema)
      for (const route of routes.filter((_, at) => TODAS || (at + first) % 4 === form)) {
        const address = route.replace('$cuenta', String(cuenta.id))
        const path = await abrir(page, address)
        const found = await violaciones(page)
        if (!address.startsWith(path) && path !== '/unauthorized') found.push(`came to ${path}`)
        faults.push(...found.map((one) => `${route} ${size.width} ${tema}: ${one}`))
      }
    }
    expect(faults.join('\n')).toBe('')
    expect(routes.length).toBeGreaterThan(usuario === 'gerente' ? 3 : 20)
    expect(casa.errores).toEqual([])
  },
)
