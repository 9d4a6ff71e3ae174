import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ajustarDia } from '../../../scripts/demo/casa/ajustes.ts'
import { entrar } from '../../../scripts/demo/llamada.ts'
import { abrirCasa, type Casa, dibujado } from '../casa.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RUTAS = [
  '/dashboard',
  '/compras-ventas',
  '/compras-ventas/nueva',
  '/pantalla-cliente',
  '/impresora',
  '/seguimiento',
  '/telefono',
  '/compras-ventas/detalle/1',
  '/compras-ventas/detalle/1?ver=asiento',
  '/ordenes',
  '/ordenes?vista=tabla',
  '/ordenes/nueva',
  '/ordenes/detalle/1',
  '/transferencias',
  '/transferencias?vista=ordenes',
  '/transferencias/nueva',
  '/transferencias/nueva?tipo=conversion',
  '/transferencias/detalle/1',
  '/transferencias/detalle/1?ver=asiento',
  '/clientes',
  '/clientes/nuevo',
  '/clientes/detalle/1',
  '/clientes/detalle/1?ver=datos',
  '/clientes/detalle/1?ver=operaciones',
  '/clientes/detalle/1?ver=ordenes',
  '/clientes/detalle/1?ver=beneficiarios',
  '/cuentas',
  '/cuentas/nueva',
  '/cuentas/movimientos',
  '/cuentas/ajustar-saldo',
  '/cuentas/ajustes',
  '/cuentas/ajustes/detalle/1',
  '/aprobaciones',
  '/gastos',
  '/gastos/nuevo',
  '/gastos/recurrentes',
  '/gastos/detalle/1',
  '/gastos-categorias',
  '/posiciones',
  '/reportes',
  '/reportes/ganancia?por=cajero',
  '/reportes/ganancia/movimientos',
  '/reportes/volumen?por=segmento',
  '/reportes/volumen/documentos',
  '/reportes/clientes',
  '/reportes/arqueos?periodo=rango&desde=2025-11-01&hasta=2025-11-20',
  '/reportes/posicion',
  '/reportes/ro?desde=2025-11-01&hasta=2025-11-20',
  '/reportes/posicion?moneda_id=3',
  '/reportes/comisiones',
  '/reportes/comisiones?desde=2025-11-01&hasta=2025-11-20',
  '/reportes/comisiones?desde=2025-11-01&hasta=2025-11-20&grupo=beneficiario',
  '/comisiones/reglas',
  '/comisiones/reglas/nueva',
  '/comisiones/reglas/detalle/1',
  '/comisiones/liquidaciones',
  '/usuarios/detalle/3?ver=comisiones',
  '/pares-divisas',
  '/pares-divisas/nuevo',
  '/pares-divisas/detalle/1',
  '/pares-divisas/detalle/1?ver=fuente',
  '/pares-divisas/fuentes',
  '/pizarra',
  '/pizarra/administrar',
  '/pizarra/tasas-del-dia',
  '/tipos-cambios',
  '/tipos-cambios/nuevo',
  '/tipos-cambios/detalle/1',
  '/pares-divisas/deshacer/1',
  '/tipos-cambios/operaciones/1',
  '/ajustes',
  '/tipos-pagos',
  '/tipos-pagos/nuevo',
  '/tipos-pagos/detalle/7',
  '/paises',
  '/paises/nuevo',
  '/sucursales',
  '/sucursales/nueva',
  '/entidades-financieras',
  '/entidades-financieras/nuevo',
  '/monedas',
  '/usuarios',
  '/usuarios/nuevo',
  '/usuarios/detalle/3',
  '/usuarios/detalle/3?ver=sesiones',
  '/usuarios/roles',
  '/usuarios/roles?rol=caj',
  '/perfil',
  '/perfil?ver=password',
  '/perfil?ver=factor',
  ...['casa', 'catalogos', 'precios', 'cajas', 'personas', 'listo'].map(
    (paso) => `/puesta-en-marcha?paso=${paso}&paises=pe,bo`,
  ),
  '/ayuda',
  '/ayuda/mostrador',
  '/ayuda/tarjeta-cajero',
  '/unauthorized',
  '/no-existe',
]

interface Violation {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

/**
 * Checks the page against WCAG 2.2 A and AA. A fault counts once two looks, some frames apart, agree on it: rows that
 * arrive between two readings of a colour are none.
 */
async function violations(page: Page): Promise<string[]> {
  for (let seen = await look(page); ; ) {
    if (seen.length === 0) return seen
    await dibujado(page)
    const again = await look(page)
    if (again.join() === seen.join()) return seen
    seen = again
  }
}

async function look(page: Page): Promise<string[]> {
  const found = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then((r) => r.violations)',
  )) as Violation[]
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`,
  )
}

async function settle(page: Page, route: string): Promise<void> {
  await page.goto(route)
  const title = page.getByRole('heading', { level: 1 }).first()
  await title.waitFor({ state: 'attached' }).catch(() => {
    throw new Error(`${route} has no title`)
  })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
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
async function casaConTodo() {
  const casa = await abrirCasa()
  // One day of the demo has no ajuste de saldo: the one of its second day is added.
  const cuentas = await casa.app.db.selectFrom('cuentas').select(['nombre', 'id']).execute()
  await ajustarDia(
    await entrar(casa.app, 'admin'),
    2,
    new Map(cuentas.map(({ nombre, id }) => [nombre, id])),
  )
  return casa
}

/** Registers the tests of every screen at one width in both themes; returns the house. */
export async function probarAspecto(width: number): Promise<Casa> {
  const casa = await casaConTodo()
  test.each(['light', 'dark'] as const)(
    `every screen in %s at ${width}: accessible, nothing cut off, no policy violation`,
    async (colorScheme) => {
      const page = await casa.entrar('admin', {
        colorScheme,
        viewport: { width, height: 768 },
        reducedMotion: 'reduce',
      })
      const refused = await refusals(page)
      await page.context().addInitScript(axe)
      const faults: string[] = []
      for (const route of RUTAS) {
        await settle(page, route)
        for (const fault of await violations(page)) faults.push(`${route} ${fault}`)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wide > 0) faults.push(`${route}: ${wide} px wider than the window`)
      }
      expect(faults.join('\n')).toBe('')
      expect(refused).toEqual([])
      expect(casa.errores).toEqual([])
    },
  )
  return casa
}
