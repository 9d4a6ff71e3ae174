import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campo } from '../../../test/support/areas/ajustes.ts'
import { montarCasa, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { dicho, hecho } from '../../../test/support/servidor/respuesta.ts'
import { entidades } from '../entidades-financieras/contract.ts'
import { contrato, type Pais } from './contract.ts'

const app = await startTestApp()
const { adm } = await montarCasa(app)

const PANAMA = {
  ...{ id: 'pa', nombre: 'Panamá', moneda_id: USD, prefijo: '+507' },
  documentos: [{ tipo: 'PAS' as const }, { tipo: 'OTR' as const }],
}
const en = (id: string) => ({ params: { id } as never })
const apagar = (id: string) => adm.call(contrato.estatus, en(id))
const banco = (pais: string) => ({
  body: {
    ...{ nombre: `Banco ${pais}`, alias: null, pais, tipo: 'banco' as const, codigo: '001' },
    ...{ patron: null, algoritmo: 'ninguno' as const, horario: null },
    servicio: 'operativo' as const,
  },
})

test('R-253: a country is added, named by its code, and used at once', async () => {
  expect((await hecho(adm.call(contrato.crear, { body: PANAMA }))).id).toBe('pa')
  const { body } = await adm.call(contrato.obtener, en('pa'))
  expect(body).toMatchObject({ ...PANAMA, estatus: true, version: 1 })
  const all = (await adm.call(contrato.listar)).body as unknown as Pais[]
  expect(all.map(({ id }) => id)).toContain('pa')
  const twice = await adm.call(contrato.crear, { body: { ...PANAMA, nombre: 'Otro' } })
  expect([dicho(twice), campo(twice.error)]).toEqual(['DUPLICADO', ['id']])
  expect((await adm.call(entidades.contrato.crear, banco('pa'))).status).toBe(201)
})

test.each([
  ['a code in capitals', { id: 'PY' }, 'id'],
  ['a prefix without its sign', { prefijo: '507' }, 'prefijo'],
  ['a document twice', { documentos: [{ tipo: 'PAS' }, { tipo: 'PAS' }] }, 'documentos'],
])('%s is refused', async (_, change, where) => {
  const { status, error } = await adm.call(contrato.crear, {
    body: { ...PANAMA, id: 'py', nombre: 'Paraguay', ...change } as never,
  })
  expect([status, campo(error)]).toEqual([400, [where]])
})

test('R-253: one that something active uses stays on, and the refusal says what', async () => {
  const refused = await apagar('pa')
  expect(dicho(refused)).toBe('PAIS_EN_USO')
  expect(refused.error.message).toContain('entidades financieras (1)')
  for (const house of ['pe', 'usd']) expect(dicho(await apagar(house))).toBe('PAIS_DE_LA_CASA')
  await comoDueno(app.url, "UPDATE entidades_financieras SET estatus = false WHERE pais = 'pa'")
  expect((await apagar('pa')).status).toBe(200)
  const back = adm.call(entidades.contrato.crear, {
    body: { ...banco('pa').body, codigo: '002' },
  })
  expect(dicho(await back)).toBe('PAIS_INACTIVO')
})

test.each(['pares_divisas', 'tipos_cambios', 'tipos_pagos', 'cuentas', 'beneficiarios'])(
  'R-253: %s takes no active row in a country that is off, and keeps it on while it has one',
  async (tabla) => {
    const { rows } = await sql`
      SELECT (SELECT count(*)::int FROM pg_trigger WHERE tgrelid = ${tabla}::regclass
              AND tgfoid = 'pais_activo'::regproc) AS guarda,
             pg_get_viewdef('paises_usos'::regclass) ~ ${`\\m${tabla}\\M`} AS usa`.execute(app.db)
    expect(rows).toEqual([{ guarda: 1, usa: true }])
  },
)

test('the reference market is no country: it gets no currency', async () => {
  const { body } = await adm.call(contrato.obtener, en('usd'))
  const { id: _, estatus: __, ...whole } = body as unknown as Pais
  const { error } = await adm.call(contrato.editar, {
    ...en('usd'),
    body: { ...whole, moneda_id: USD },
  })
  expect(campo(error)).toEqual(['moneda_id'])
})

test.each(["'507'", "'+0507'", "'+50712345'"])(
  'the database refuses the prefix %s too',
  async (value) => {
    const text = `UPDATE paises SET prefijo = ${value} WHERE id = 'pa'`
    await expect(comoDueno(app.url, text)).rejects.toThrow(/check constraint/)
  },
)
