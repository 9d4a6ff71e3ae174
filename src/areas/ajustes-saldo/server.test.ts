import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { campo, montarAjustes } from '../../../test/support/areas/ajustes.ts'
import { cuenta, saldos, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../core/dinero/decimal.ts'
import { verificar } from '../../main.libros.ts'
import { contrato, type Propuesta } from './contract.ts'

const app = await startTestApp()
const { casa, mgr, pedir, ver, caja, nextDay } = await montarAjustes(app)
const { adm, cuentas } = casa
const euros = await cuenta(app, adm, 'Caja nueva', 12, '0')
beforeEach(nextDay)

test('a surplus of S/ 5 and a shortage of US$ 20: the entries of the specification', async () => {
  const before = await saldos(app)
  const { body, status } = await pedir({ monto: '5.00' })
  expect({ status, estado: body.estado }).toEqual({ status: 201, estado: 'aplicado' })
  expect(body.numero).toMatch(/^AJ-\d{4}-\d{6}$/)
  const short = await pedir({ cuenta_id: cuentas.cajaUsd, motivo: 'faltante', monto: '20.00' })
  expect(short.body.estado).toBe('aplicado')
  const after = await saldos(app)
  expect(await caja()).toBe('50005.00')
  // US$ 10,000 at 3.51: 20 of them cost 70.20.
  expect(after['sobrantes-faltantes']).toBe('65.20')
  expect(after['contravalor:USD']).toBe('35029.80')
  expect(before['contravalor:USD']).toBe('35100.00')
  const { apuntes, valor, historial } = await ver(short.body.id)
  expect(valor).toBe('-70.20')
  expect(apuntes?.map(({ cuenta: name, debe, haber }) => [name, debe, haber])).toEqual([
    ['Caja dólares', null, '20.00'],
    ['Posición USD', '20.00', null],
    ['Contravalor USD', null, '70.20'],
    ['Sobrantes y faltantes', '70.20', null],
  ])
  expect(historial.map(({ accion }) => accion)).toEqual(['aplicar'])
})

test('a shortage charged to a person is his debt, not a loss of the house', async () => {
  const before = (await saldos(app))['sobrantes-faltantes']
  const made = await pedir({ motivo: 'faltante', monto: '30', cargo_usuario_id: mgr.usuario_id })
  expect(made.body.estado).toBe('aplicado')
  const after = await saldos(app)
  expect(after['por-cobrar-personal']).toBe('30.00')
  expect(after['sobrantes-faltantes']).toBe(before)
  expect((await ver(made.body.id)).cargo).toBe('Ana Quispe')
  const wrong = await pedir({ motivo: 'sobrante', monto: '30', cargo_usuario_id: mgr.usuario_id })
  expect([wrong.status, campo(wrong.error)]).toEqual([400, ['cargo_usuario_id']])
  const nobody = await pedir({ motivo: 'faltante', monto: '30', cargo_usuario_id: 99999 })
  expect(campo(nobody.error)).toEqual(['cargo_usuario_id'])
})

test('what the staff owes and what was advanced is settled by the money that comes back, and by no more', async () => {
  await pedir({ motivo: 'faltante', monto: '60', cargo_usuario_id: mgr.usuario_id })
  const owed = decimal((await saldos(app))['por-cobrar-personal'] ?? '0')
  const before = await caja()
  expect((await pedir({ motivo: 'cobro_personal', monto: '25' })).body.estado).toBe('aplicado')
  expect((await saldos(app))['por-cobrar-personal']).toBe(texto(owed.minus(decimal('25')), 2))
  expect(await caja()).toBe(texto(decimal(before).plus(decimal('25')), 2))
  const more = await pedir({ motivo: 'cobro_personal', monto: texto(owed, 2) })
  expect(more.error.detalle).toMatchObject({ cuenta: 'Cuentas por cobrar al personal' })
  const none = await pedir({ motivo: 'devolucion_anticipo', monto: '1' })
  expect([none.error.codigo, none.error.detalle]).toMatchObject([
    'SALDO_INSUFICIENTE',
    { cuenta: 'Anticipos a terceros' },
  ])
})

test('capital, withdrawals and bank charges go to their accounts', async () => {
  const before = await saldos(app)
  await pedir({ motivo: 'aporte', monto: '100' })
  await pedir({ motivo: 'retiro', monto: '40' })
  await pedir({ motivo: 'comision', monto: '3.5', cuenta_id: cuentas.bcpPen })
  const after = await saldos(app)
  expect(Number(after.capital) - Number(before.capital)).toBeCloseTo(-100)
  expect([after.retiros, after['gastos-bancarios']]).toEqual(['40.00', '3.50'])
})

test('a foreign currency enters at the typed cost, or at the average', async () => {
  const need = await pedir({ cuenta_id: cuentas.cajaUsd, motivo: 'aporte', monto: '10' })
  expect([need.status, campo(need.error)]).toEqual([400, ['tasa_costo']])
  const gave = await pedir({
    cuenta_id: cuentas.cajaUsd,
    motivo: 'aporte',
    monto: '10',
    tasa_costo: '3.6',
  })
  expect((await ver(gave.body.id)).valor).toBe('36.00')
  const average = await pedir({ cuenta_id: cuentas.cajaEur, monto: '10' })
  expect((await ver(average.body.id)).valor).toBe('40.40')
  const extra = await pedir({ cuenta_id: cuentas.cajaEur, monto: '10', tasa_costo: '4' })
  expect(campo(extra.error)).toEqual(['tasa_costo'])
  // The house holds no euros, so there is no average cost.
  const first = await pedir({ cuenta_id: euros, monto: '10' })
  expect(campo(first.error)).toEqual(['tasa_costo'])
  expect((await pedir({ cuenta_id: euros, monto: '10', tasa_costo: '3.5' })).status).toBe(201)
})

test('the request is validated before anything is posted', async () => {
  const before = await caja()
  for (const [p, campos] of [
    [{ monto: '5', contado: '10', saldo_visto: before }, ['monto']],
    [{}, ['monto']],
    [{ monto: '0' }, ['monto']],
    [{ monto: '1.005' }, ['monto']],
    [{ monto: '5', observacion: 'corta' }, ['observacion']],
    [{ motivo: 'correccion', monto: '5' }, ['sentido']],
    [{ contado: '10' }, ['saldo_visto']],
  ] as const) {
    const { status, error } = await pedir(p as Partial<Propuesta>)
    expect([status, campo(error)], JSON.stringify(p)).toEqual([400, campos])
  }
  const much = await pedir({ motivo: 'faltante', monto: '99999999' })
  expect(much.error.codigo).toBe('SALDO_INSUFICIENTE')
  const none = await pedir({ cuenta_id: 999999, monto: '5' })
  expect(none.status).toBe(404)
  expect(await caja()).toBe(before)
})

test('an inactive account cannot be adjusted', async () => {
  await sql`UPDATE cuentas SET estatus = false WHERE id = ${euros}`.execute(app.db)
  expect((await pedir({ cuenta_id: euros, motivo: 'faltante', monto: '1' })).error.codigo).toBe(
    'INACTIVO',
  )
  await sql`UPDATE cuentas SET estatus = true WHERE id = ${euros}`.execute(app.db)
})

test('the server computes the difference of a count, against the balance that was seen', async () => {
  const now = (await caja()) ?? ''
  const counted = texto(decimal(now).minus('4'), 2)
  const wrong = await pedir({ contado: counted, saldo_visto: now })
  expect([campo(wrong.error), wrong.error.errors?.[0]?.msg]).toEqual([
    ['motivo'],
    'Hay S/ 4.00 de menos: elija un motivo de salida.',
  ])
  const old = await pedir({ motivo: 'faltante', contado: counted, saldo_visto: '1.00' })
  expect([old.error.codigo, old.error.detalle?.saldo]).toEqual(['SALDO_CAMBIO', now])
  const same = await pedir({ motivo: 'faltante', contado: now, saldo_visto: now })
  expect(same.error.codigo).toBe('SIN_DIFERENCIA')
  const made = await pedir({ motivo: 'faltante', contado: counted, saldo_visto: now })
  expect(made.status).toBe(201)
  expect(await caja()).toBe(counted)
  expect(await ver(made.body.id)).toMatchObject({
    importe: '-4.00',
    contado: counted,
    saldo_visto: now,
  })
})

test('permissions; cost only for users who may see it', async () => {
  const caj = await app.signedIn('caj')
  expect((await pedir({ monto: '5' }, caj)).status).toBe(403)
  const { body } = await caj.call(contrato.listar)
  expect(body.items.length).toBeGreaterThan(0)
  expect(body.items.every((row) => !('valor' in row))).toBe(true)
  const one = await ver(body.items[0]?.id ?? 0, caj)
  expect(['valor', 'tasa_costo', 'apuntes'].filter((name) => name in one)).toEqual([])
  const options = (await mgr.call(contrato.opciones)).body
  expect(options.limite).toBe('500.00')
  expect(options.cuentas.find(({ id }) => id === cuentas.cajaUsd)?.posicion).not.toBeNull()
})

test('the list is filtered, paged and totalled by currency', async () => {
  const list = (query: Record<string, string>) => adm.call(contrato.listar, { query })
  const all = (await list({ limite: '100' })).body.items
  const first = (await list({ limite: '2' })).body
  const second = (await list({ limite: '2', cursor: first.siguiente ?? '' })).body
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
    all.slice(0, 4).map(({ id }) => id),
  )
  const short = (await list({ motivo: 'faltante', limite: '100' })).body.items
  expect(short.length).toBeGreaterThan(2)
  expect(short.every(({ motivo }) => motivo === 'faltante')).toBe(true)
  const number = all[0]?.numero ?? ''
  expect((await list({ buscar: number })).body.items.map(({ numero }) => numero)).toEqual([number])
  const totals = (await adm.call(contrato.totales, { query: { motivo: 'faltante' } })).body
  const dollars = totals.find(({ moneda }) => moneda.id === USD)
  expect(dollars).toMatchObject({ entra: '0.00', sale: '20.00', ajustes: 1, pendientes: 0 })
})

