import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { alLimite } from '../../support/plazos.ts'
import { dibujado } from '../casa.ts'

/* What axe finds: WCAG 2.2 A and AA. */

/** The script that pages under test begin with. */
export const AXE = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

const COLORES = ['color-contrast', 'link-in-text-block']
export const TODO = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules that read colours: all that can differ between two themes of one page. */
export const DE_COLOR = { runOnly: COLORES }
export const SIN_COLOR = {
  ...TODO,
  rules: Object.fromEntries(COLORES.map((rule) => [rule, { enabled: false }])),
}

export type Reglas = typeof TODO | typeof SIN_COLOR

interface Violation {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** While it looks nothing sticks to the window: a row that stands half under the foot of a list is scrolled, not small. */
async function look(page: Page, rules: Reglas): Promise<string[]> {
  const found = (await page.evaluate(
    `(document.documentElement.style.setProperty('--pega', 'static'),
      axe.run(document, { ...${JSON.stringify(rules)}, resultTypes: ['violations'] })
        .then((r) => r.violations)
        .finally(() => document.documentElement.style.removeProperty('--pega')))`,
  )) as Violation[]
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`,
  )
}

/**
 * Checks the page as it stands. A fault counts once two looks, some frames apart, agree on it: rows that arrive between
 * two readings of a colour are none.
 */
export async function violaciones(page: Page, rules: Reglas = TODO): Promise<string[]> {
  const seguir = alLimite('two looks of axe that agree')
  for (let seen = await look(page, rules); ; seguir()) {
    if (seen.length === 0) return seen
    await dibujado(page)
    const again = await look(page, rules)
    if (again.join() === seen.join()) return seen
    seen = again
  }
}
