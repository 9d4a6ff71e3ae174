import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarTasas(app)
/** May write rates, but not see what they cost and earn. */
const PUEDE = ['tipos-cambios:ver', 'tipos-cambios:editar', 'tipos-cambios:publicar']
await sql`INSERT INTO roles_permisos SELECT 'mgr', unnest(${PUEDE}::text[])`.execute(app.db)
const mgr = await app.signedIn('mgr')
const id = casa.tipo('pe 2 1')
const motivo = 'Prueba de tasa'

/** Every key of an answer, however deep. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(inner === null || Array.isArray(value) ? [] : [key]),
    ...keysOf(inner),
  ])
}

const SECRET =
  /^(tasa_costo|margen|margen_efectivo|tasa_automatica|bajo_costo|precio_(origen|destino))$/

const asks: Record<string, (client: Client) => Promise<unknown>> = {
  list: async (c) => (await c.call(contrato.listar)).body,
  search: async (c) => (await c.call(contrato.buscar, { params: { term: 'VES' } })).body,
  detail: async (c) => (await c.call(contrato.obtener, { params: { id } })).body,
  history: async (c) => (await c.call(contrato.historico, { params: { id } })).body,
  proposal: async (c) =>
    (await c.call(contrato.proponer, { query: { pais: 'pe', base: 2, cotizacion: 1 } })).body,
  'refusal of a version': async (c) =>
    (await c.call(contrato.tasa, { params: { id }, body: { tasa: '50', motivo, version: 99 } }))
      .error,
  'refusal below cost': async (c) =>
    (await c.call(contrato.tasa, { params: { id }, body: { tasa: '60', motivo } })).error,
}

test.each(Object.entries(asks))(
  'cost and margin are not in the %s of who may not see them',
  async (_, ask) => {
    const answer = await ask(mgr)
    expect(keysOf(answer).length).toBeGreaterThan(0)
    expect(keysOf(answer).filter((key) => SECRET.test(key))).toEqual([])
  },
)

test.each(['list', 'detail', 'history', 'proposal'])(
  'they are in the %s of who may',
  async (name) => {
    const answer = await asks[name]?.(casa.adm)
    expect(keysOf(answer)).toContain('tasa_costo')
  },
)
