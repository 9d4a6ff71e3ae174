import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { huella } from '../../../../test/support/servidor/entradas.ts'
import { contrato as tipos } from '../../tipos-cambios/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const { adm, par, tipo } = await montarTasas(app)
const USD_PEN = par('pe 3 2')
const USD_VES = par('usd 3 1')
const motivo = 'Precios del día'

const cambio = (compra: string, venta: string, id = USD_PEN) => ({ id, compra, venta })

async function revisar(pares: ReturnType<typeof cambio>[]) {
  const { status, body } = await adm.call(contrato.impacto, { body: { pares } })
  expect(status).toBe(200)
  return body
}

const publicar = (pares: ReturnType<typeof cambio>[], revision?: string) =>
  adm.call(contrato.publicar, {
    body: { pares: pares.map((each) => ({ ...each, confirmar: true })), motivo, revision },
  })

test('the review says which rates would move, from what to what, and changes nothing', async () => {
  const before = await huella(app)
  const { pares, tipos: rows, revision } = await revisar([cambio('3.520', '3.570')])
  expect(await huella(app)).toBe(before)
  expect(pares).toEqual([
    {
      ...{ id: USD_PEN, par: 'USD/PEN', pais: 'pe', precision: 3 },
      ...{ compra_anterior: '3.520', venta_anterior: '3.560', compra: '3.520', venta: '3.570' },
      ...{ variacion: '0.28', supera_alerta: false },
    },
  ])
  const ves = rows.find(({ id }) => id === tipo('pe 2 1'))
  expect(ves).toMatchObject({
    ...{ tasa_anterior: '52.412', tasa: '52.266', manual: false, bloqueo_minutos: 20 },
    ejemplo: { envia: '100', recibe_anterior: '5241.20', recibe: '5226.60' },
    ...{ margen_anterior: '6.0017', bajo_costo: false },
  })
  expect(revision).toMatch(/^[\w-]{43}$/)
})

test('who may not see profit gets no margin, in the review either', async () => {
  await sql`INSERT INTO roles (slug, nombre) VALUES ('publica', 'Publica')`.execute(app.db)
  await sql`INSERT INTO roles_permisos VALUES ('publica', 'pares-divisas:publicar')`.execute(app.db)
  const seller = await app.signedIn('caj')
  await sql`UPDATE usuarios SET rol_slug = 'publica' WHERE id = ${seller.usuario_id}`.execute(
    app.db,
  )
  const body = { pares: [cambio('3.520', '3.570')] }
  const { status, body: seen } = await seller.call(contrato.impacto, { body })
  expect(status).toBe(200)
  expect(seen.tipos.length).toBeGreaterThan(5)
  expect(JSON.stringify(seen)).not.toMatch(/margen|costo/)
  const { body: all } = await adm.call(contrato.impacto, { body })
  expect(seen.revision).toBe(all.revision)
})

test('a manual rate stays, and the review warns when it falls below cost', async () => {
  // EUR → PEN is manual at 4.040: buying at 4.030 it is above what the euro is worth.
  const EUR_PEN = par('pe 6 2')
  const { tipos: rows } = await revisar([cambio('4.030', '4.160', EUR_PEN)])
  expect(rows.find(({ id }) => id === tipo('pe 6 2'))).toMatchObject({
    ...{ manual: true, tasa_anterior: '4.040', tasa: '4.040', bajo_costo: true },
    ...{ margen_anterior: '0.2469', margen: '-0.2481' },
  })
})

test('what cannot be published is refused in the review as well', async () => {
  const refused = async (pares: object[]) => {
    const { status, error } = await adm.call(contrato.impacto, { body: { pares } })
    return [status, error.codigo, error.errors?.[0]?.campo]
  }
  expect(await refused([cambio('3.600', '3.500')])).toEqual([400, 'VALIDACION', 'pares.0.venta'])
  expect(await refused([cambio('3.5201', '3.560')])).toEqual([400, 'VALIDACION', 'pares.0.compra'])
  expect(await refused([cambio('3.520', '3.560', 999_999)])).toEqual([404, 'NO_EXISTE', undefined])
  const old = { ...cambio('3.520', '3.560'), version: 999 }
  expect(await refused([old])).toEqual([409, 'VERSION', undefined])
  const { tipos: rows } = await revisar([cambio('3.520', '999999999', USD_PEN)])
  expect(rows.find(({ id }) => id === tipo('pe 2 8'))?.tasa).toBeNull()
})

