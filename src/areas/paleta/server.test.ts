import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato } from './contract.ts'

/* One call after a key, for all lists in which the server finds. */

const app = await startTestApp()
const { adm } = await montarCasa(app)
const caj = await app.signedIn('caj')
const con = await app.signedIn('con')

/** The lists, and the path of each. */
const CAMINOS: Record<string, string> = {
  'ajustes-saldo': 'cuentas/ajustar-saldo',
  clientes: 'clientes',
  'compras-ventas': 'compras-ventas',
  gastos: 'gastos',
  liquidaciones: 'comisiones/liquidaciones',
  lotes: 'ordenes/lotes',
  ordenes: 'ordenes',
  transferencias: 'transferencias',
  turnos: 'cierres/turnos',
}
const LISTAS = Object.keys(CAMINOS)
const terminos = (term: string) => Object.fromEntries(LISTAS.map((lista) => [lista, term]))

test('every list answers as it does itself', async () => {
  const { status, body } = await adm.call(contrato.hallar, { body: { terminos: terminos('2025') } })
  expect(status).toBe(200)
  expect(Object.keys(body).toSorted()).toEqual(LISTAS)
  for (const lista of LISTAS.filter((each) => each !== 'clientes')) {
    const alone = await adm.raw('GET', `/api/${CAMINOS[lista]}?buscar=2025&limite=5`)
    expect(body[lista]).toEqual((alone.body as { items: unknown }).items)
  }
})

test('a list that somebody may not see is left out, and so is one that does not exist', async () => {
  const refused = async (client: typeof caj) => {
    const each = await Promise.all(
      LISTAS.map(async (lista) => [
        lista,
        (await client.raw('GET', `/api/${CAMINOS[lista]}`)).status,
      ]),
    )
    return each.flatMap(([lista, status]) => (status === 403 ? [lista] : []))
  }
  for (const client of [caj, con]) {
    const asked = { ...terminos('ana'), auditoria: 'ana', constructor: 'ana' }
    const { status, body } = await client.call(contrato.hallar, { body: { terminos: asked } })
    const hidden = await refused(client)
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(LISTAS.filter((lista) => !hidden.includes(lista)))
  }
  expect((await refused(caj)).length).toBeGreaterThan(0)
})

test('more lists than a palette has are refused whole', async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`lista-${at}`, '2025']))
  expect((await adm.call(contrato.hallar, { body: { terminos: many(20) } })).status).toBe(200)
  const { status, body } = await adm.call(contrato.hallar, { body: { terminos: many(21) } })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('Pida menos listas.')
})
