import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto, darVistos } from '../../../../test/support/vistos.ts'
import { camposNumeracion, nombreDe } from '../../ajustes/contract/numeracion.ts'
import { contrato as ajustes } from '../../ajustes/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

/* how documents are numbered takes the password and another administrator. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const { adm } = await montarCasa(app)
const otro = await app.signedIn('adm')

const prefijo = (nuevo: string, quien = adm) =>
  quien.call(ajustes.cambiarPrefijo, { body: { tipo: 'CV', prefijo: nuevo } })
const inicio = (numero: number) =>
  adm.call(ajustes.iniciarSerie, { body: { tipo: 'GA', sucursal_id: null, anio: 2026, numero } })
const de = async (tipo: string) =>
  (await adm.call(ajustes.numeracion)).body.find((each) => each.tipo === tipo)
const primero = async () => (await de('GA'))?.series.find(({ anio }) => anio === 2026)?.numero
const pedidos = async () =>
  (await otro.call(contrato.listar)).body.filter((e) => e.tipo === 'visto').map((e) => e.titulo)
const sueltos = async () =>
  (await adm.call(reportes.excepciones, { query: {} })).body.filas
    .filter(({ clase }) => clase === 'control')
    .map(({ frase, solo }) => ({ frase, solo }))

test('a prefix takes another administrator’s yes to exactly it, and stands among the exceptions', async () => {
  const dice = 'Cambiar el prefijo de los documentos por venir (Compras y ventas): de CV a F1'
  expect((await prefijo('F1')).error.codigo).toBe('VISTO_FALTA')
  expect([(await de('CV'))?.prefijo, await pedidos()]).toEqual(['CV', [dice]])
  await darVistos(otro)
  expect((await prefijo('F2')).error.codigo).toBe('VISTO_FALTA')
  expect((await prefijo('F1')).status).toBe(200)
  expect(await sueltos()).toEqual([{ frase: dice, solo: false }])
  expect((await de('CV'))?.prefijo).toBe('F1')
})

test('so does a first number; what is forbidden is told before anybody is asked', async () => {
  expect((await inicio(500)).error.codigo).toBe('VISTO_FALTA')
  expect(await primero()).toBe(1)
  expect((await conVisto(otro, () => inicio(500))).status).toBe(200)
  expect(await sueltos()).toContainEqual({
    frase: 'Cambiar el primer número de la serie GA-2026 (Gastos): de 1 a 500',
    solo: false,
  })
  const before = (await pedidos()).length
  expect((await prefijo('OR')).status).toBe(400)
  expect(await pedidos()).toHaveLength(before)
})

test('alone it takes the password', async () => {
  await comoDueno(app.url, 'UPDATE usuarios SET estatus = false WHERE id = $1', [otro.usuario_id])
  await comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')
  const body = { tipo: 'TR', prefijo: 'T1' }
  const refused = await adm.raw('PUT', '/api/ajustes/numeracion/prefijo', body)
  expect([refused.status, refused.error.codigo]).toEqual([409, 'CONFIRME'])
  expect((await de('TR'))?.prefijo).toBe('TR')
  expect((await adm.call(ajustes.cambiarPrefijo, { body: body as never })).status).toBe(200)
  expect(await sueltos()).toContainEqual({
    frase: 'Cambiar el prefijo de los documentos por venir (Transferencias): de TR a T1',
    solo: true,
  })
})

test('a kind of document has one name', async () => {
  const { options } = camposNumeracion.tipo.schema as unknown as { options: readonly string[] }
  expect(options.length).toBeGreaterThan(8)
  for (const tipo of options) {
    const { rows } = await sql`SELECT numeracion_nombre(${tipo}) AS nombre`.execute(app.db)
    expect(rows).toEqual([{ nombre: nombreDe(tipo as never) }])
  }
})