test('what is published is what was reviewed, number by number', async () => {
  const price = (from: number, to: number, decimals: number) =>
    fc.integer({ min: from, max: to }).map((n) => {
      const digits = String(n).padStart(decimals + 1, '0')
      return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    })
  const inOrder = (id: number, one: fc.Arbitrary<string>) =>
    fc.tuple(one, one).map(([a, b]) => {
      const [compra = a, venta = b] = [a, b].sort((x, y) => Number(x) - Number(y))
      return cambio(compra, venta, id)
    })
  const some = fc.subarray(
    [
      inOrder(USD_PEN, price(2000, 6000, 3)),
      inOrder(par('pe 6 2'), price(2000, 6000, 3)),
      inOrder(USD_VES, price(10_000, 40_000, 2)),
      inOrder(par('co 3 4'), price(300_000, 500_000, 2)),
    ],
    { minLength: 1 },
  )
  const property = fc.asyncProperty(
    some.chain((each) => fc.tuple(...each)),
    async (pares) => {
      const review = await revisar(pares)
      const moved = review.tipos.filter(({ tasa, tasa_anterior }) => tasa !== tasa_anterior)
      const { status, body } = await publicar(pares, review.revision)
      expect(status).toBe(200)
      const line = (t: { id: number; tasa_anterior: string; tasa: string | null }) =>
        `${t.id}: ${t.tasa_anterior} → ${t.tasa}`
      expect(body.recalculados.map(line).sort()).toEqual(moved.map(line).sort())
      const { body: now } = await adm.call(tipos.listar)
      for (const { id, tasa, margen } of review.tipos) {
        const stands = now.find((row) => row.id === id)
        expect([stands?.tasa, stands?.margen_efectivo]).toEqual([tasa, margen])
      }
    },
  )
  await fc.assert(property, { numRuns: 60 })
  await publicar([cambio('3.520', '3.560'), cambio('198.50', '202.00', USD_VES)])
})

const entretanto: [que: string, hacer: () => Promise<{ status: number }>][] = [
  ['the pair was published by somebody else', () => publicar([cambio('3.521', '3.561')])],
  ['its prices were confirmed', () => publicar([cambio('3.521', '3.561')])],
  ['another pair of a rate moved', () => publicar([cambio('198.60', '202.10', USD_VES)])],
  [
    'a rate was fixed by hand',
    () =>
      adm.call(tipos.tasaManual, {
        body: { id: tipo('pe 2 4'), tasa_manual: true, tasa: null, motivo: 'Promoción' },
      }),
  ],
  ['a rate was switched off', () => adm.call(tipos.estatus, { params: { id: tipo('pe 2 9') } })],
]

test.each(entretanto)('nothing is published when, since the review, %s', async (_, hacer) => {
  const pares = [cambio('3.530', '3.575')]
  const { revision } = await revisar(pares)
  expect((await hacer()).status).toBe(200)
  const before = await huella(app)
  const { status, error } = await publicar(pares, revision)
  expect([status, error.codigo]).toEqual([409, 'REVISION'])
  expect(await huella(app)).toBe(before)
  const again = await revisar(pares)
  expect((await publicar(pares, again.revision)).status).toBe(200)
})

test('the review of other prices does not stand for these', async () => {
  const { revision } = await revisar([cambio('3.520', '3.560')])
  const { status, error } = await publicar([cambio('3.520', '3.561')], revision)
  expect([status, error.codigo]).toEqual([409, 'REVISION'])
})

test('one pair alone is held to its review too', async () => {
  const { revision } = await revisar([cambio('3.522', '3.562')])
  const call = (venta: string) =>
    adm.call(contrato.precio, {
      params: { id: USD_PEN },
      body: { compra: '3.522', venta, motivo: null, revision },
    })
  expect((await call('3.563')).error.codigo).toBe('REVISION')
  expect((await call('3.562')).status).toBe(200)
})
