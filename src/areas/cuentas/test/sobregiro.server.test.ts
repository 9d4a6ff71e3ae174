import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { revisar } from '../../../server/db/revision.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { campos, contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const { compra, venta } = mostrador(casa)
const { id: entidad } = await app.db
  .selectFrom('entidades_financieras')
  .select('id')
  .executeTakeFirstOrThrow()

// A user who edits accounts but may not allow overdrafts.
const contadora = await app.signedIn('con')
await sql`INSERT INTO roles_permisos VALUES ('con', 'cuentas:editar') ON CONFLICT DO NOTHING`.execute(
  app.db,
)

const ver = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const editar = async (id: number, cambio: object, client = adm) => {
  const row = (await ver(id)) as unknown as Record<string, unknown>
  const own = Object.fromEntries(Object.keys(campos).map((name) => [name, row[name]]))
  return client.call(contrato.editar, {
    params: { id },
    body: { ...own, version: row.version, ...cambio },
  })
}
const nueva = (more: object, client = adm) => {
  const blank = Object.fromEntries(
    ['sucursal_id', 'responsable_id', 'saldo_inicial', 'tasa_costo'].map((name) => [name, null]),
  )
  const nombre = `Banco ${Math.random()}`
  const body = {
    ...{ nombre, tipo: 'banco', entidad_id: entidad, numero: nombre },
    moneda_id: PEN,
    pais: 'pe',
    titular: 'Casa',
    ...blank,
    ...more,
  }
  return client.call(contrato.crear, { body: body as never })
}
const minimo = async (id: number) =>
  (
    await comoDueno<{ minimo: string }>(
      app.url,
      'SELECT minimo FROM cuentas_contables WHERE id = $1',
      [id],
    )
  )[0]?.minimo
let referencias = 0
const giro = (cuenta_id: number, monto: string) => {
  referencias += 1
  const referencia = `GIRO-${100_000 + referencias}`
  return [{ tipo_pago_id: pagos.transferencia, cuenta_id, monto, referencia }]
}
const pagar = (cuenta_id: number, monto: string, soles: string) =>
  adm.call(comprasVentas.crear, {
    body: compra(monto, soles, { entregamos: giro(cuenta_id, soles), confirmo_duplicado: true }),
  })

test('an account goes below zero up to the allowed overdraft, and no further', async () => {
  const made = await nueva({
    sobregiro: '500.00',
    titular_doc: 'RUC 20100000025',
    comision_salida_pct: '0.5',
    comision_salida_fija: '3.50',
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  expect(await ver(id)).toMatchObject({
    saldo: '0.00',
    disponible: '500.00',
    sobregiro: '500.00',
    titular_doc: 'RUC 20100000025',
    comision_salida_pct: '0.5',
    comision_salida_fija: '3.50',
  })
  expect(Number(await minimo(id))).toBe(-500)
  expect((await pagar(id, '100.00', '352.00')).status).toBe(201)
  expect(await ver(id)).toMatchObject({ saldo: '-352.00', disponible: '148.00' })
  const refused = await pagar(id, '100.00', '352.00')
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'SALDO_INSUFICIENTE',
    expect.stringContaining('hay S/ 148.00 y se necesitan S/ 352.00'),
  ])
  // The overdraft cannot be set below the used amount; it can be raised, and lowered to exactly that amount.
  const less = await editar(id, { sobregiro: '351.99' })
  expect([less.status, less.error.codigo, less.error.message]).toEqual([
    409,
    'SOBREGIRO_EN_USO',
    'La cuenta está S/ 352.00 bajo cero: el sobregiro no puede ser menor que eso.',
  ])
  expect((await editar(id, { sobregiro: '352.00' })).status).toBe(200)
  expect(Number(await minimo(id))).toBe(-352)
  expect((await editar(id, { sobregiro: '1000.00' })).status).toBe(200)
  expect((await pagar(id, '100.00', '352.00')).status).toBe(201)
  expect((await verificar(app.db)).diferencia).toBeNull()
  expect(await revisar(app.db)).toBeNull()
})