test('the application role cannot write adjustments directly, and nobody can change them', async () => {
  await pedir({ monto: '900' })
  const words = /permission denied|not rewritten|not allowed/
  await expect(
    sql`UPDATE ajustes_saldo SET importe = 1 WHERE estado = 'pendiente'`.execute(app.db),
  ).rejects.toThrow(words)
  const owner = (text: string) => comoDueno(app.url, text)
  const one = `(SELECT min(id) FROM ajustes_saldo WHERE estado = 'pendiente')`
  await expect(owner(`UPDATE ajustes_saldo SET importe = 1 WHERE id = ${one}`)).rejects.toThrow(
    words,
  )
  await expect(owner(`DELETE FROM ajustes_saldo WHERE id = ${one}`)).rejects.toThrow(words)
  await expect(owner(`TRUNCATE ajustes_saldo CASCADE`)).rejects.toThrow(words)
  await expect(
    owner(`UPDATE ajustes_saldo SET estado = 'aplicado', resuelto_por = solicitado_por, resuelto_en = ahora(),
      asiento_id = (SELECT max(a.id) FROM asientos a WHERE NOT EXISTS (SELECT FROM ajustes_saldo s WHERE s.asiento_id = a.id))
      WHERE id = ${one}`),
  ).rejects.toThrow(/ajustes_saldo_nadie_aprueba_lo_suyo/)
  await expect(
    sql`SELECT operacion_hacer('ajustes_saldo_proponer', '{"usuario_id": 1, "ajenas": true}', NULL, ${JSON.stringify(
      { cuenta_id: cuentas.cajaPen, motivo: 'sobrante', monto: '1.00', observacion: 'Por fuera' },
    )}::jsonb)`.execute(app.db),
  ).rejects.toThrow(words)
})

test('the books balance', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})
