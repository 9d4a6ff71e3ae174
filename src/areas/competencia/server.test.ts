import { expect, test } from 'vitest'
import { EUR, montarCasa, PEN, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno, enTurno, sesionesSinFin } from '../../../test/support/servidor/dueno.ts'
import { competidores } from '../competidores/contract.ts'
import { contrato } from './contract.ts'

/* who saw what and when is kept, compared while it is fresh, and never rewritten. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const { adm } = await montarCasa(app)
const caj = await app.signedIn('caj')
const con = await app.signedIn('con')
await sesionesSinFin(app.url)
const [{ id: par_id = 0 } = {}] = await comoDueno<{ id: number }>(
  app.url,
  `SELECT id FROM pares_divisas WHERE base_id = ${USD} AND cotizacion_id = ${PEN}`,
)
const rival = async (nombre: string) =>
  (await adm.call(competidores.contrato.crear, { body: { nombre } })).body.id
const puente = await rival('El Puente')
const rosa = await rival('Santa Rosa')
const anotar = (
  competidor_id: number,
  compra: string,
  venta: string,
  hace_minutos = 0,
  who = caj,
) => who.call(contrato.anotar, { body: { competidor_id, par_id, compra, venta, hace_minutos } })
const comparada = async () =>
  (await adm.call(contrato.comparar)).body.map((lado) => ({
    quien: lado.competidor,
    compra: [lado.compra, lado.dif_compra?.monto, lado.dif_compra?.pct, lado.mejor_compra],
    venta: [lado.venta, lado.dif_venta?.monto, lado.dif_venta?.pct, lado.mejor_venta],
  }))

test('the last rate of each competitor stands beside our published prices, with who is best on each side', async () => {
  expect((await anotar(puente, '3.500', '3.540', 90)).status).toBe(201)
  expect((await anotar(puente, '3.530', '3.570')).status).toBe(201)
  expect((await anotar(rosa, '3.520', '3.555')).status).toBe(201)
  expect(await comparada()).toEqual([
    {
      quien: 'Nosotros',
      compra: ['3.52', undefined, undefined, false],
      venta: ['3.56', undefined, undefined, false],
    },
    {
      quien: 'El Puente',
      compra: ['3.53', '0.010', '0.28', true],
      venta: ['3.57', '0.010', '0.28', false],
    },
    {
      quien: 'Santa Rosa',
      compra: ['3.52', '0.000', '0.00', false],
      venta: ['3.555', '-0.005', '-0.14', true],
    },
  ])
})

test('an old rate is no longer the best, and after seven days it is not compared', async () => {
  app.setClock('2025-11-21T16:00:00Z')
  const old = (await adm.call(contrato.comparar)).body
  expect(old.map(({ vieja }) => vieja)).toEqual([true, true, true])
  expect(old.some(({ mejor_compra, mejor_venta }) => mejor_compra || mejor_venta)).toBe(false)
  app.setClock('2025-11-27T15:00:01Z')
  expect(await comparada()).toEqual([])
  app.setClock('2025-11-20T15:10:00Z')
})

test('each rate is listed with ours of its moment and who noted it; a wrong one is retired once, with the reason', async () => {
  const { items } = (await adm.call(contrato.listar, { query: { competidor_id: puente } })).body
  expect(items.map(({ compra }) => compra)).toEqual(['3.53', '3.5'])
  expect(
    (await adm.call(contrato.linea, { query: { par_id, competidor_id: puente } })).body.map(
      ({ compra }) => compra,
    ),
  ).toEqual(['3.5', '3.53'])
  const [last] = items
  const retirar = (who = caj) =>
    who.call(contrato.retirar, {
      params: { id: last?.id as number },
      body: { motivo: 'Era de otro par' },
    })
  expect((await retirar(con)).status).toBe(403)
  expect((await anotar(puente, '3.5', '3.6', 0, con)).status).toBe(403)
  expect((await retirar()).status).toBe(200)
  expect((await retirar()).status).toBe(409)
  expect((await comparada()).find(({ quien }) => quien === 'El Puente')?.compra[0]).toBe('3.5')
  const chart = await adm.call(contrato.linea, { query: { par_id, competidor_id: puente } })
  expect(chart.body.map(({ compra }) => compra)).not.toContain('3.53')
  const after = (await adm.call(contrato.listar, { query: { buscar: 'puente usd' } })).body.items
  expect(after.map(({ compra, motivo }) => [compra, motivo])).toEqual([
    ['3.53', 'Era de otro par'],
    ['3.5', null],
  ])
})

test('of two people who retire a rate at once one does, and the other is told', async () => {
  const { id } = (await anotar(rosa, '3.510', '3.550')).body
  const first = `UPDATE competencia_tasas SET retirada_en = ahora(), retirada_por = ${adm.usuario_id},
    motivo = 'Era de otro par' WHERE id = ${id}`
  const late = await enTurno(app.url, first, () =>
    caj.call(contrato.retirar, { params: { id }, body: { motivo: 'Se leyó mal' } }),
  )
  expect([late.status, late.error.codigo]).toEqual([409, 'INACTIVO'])
})

test('an old rate beside fresh ones is not the best though it is better, and equals are both best', async () => {
  const [a, b, c] = [await rival('A uno'), await rival('B dos'), await rival('C tres')]
  await anotar(a, '3.700', '3.700', 6 * 24 * 60)
  await anotar(b, '3.540', '3.570')
  await anotar(c, '3.540', '3.570')
  const mejores = async () =>
    (await adm.call(contrato.comparar)).body
      .filter(({ competidor_id }) => [null, a, b, c].includes(competidor_id))
      .map((lado) => [lado.competidor, lado.compra, lado.mejor_compra])
  expect(await mejores()).toEqual([
    ['Nosotros', '3.52', false],
    ['A uno', '3.7', false],
    ['B dos', '3.54', true],
    ['C tres', '3.54', true],
  ])
  // Nothing of another pair is better or worse than this one’s.
  const [otro] = await comoDueno<{ id: number }>(
    app.url,
    `INSERT INTO pares_divisas (pais, base_id, cotizacion_id, compra, venta, precision)
     VALUES ('pe', ${EUR}, ${PEN}, 4.1, 4.2, 3) RETURNING id`,
  )
  const body = { competidor_id: a, par_id: otro?.id as number, compra: '4.15', venta: '4.18' }
  const made = await caj.call(contrato.anotar, { body: { ...body, hace_minutos: 0 } })
  expect(made.status).toBe(201)
  const best = (await adm.call(contrato.comparar)).body
    .filter(({ mejor_compra }) => mejor_compra)
    .map((lado) => [lado.par_id, lado.competidor])
  expect(best.toSorted()).toEqual(
    [
      [otro?.id, 'A uno'],
      [par_id, 'B dos'],
      [par_id, 'C tres'],
    ].toSorted(),
  )
  // One that nobody watches any more is out of it, and so is a pair that is off.
  await adm.call(competidores.contrato.estatus, { params: { id: b } })
  expect((await mejores()).map(([quien]) => quien)).not.toContain('B dos')
  const par = (estatus: boolean) =>
    comoDueno(app.url, `UPDATE pares_divisas SET estatus = ${estatus} WHERE id = ${par_id}`)
  await par(false)
  expect((await adm.call(contrato.comparar)).body.map((lado) => lado.par_id)).not.toContain(par_id)
  expect((await anotar(c, '3.5', '3.6')).error.errors?.[0]?.campo).toBe('par_id')
  await par(true)
})

test('a rate is in order, of a competitor in use, and seen within seven days', async () => {
  const campo = async (call: ReturnType<typeof anotar>) => (await call).error.errors?.[0]?.campo
  expect(await campo(anotar(puente, '3.60', '3.50'))).toBe('venta')
  expect(await campo(anotar(puente, '3.50', '3.60', 7 * 24 * 60 + 1))).toBe('hace_minutos')
  expect(await campo(anotar(puente, '3.50', '3.60', -1))).toBe('hace_minutos')
  await adm.call(competidores.contrato.estatus, { params: { id: rosa } })
  expect(await campo(anotar(rosa, '3.50', '3.60'))).toBe('competidor_id')
})

test.each([
  ['UPDATE competencia_tasas SET compra = 1', 'documents are not rewritten'],
  ["UPDATE competencia_tasas SET motivo = 'otro motivo' WHERE motivo IS NOT NULL", 'not rewritten'],
  ['DELETE FROM competencia_tasas', 'DELETE is not allowed'],
  [
    `INSERT INTO competencia_tasas (competidor_id, par_id, compra, venta, vista_en, usuario_id)
     SELECT competidor_id, par_id, compra, venta, ahora() + interval '1 hour', usuario_id FROM competencia_tasas LIMIT 1`,
    'competencia_tasas_vista',
  ],
  [
    `INSERT INTO competencia_tasas (competidor_id, par_id, compra, venta, vista_en, usuario_id)
     SELECT competidor_id, par_id, 2, 1, ahora(), usuario_id FROM competencia_tasas
     WHERE competidor_id = (SELECT min(id) FROM competidores) LIMIT 1`,
    'competencia_tasas_orden',
  ],
])('the database refuses %s', async (text, why) => {
  await expect(comoDueno(app.url, text)).rejects.toThrow(why)
})
