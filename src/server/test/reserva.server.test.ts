import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { llamadas } from '../../../test/support/servidor/entradas.ts'
import { hecho } from '../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../test/support/todo.ts'
import { fillPath } from '../../core/contract.ts'
import { PERMISOS } from '../../core/permisos.ts'

/* Cost and profit appear in no answer to a user without permission to see them. */

const app = await startTestApp()
const casa = await montarTodo(app)
for (const move of Object.values(await casa.movimientos())) await hecho(move())
await casa.liquidacion()
await casa.en('completada')

const SECRETO =
  /^(ganancias?|costos?|margen|utilidad|promedio|tasa_costo|gastos?|resultados?|importe_base|valor_dia|apuntes)$/

/** The value at cost of a document or of its items. */
const VALOR = /^(items\.)?valor$/

/** A user with every permission except those to see cost and profit. */
async function sinGanancia(): Promise<Client> {
  const who = await app.signedIn('mgr')
  const all = PERMISOS.filter((permiso) => permiso !== 'ganancia:ver')
  await sql`INSERT INTO roles_permisos SELECT 'mgr', unnest(${all}::text[])`.execute(app.db)
  return who
}

/** The paths of secret fields in an answer, as `items.margen`. */
function dicho(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => dicho(item, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const here = path ? `${path}.${name}` : name
    const said = item !== null && (SECRETO.test(name) || VALOR.test(here)) ? [here] : []
    return [...said, ...dicho(item, here)]
  })
}

/** The answer of every GET call, for the first rows that exist. */
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

/** Fields that are no secret in these places: counts, values at the price of the day, the rule of a commission. */
const PERMITIDO: readonly string[] = [
  '/gastos/totales: monedas.gastos',
  '/posiciones: valor',
  '/comisiones/reglas: valor',
  '/comisiones/reglas/:id: valor',
]

test('no answer reveals cost or profit to a user who may not see them', async () => {
  const with_ = await todo(casa.adm)
  // A user with the permissions sees them, else the test would check nothing.
  expect([...with_.values()].flat().length).toBeGreaterThan(20)
  const without = await todo(await sinGanancia())
  expect(without.size).toBeGreaterThan(60)
  const leaks = [...without].flatMap(([path, names]) => names.map((name) => `${path}: ${name}`))
  expect(leaks.filter((leak) => !PERMITIDO.includes(leak))).toEqual([])
})