test('an overdraft is per account, not of the position: the house cannot sell what it does not hold', async () => {
  const id = await cuenta(app, adm, 'Banco dólares con línea', USD, '0', undefined, 'banco')
  expect((await editar(id, { sobregiro: '1000000.00' })).status).toBe(200)
  const vender = (monto: string, soles: string) =>
    adm.call(comprasVentas.crear, {
      body: venta(monto, soles, { entregamos: giro(id, monto), confirmo_duplicado: true }),
    })
  // All dollars of the house are in another account; this account may be overdrawn against it.
  expect((await vender('100.00', '356.00')).status).toBe(201)
  expect((await ver(id)).saldo).toBe('-100.00')
  // The thresholds are raised, so that only the quantity can be refused.
  await comoDueno(app.url, "UPDATE ajustes SET valor = '1000000000' WHERE clave LIKE 'umbral%usd'")
  expect((await vender('20000.00', '71200.00')).error.codigo).toBe('POSICION_INSUFICIENTE')
  expect((await ver(id)).saldo).toBe('-100.00')
})

test('is changed only by users with the permission', async () => {
  const { id } = (await nueva({})).body
  const refused = [
    await nueva({ sobregiro: '1.00' }, contadora),
    await editar(id, { sobregiro: '1.00' }, contadora),
  ]
  expect(refused.map(({ status, error }) => [status, error.detalle])).toEqual([
    [403, { permiso: 'cuentas:sobregiro' }],
    [403, { permiso: 'cuentas:sobregiro' }],
  ])
  // She may edit the other fields, and an overdraft of null equals zero.
  expect((await editar(id, { titular: 'Otra', sobregiro: null }, contadora)).status).toBe(200)
  const propia = { sobregiro: '0', nombre: 'Banco de la contadora', numero: '191-1' }
  expect((await conVisto(adm, () => nueva(propia, contadora))).status).toBe(201)
  expect((await editar(id, { sobregiro: '1.001' })).status).toBe(400)
})

test('the database keeps overdraft and minimum equal, and the application role changes neither alone', async () => {
  const { id } = (await nueva({ sobregiro: '10.00' })).body
  await expect(
    comoDueno(app.url, `UPDATE cuentas SET sobregiro = 20 WHERE id = ${id}`),
  ).rejects.toThrow(/floor and overdraft differ/)
  await expect(
    comoDueno(app.url, `UPDATE cuentas_contables SET minimo = -20 WHERE id = ${id}`),
  ).rejects.toThrow(/floor and overdraft differ/)
  await expect(
    sql`UPDATE cuentas SET sobregiro = 20 WHERE id = ${id}`.execute(app.db),
  ).rejects.toThrow(/permission denied/)
  await expect(
    comoDueno(app.url, `UPDATE cuentas SET sobregiro = -1 WHERE id = ${id}`),
  ).rejects.toThrow(/sobregiro/)
})

test('the list shows what each account moved today', async () => {
  const { body } = await adm.call(contrato.listar)
  const caja = body.find(({ id }) => id === cuentas.cajaUsd)
  expect(caja?.usado_hoy).toEqual((await ver(cuentas.cajaUsd)).usado_hoy)
  expect(Number(caja?.usado_hoy.entra)).toBeGreaterThan(0)
})

test('cash is never below zero: a till takes no overdraft, whoever allows it and however it became a till', async () => {
  const caja = { tipo: 'caja', entidad_id: null, numero: null }
  const words = 'Una caja o bóveda no queda bajo cero: no lleva sobregiro.'
  const reparo = [{ campo: 'sobregiro', msg: words }]
  expect((await nueva({ ...caja, sobregiro: '90000.00' })).error.errors).toEqual(reparo)
  expect((await nueva({ ...caja, tipo: 'boveda', sobregiro: '0.10' })).error.errors).toEqual(reparo)
  const { id } = (await nueva(caja)).body
  expect((await editar(id, { sobregiro: '90000.00' })).error.errors).toEqual(reparo)
  const banco = (await nueva({ sobregiro: '500.00' })).body
  expect((await editar(banco.id, caja)).error.errors).toEqual(reparo)
  await expect(
    comoDueno(app.url, `UPDATE cuentas SET sobregiro = 1 WHERE id = ${id}`),
  ).rejects.toThrow()
})
