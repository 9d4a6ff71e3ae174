import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { llamadas } from '../../../test/support/servidor/entradas.ts'
import { hecho } from '../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../test/support/todo.ts'
import { fillPath } from '../../core/contract.ts'
import { PERMISOS } from '../../core/permisos.ts'

/* What something cost and what was earned on it is told to those alone who may see it, in every answer there is. */

const app = await startTestApp()
const casa = await montarTodo(app)
for (const move of Object.values(await casa.movimientos())) await hecho(move())
await casa.liquidacion()
await casa.en('completada')

const SECRETO =
  /^(ganancias?|costos?|margen|utilidad|promedio|tasa_costo|gastos?|resultados?|importe_base|valor_dia|apuntes)$/

/** What it was worth at cost, where the document itself says it. */
const VALOR = /^(items\.)?valor$/

/** Somebody who may do everything but see that. */
async function sinGanancia(): Promise<Client> {
  const who = await app.signedIn('mgr')
  const all = Object.keys(PERMISOS).filter((permiso) => permiso !== 'ganancia:ver')
  await sql`INSERT INTO roles_permisos SELECT 'mgr', unnest(${all}::text[])`.execute(app.db)
  return who
}

/** Names of what is secret and said in an answer, `items.margen`. */
function dicho(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => dicho(item, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const here = path ? `${path}.${name}` : name
    const said = item !== null && (SECRETO.test(name) || VALOR.test(here)) ? [here] : []
    return [...said, ...dicho(item, here)]
  })
}

/** Every answer to a question, of the first things that there are. */
async function todo(who: Client): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const [, endpoint] of llamadas) {
    if (endpoint.method !== 'GET' || endpoint.baja) continue
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    for (const id of names.length > 0 ? [1, 2, 3, 6, 9] : [0]) {
      const params = Object.fromEntries(
        names.map((name) => [name, name === 'fecha' ? '2025-11-20' : id]),
      )
      const { status, body } = await who.raw('GET', `/api${fillPath(endpoint.path, params)}`)
      if (status !== 200) continue
      const said = [...(found.get(endpoint.path) ?? []), ...dicho(body)]
      found.set(endpoint.path, [...new Set(said)].sort())
    }
  }
  return found
}

/** Words that are no secret where they stand: how many, not how much; at the price of the day; the rule of a commission. */
const PERMITIDO: readonly string[] = [
  '/gastos/totales: monedas.gastos',
  '/posiciones: valor',
  '/comisiones/reglas: valor',
  '/comisiones/reglas/:id: valor',
]

test('no answer says what something cost or earned to who may not see it', async () => {
  const with_ = await todo(casa.adm)
  // Somebody sees it, else this would look at nothing.
  expect([...with_.values()].flat().length).toBeGreaterThan(20)
  const without = await todo(await sinGanancia())
  expect(without.size).toBeGreaterThan(60)
  const leaks = [...without].flatMap(([path, names]) => names.map((name) => `${path}: ${name}`))
  expect(leaks.filter((leak) => !PERMITIDO.includes(leak))).toEqual([])
})
