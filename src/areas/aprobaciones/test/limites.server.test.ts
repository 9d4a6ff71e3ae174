import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { PLANTILLAS } from '../../../core/permisos.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as cierres } from '../../cierres/contract.ts'
import { contrato as gastos } from '../../gastos/contract.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato } from '../contract.ts'

/* Somebody can answer every pending request, and a manager answers up to a limit. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa
const { caj, abrir, contar, cerrar } = await cajera(app, casa)
const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)

const gasto = async (monto: string, quien = adm) => {
  const body = {
    fecha: rows[0]?.hoy ?? '',
    categoria_id: 1,
    descripcion: 'Alquiler del local',
    cuenta_id: cuentas.bcpPen,
    monto,
    comprobante: 'sin' as const,
  }
  return (await quien.call(gastos.crear, { body })).body.id
}
const ajuste = async (monto: string, quien = adm) => {
  const body = {
    cuenta_id: cuentas.bcpPen,
    motivo: 'sobrante' as const,
    monto,
    observacion: 'Depósito sin identificar.',
  }
  return (await quien.call(ajustes.crear, { body })).body.id
}
const mias = async (quien = adm) => (await quien.call(contrato.mias)).body
const espera = async (quien = adm) => (await quien.call(contrato.listar)).body
const NADIE: string[] = []

test('in a house with one administrator a request says that nobody else may answer it', async () => {
  const [g, a] = [await gasto('1200'), await ajuste('900')]
  const all = await mias()
  expect(all.map(({ tipo, id, aprueban }) => [tipo, id, aprueban])).toEqual([
    ['ajuste', a, NADIE],
    ['gasto', g, NADIE],
  ])
  expect((await adm.call(gastos.obtener, { params: { id: g } })).body.aprueban).toEqual(NADIE)
  expect((await adm.call(ajustes.obtener, { params: { id: a } })).body.aprueban).toEqual(NADIE)
  const own = await adm.call(gastos.aprobar, { params: { id: g } })
  expect([own.error.codigo, own.error.message]).toEqual([
    'SOLO_CONFIRME',
    expect.stringMatching(/Nadie más puede responder por el gasto .*dele el permiso en Usuarios/),
  ])
  expect((await adm.call(gastos.retirar, { params: { id: g } })).status).toBe(200)
  expect((await adm.call(ajustes.retirar, { params: { id: a } })).status).toBe(200)
  expect(await mias()).toEqual([])
})

test('a manager made from the template approves up to the limit; above it an administrator does', async () => {
  const mgr = await app.signedIn('mgr')
  await app.db
    .insertInto('roles_permisos')
    .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
    .execute()
  const asks = [
    { chico: await gasto('5000'), grande: await gasto('5000.01'), area: gastos },
    { chico: await ajuste('5000'), grande: await ajuste('5000.01'), area: ajustes },
  ]
  // The list and the bell show the requests that he may answer.
  expect((await espera(mgr)).map(({ id }) => id)).toEqual([asks[1]?.chico, asks[0]?.chico])
  const bell = (await mgr.call(notificaciones.listar)).body
  for (const clave of ['gastos-por-aprobar', 'ajustes-por-aprobar'])
    expect(bell.find((row) => row.clave === clave)?.cuantos).toBe(1)
  const names = new Map((await mias()).map(({ tipo, id, aprueban }) => [`${tipo} ${id}`, aprueban]))
  expect(names.get(`gasto ${asks[0]?.chico}`)).toEqual(['Ana Quispe'])
  expect(names.get(`gasto ${asks[0]?.grande}`)).toEqual(NADIE)

  const otro = await app.signedIn('adm')
  for (const { chico, grande, area } of asks) {
    expect((await mgr.call(area.aprobar, { params: { id: chico } })).status).toBe(200)
    const { status, error } = await mgr.call(area.aprobar, { params: { id: grande } })
    expect([status, error.codigo, error.message]).toEqual([
      409,
      'APROBACION_LIMITE',
      'Su permiso aprueba hasta S/ 5,000.00: esta solicitud la aprueba un administrador.',
    ])
    expect((await otro.call(area.aprobar, { params: { id: grande } })).status).toBe(200)
  }
  // The caller's own claims do not count: the function reads the permissions from the database.
  const id = await gasto('5000.01')
  const quien = JSON.stringify({ usuario_id: mgr.usuario_id, sin_limite: true })
  await expect(
    comoDueno(app.url, `SELECT operacion_hacer('gastos_resolver', $1, $2, '{"aprueba": true}')`, [
      quien,
      id,
    ]),
  ).rejects.toThrow('APROBACION_LIMITE')
  expect((await adm.call(gastos.retirar, { params: { id } })).status).toBe(200)
})

test('a shortage above the limit is approved by an administrator', async () => {
  const mgr = await app.signedIn('mgr')
  const id = await abrir()
  await contar(id, '44999.90', 10_000)
  await cerrar(id, 'Faltan cinco mil')
  const body = { cargo: 'casa' as const, nota: 'Se contó dos veces' }
  const params = { id }
  expect((await mgr.call(cierres.aprobar, { params, body })).error.codigo).toBe('APROBACION_LIMITE')
  expect((await espera(mgr)).map(({ tipo }) => tipo)).not.toContain('turno')
  // Her own request names everybody who approves closes: whom her shortage is too large for would tell her how large.
  const [own] = await mias(caj)
  expect([own?.tipo, own?.aprueban.length]).toEqual(['turno', 4])
  expect((await adm.call(cierres.aprobar, { params, body })).status).toBe(200)
})
