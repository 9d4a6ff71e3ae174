import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PLANTILLAS, puede } from '../../../src/core/permisos.ts'
import type { Screen } from '../../../src/web/marco/screens.ts'
import { ENSAYO } from '../../support/vitest/ensayo.ts'
import { pantallas } from '../../support/web/pantallas.ts'
import { abrirCasa } from '../casa.ts'
import { ir } from '../pantallas.ts'

/* Every screen × every role of the demo: it opens or explains the refusal; the menu shows locks. */

const casa = await abrirCasa()

const screens = (await pantallas()).filter(
  ({ acceso, nombre }) => acceso !== 'publico' && acceso !== 'ingreso' && nombre !== 'unauthorized',
)

const ROLES = {
  admin: { rol: 'Administrador', permisos: null },
  gerente: { rol: 'Gerente', permisos: [] as readonly string[] },
  cajera: { rol: 'Cajero', permisos: PLANTILLAS.caj.permisos },
  pagador: { rol: 'Pagador', permisos: PLANTILLAS.pag.permisos },
  cumplimiento: { rol: 'Oficial de cumplimiento', permisos: PLANTILLAS.cum.permisos },
  contadora: { rol: 'Contador', permisos: PLANTILLAS.con.permisos },
} as const

const opens = (permisos: readonly string[] | null, { acceso }: Screen) =>
  permisos === null || puede(permisos, acceso)

/** Waits for the result: `abre` by the title of the screen or of its row, `explica` by the text of the refusal. */
async function llegada(page: Page, rol: string, screen: Screen): Promise<string> {
  const said = `Su rol, ${rol}, no puede abrir «${screen.titulo}»`
  const shown = await page.waitForFunction(
    ({ title, words, row }) =>
      document.querySelector('main')?.textContent?.includes(words)
        ? 'explica'
        : document.title === title ||
            (row && location.pathname !== '/unauthorized' && document.title.endsWith(' · Cambista'))
          ? 'abre'
          : false,
    { title: `${screen.titulo} · Cambista`, words: said, row: screen.path.includes('$') },
  )
  return String(await shown.jsonValue())
}

test('the routes are those of the original brief and our own', () => {
  expect(screens.length).toBeGreaterThan(25)
  expect(new Set(screens.map(({ nombre }) => nombre)).size).toBe(screens.length)
})

/** Who opens some screens, and who opens none; in a rehearsal everybody. */
const ABREN = Object.entries(ROLES).filter(
  ([usuario]) => ENSAYO || ['cajera', 'gerente'].includes(usuario),
)

test.each(ABREN)(
  '%s: every screen opens or explains the refusal',
  async (usuario, { rol, permisos }) => {
    const page = await casa.visita()
    await page.goto('/')
    await page.getByLabel('Usuario o correo').fill(usuario)
    await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByRole('navigation', { name: 'Principal' }).waitFor()
    const wrong: string[] = []
    for (const screen of screens) {
      await ir(page, screen.path.replace(/\$\w+/g, '1'))
      const came = await llegada(page, rol, screen).catch(() => 'nada')
      const expected = opens(permisos, screen) ? 'abre' : 'explica'
      const path = await page.evaluate(() => location.pathname)
      if (came !== expected || (path === '/unauthorized') !== (expected === 'explica')) {
        wrong.push(`${screen.path}: ${came}, ${path}, ${expected} expected`)
      }
      // Two screens may have the same title: it is cleared so that the next one is recognized.
      await page.evaluate(() => {
        document.title = ''
      })
    }
    expect(wrong).toEqual([])
  },
)

test.each(Object.entries(ROLES))(
  '%s: the menu offers the screens that open, with locks for the manager only',
  async (usuario, { permisos }) => {
    const page = await casa.visita()
    await page.goto('/')
    await page.getByLabel('Usuario o correo').fill(usuario)
    await page.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    const bar = page.getByRole('navigation', { name: 'Principal' })
    await bar.waitFor()
    const offered = new Map<string, boolean>()
    const read = async () => {
      for (const link of await bar.getByRole('link').all()) {
        const [path = ''] = ((await link.getAttribute('href')) ?? '').split('?')
        offered.set(path, ((await link.textContent()) ?? '').includes('(sin permiso)'))
      }
    }
    await read()
    for (const name of ['Reportes', 'Administración', 'Operaciones']) {
      const group = bar.getByRole('button', { name })
      if ((await group.count()) === 0) continue
      await group.click()
      await read()
    }
    offered.delete('/dashboard')
    expect(offered.size).toBeGreaterThan(0)
    const wrong = [...offered].filter(([path, locked]) => {
      const screen = screens.find((each) => each.path === path)
      return !screen || locked === opens(permisos, screen)
    })
    expect(wrong).toEqual([])
    // Only the manager's menu shows every item: without permissions, all of them are locked.
    const locks = [...offered.values()].filter(Boolean).length
    expect(locks > 0).toBe(usuario === 'gerente')
    if (usuario !== 'admin' && usuario !== 'gerente') expect(locks).toBe(0)
  },
)

test('no page threw', () => {
  expect(casa.errores).toEqual([])
})
