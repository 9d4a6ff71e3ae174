import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, sesionesSinFin } from '../../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as cierres } from '../../cierres/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contrato } from '../contract/arqueos.ts'

const app = await startTestApp()
app.setClock('2025-11-19T15:00:00Z')
const casa = await montarCasa(app)
const { adm } = casa
const { caj, abrir, contar, cerrar } = await cajera(app, casa)
await sesionesSinFin(app.url)

const saldo = async (nombre: string) =>
  (await hecho(adm.call(cuentas.listar))).find((one) => one.nombre === nombre)?.saldo ?? ''

/** A turn from its opening to its close, with each of these counts in its order: what soles and dollars lack. */
async function turno(conteos: [soles: number, dolares: number][], aprueba = true) {
  const soles = await saldo('Caja soles')
  const dolares = Number(await saldo('Caja dólares'))
  const id = await abrir(soles, dolares)
  for (const [pen, usd] of conteos) {
    await contar(id, texto(decimal(soles).minus(String(pen)), 2), dolares - usd)
  }
  await hecho(cerrar(id, 'Se revisó dos veces'))
  const body = { cargo: 'casa', nota: 'Se revisó con la cajera' } as const
  if (aprueba) await hecho(adm.call(cierres.aprobar, { ...en(id), body }))
  return id
}

const DIAS = { desde: '2025-11-20', hasta: '2025-11-20' }
const arqueos = async (more = {}) =>
  hecho(adm.call(contrato.arqueos, { query: { ...DIAS, ...more } }))

// The day before: 7 soles lacked.
await turno([[7, 0]])
app.setClock('2025-11-20T15:00:00Z')
await turno([[0, 20]])
await turno([
  [9, 0],
  [-3, 0],
])
await turno([[0, 0]])

test('closes, those that agreed, and what lacked and was over at the cost that was posted', async () => {
  const { filas, total, total_antes } = await arqueos()
  // Twenty dollars at 3.51.
  const expected = {
    ...{ conteos: 6, exactos: 4, recontados: 2, faltantes: 1, faltante: '70.20' },
    ...{ sobrantes: 1, sobrante: '3.00', neto: '-67.20' },
  }
  expect(total).toEqual(expected)
  expect(total_antes).toMatchObject({ conteos: 2, faltante: '7.00', neto: '-7.00' })
  expect(filas).toEqual([
    { ...expected, clave: String(caj.usuario_id), nombre: expect.any(String), arqueos: null },
  ])
  const [books] = await comoDueno<{ neto: string }>(
    app.url,
    `SELECT round(sum(p.valor), 2)::text AS neto FROM apuntes p JOIN turnos_cuentas x
       ON x.asiento_id = p.asiento_id AND x.cuenta_id = p.cuenta_id`,
  )
  expect(Number(books?.neto)).toBe(Number(total.neto) + Number(total_antes.neto))
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('by till, with the counts in between', async () => {
  const counted = { cuenta_id: casa.cuentas.cajaPen, monto: '1.00', motivo: 'Conteo de prueba' }
  await hecho(adm.call(cierres.arquear, { body: counted }))
  const { filas, total } = await arqueos({ por: 'cuenta' })
  expect(filas.map(({ nombre, neto, arqueos: n }) => [nombre, neto, n])).toEqual([
    ['Caja dólares', '-70.20', 0],
    ['Caja soles', '3.00', 1],
  ])
  expect(total.neto).toBe('-67.20')
})

test('a close that waits for approval is not in it yet, so that it tells its cashier nothing', async () => {
  await turno([[50, 0]], false)
  expect((await arqueos()).total).toMatchObject({ conteos: 6, faltante: '70.20' })
})

test('of one branch', async () => {
  expect((await arqueos({ sucursal_id: '0' })).total.conteos).toBe(6)
  await comoDueno(app.url, "INSERT INTO sucursales (nombre) VALUES ('Lima')")
  const [lima] = await comoDueno<{ id: number }>(app.url, 'SELECT id FROM sucursales')
  expect((await arqueos({ sucursal_id: String(lima?.id) })).filas).toEqual([])
})

test('whoever may not see closes does not see how they ended', async () => {
  const con = await app.signedIn('con')
  await comoDueno(
    app.url,
    "DELETE FROM roles_permisos WHERE permiso = 'cierres:ver' AND rol_slug = 'con'",
  )
  const { error } = await con.call(contrato.arqueos, { query: DIAS })
  expect(error).toMatchObject({ codigo: 'SIN_PERMISO' })
})
