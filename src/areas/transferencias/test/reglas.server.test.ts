import { afterAll, afterEach, expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { montarTesoreria } from '../../../../test/support/areas/transferencias.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import type { Registro } from '../contract/registro.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarTesoreria(app)
const { adm, caj, cuentas, mas, transferir, dueno } = casa
const { anular, recibir, diez, envio, usdt, tercero } = casa
const before = await saldos(app)

afterEach(() => app.setClock(null))
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test.each<[que: string, body: Registro, campo: string]>([
  ['no origin', diez({ origen_id: 999_999 }), 'origen_id'],
  ['no destination', diez({ destino_id: 999_999 }), 'destino_id'],
  ['no destination', diez({ destino_id: null }), 'destino_id'],
  ['to itself', diez({ destino_id: cuentas.cajaPen }), 'destino_id'],
  ['another currency without a rate', diez({ destino_id: cuentas.cajaUsd }), 'destino_id'],
  [
    'a conversion of one currency',
    usdt({ origen_id: cuentas.zelle, destino_id: cuentas.cajaUsd }),
    'destino_id',
  ],
  ['no amount', diez({ monto: null }), 'monto'],
  ['too many decimals', diez({ monto: '10.001' }), 'monto'],
  [
    'too many decimals in the amount received',
    usdt({ tasa: null, recibido: '20600.001' }),
    'recibido',
  ],
  [
    'too many decimals in the fee at the origin',
    diez({ comision_origen: '0.001' }),
    'comision_origen',
  ],
  [
    'too many decimals in the fee at the destination',
    usdt({ comision_destino: '0.001' }),
    'comision_destino',
  ],
  ['a conversion with all three values', usdt({ recibido: '20600.00' }), 'tasa'],
  ['a conversion with one of the three values', usdt({ tasa: null }), 'tasa'],
  ['a rate without a conversion', diez({ tasa: '1' }), 'tasa'],
  ['an amount received without a conversion', diez({ recibido: '10.00' }), 'recibido'],
  [
    'an amount that arrives as zero',
    usdt({ monto: '0.01', tasa: '1000', metodo_calculo: 'd' }),
    'monto',
  ],
  [
    'an amount that leaves as zero',
    usdt({ monto: null, recibido: '0.01', tasa: '206' }),
    'recibido',
  ],
  [
    'a rate that rounds to zero',
    usdt({ tasa: null, monto: '0.01', recibido: '900000000.00', metodo_calculo: 'd' }),
    'tasa',
  ],
  ['a fee as large as the amount', usdt({ comision_destino: '20600.00' }), 'comision_destino'],
  [
    'a bank as origin without a reference',
    diez({ origen_id: cuentas.bcpPen, referencia: null }),
    'referencia',
  ],
  [
    'a bank as destination without a reference',
    diez({ destino_id: cuentas.bcpPen, referencia: null }),
    'referencia',
  ],
  ['a third party with a destination', tercero({ destino_id: cuentas.cajaPen }), 'destino_id'],
  ['a third party without why', tercero({ concepto: null }), 'concepto'],
  ['a third party without a name', tercero({ tercero: null }), 'tercero'],
  [
    'a third party with a fee at the destination',
    tercero({ comision_destino: '1.00' }),
    'comision_destino',
  ],
  ['a concept without a third party', diez({ concepto: 'retiro' }), 'concepto'],
  ['a name without a third party', diez({ tercero: 'Imprenta' }), 'tercero'],
  ['a document without a third party', diez({ tercero_doc: '20999000011' }), 'tercero_doc'],
  ['a voucher that does not exist', diez({ comprobantes: [999_999] }), 'comprobantes'],
])('%s is refused at its field', async (_, body, campo) => {
  const { status, error } = await transferir(body)
  expect([status, error.codigo, error.errors?.[0]?.campo]).toEqual([400, 'VALIDACION', campo])
  expect(await saldos(app)).toEqual(before)
})

test('cash between tills needs no reference', async () => {
  const { status, body } = await transferir(diez({ referencia: null }))
  expect(status).toBe(201)
  await anular(body.id)
})

test('a cashier moves only the accounts in his charge', async () => {
  const other = await transferir(diez(), caj)
  expect([other.status, other.error.codigo, other.error.message]).toEqual([
    403,
    'CAJA_AJENA',
    'Caja soles no está a su cargo. Elija una cuenta a su cargo, o pida que se la asignen en Cuentas.',
  ])
  const nobodys = await transferir(diez({ origen_id: cuentas.bcpPen }), caj)
  expect(nobodys.error.codigo).toBe('CAJA_AJENA')
  const own = await transferir(diez({ origen_id: mas.otraPen }), caj)
  expect([own.status, own.body.estado]).toEqual([201, 'enviada'])
  // He cannot take it back either: the vault's keeper rejects it, or somebody annuls it.
  const { error } = await anular(own.body.id, caj)
  expect(error.codigo).toBe('SIN_PERMISO')
  expect((await anular(own.body.id)).status).toBe(200)
  const away = await transferir(tercero({ origen_id: mas.otraPen }), caj)
  expect([away.status, away.error.codigo, away.error.detalle]).toEqual([
    403,
    'SIN_PERMISO',
    { permiso: 'transferencias:tercero' },
  ])
})

test('only the responsible user of the destination receives or rejects, or a user who may act for others', async () => {
  const other = await app.signedIn('caj')
  const jefe = await app.signedIn('adm')
  const { body } = await transferir(envio())
  const params = { id: body.id }
  for (const refused of [
    await recibir(body.id, '10.00', other),
    await other.call(contrato.rechazar, { params, body: { motivo: 'No es para mi caja' } }),
  ]) {
    expect([refused.status, refused.error.codigo]).toEqual([403, 'NO_ES_RECEPTOR'])
  }
  expect((await other.call(contrato.obtener, { params })).body.recibe).toBe(false)
  expect((await caj.call(contrato.obtener, { params })).body.recibe).toBe(true)
  expect((await jefe.call(contrato.obtener, { params })).body.recibe).toBe(true)
  expect((await recibir(body.id, '10.00', jefe)).status).toBe(200)
  expect((await anular(body.id)).status).toBe(200)
})

test('the sender never receives or rejects his own transfer, whatever his permissions', async () => {
  const { body } = await transferir(envio())
  const params = { id: body.id }
  for (const refused of [
    await recibir(body.id, '10.00', adm),
    await adm.call(contrato.rechazar, { params, body: { motivo: 'No es para mi caja' } }),
  ]) {
    expect([refused.status, refused.error.codigo]).toEqual([403, 'ENVIO_PROPIO'])
    expect(refused.error.message).toMatch(/^Usted envió TR-.*la recibe o la rechaza otra persona/)
  }
  expect((await adm.call(contrato.obtener, { params })).body.recibe).toBe(false)
  // Not even from the vault into his own till.
  await dueno(`UPDATE cuentas SET responsable_id = NULL WHERE id = ${mas.boveda}`)
  const out = await transferir(diez({ origen_id: mas.boveda, destino_id: cuentas.cajaPen }))
  expect(out.body.estado).toBe('enviada')
  expect((await recibir(out.body.id, '10.00', adm)).error.codigo).toBe('ENVIO_PROPIO')
  for (const { id } of [body, out.body]) expect((await anular(id)).status).toBe(200)
  await dueno(`UPDATE cuentas SET responsable_id = ${adm.usuario_id} WHERE id = ${mas.boveda}`)
})

test('what a cashier brings to the vault is in transit until a user of the vault counts it', async () => {
  await dueno(`UPDATE cuentas SET responsable_id = NULL, tipo = 'boveda' WHERE id = ${mas.boveda}`)
  const { body } = await transferir(diez({ origen_id: mas.otraPen }), caj)
  expect(body.estado).toBe('enviada')
  const waiting = async (quien: typeof adm) => {
    const { body: page } = await quien.call(contrato.listar, { query: { por_recibir: '1' } })
    return page.items.map(({ id }) => id)
  }
  expect([await waiting(adm), await waiting(caj)]).toEqual([[body.id], []])
  expect((await recibir(body.id, '10.00', await app.signedIn('caj'))).error.codigo).toBe(
    'NO_ES_RECEPTOR',
  )
  expect((await recibir(body.id, '10.00', adm)).status).toBe(200)
  expect((await anular(body.id)).status).toBe(200)
  await dueno(
    `UPDATE cuentas SET responsable_id = ${adm.usuario_id}, tipo = 'caja' WHERE id = ${mas.boveda}`,
  )
})

test('another branch receives too, whoever is responsible for the account', async () => {
  await dueno("INSERT INTO sucursales (nombre) VALUES ('Lima'), ('Arequipa')")
  const at = (id: number, nombre: string | null) =>
    dueno(
      'UPDATE cuentas SET sucursal_id = (SELECT id FROM sucursales WHERE nombre = $2) WHERE id = $1',
      [id, nombre],
    )
  await at(cuentas.cajaPen, 'Lima')
  await at(mas.boveda, 'Arequipa')
  const { body } = await transferir({ ...diez(), portador_id: adm.usuario_id })
  expect(body.estado).toBe('enviada')
  await anular(body.id)
  await at(mas.boveda, 'Lima')
  const near = await transferir(diez())
  expect(near.body.estado).toBe('completada')
  await anular(near.body.id)
  await at(cuentas.cajaPen, null)
  await at(mas.boveda, null)
})

test('the account’s limits per operation, day and month apply, fee included', async () => {
  const limits = (id: number, op: string, day: string, month: string) =>
    dueno(
      `UPDATE cuentas SET limite_op = ${op}, limite_dia = ${day}, limite_mes = ${month} WHERE id = ${id}`,
    )
  await limits(mas.usdt, '100', 'NULL', 'NULL')
  const fee = await transferir(usdt({ comision_origen: '0.01' }))
  expect(fee.error.errors).toEqual([
    { msg: 'Binance USDT admite hasta ₮ 100.00 por operación.', campo: 'monto' },
  ])
  await limits(mas.usdt, 'NULL', 'NULL', 'NULL')
  await limits(mas.ves, '20000', 'NULL', 'NULL')
  expect((await transferir(usdt())).error.errors?.[0]?.campo).toBe('destino_id')
  await limits(mas.ves, 'NULL', 'NULL', 'NULL')
  // Opening balances count on the day of their entry.
  await limits(mas.usdt, 'NULL', '100', 'NULL')
  const { error } = await transferir(usdt({ comision_origen: '0.01' }))
  expect([error.codigo, error.detalle?.periodo]).toEqual(['LIMITE_EXCEDIDO', 'diario'])
  await limits(mas.usdt, 'NULL', 'NULL', '100')
  expect((await transferir(usdt({ comision_origen: '0.01' }))).error.detalle?.periodo).toBe(
    'mensual',
  )
  await limits(mas.usdt, 'NULL', 'NULL', 'NULL')
  expect(await saldos(app)).toEqual(before)
})

test('balance plus overdraft may leave, fee included', async () => {
  const todo = (referencia: string) =>
    transferir(
      diez({ origen_id: cuentas.bcpPen, monto: '20000.00', comision_origen: '0.10', referencia }),
    )
  const all = await todo('TODO-100001')
  expect([all.status, all.error.message]).toEqual([
    409,
    'Saldo insuficiente en BCP Soles: hay S/ 20,000.00 y se necesitan S/ 20,000.10.',
  ])
  await dueno('SELECT cuentas_sobregirar($1, 1)', [cuentas.bcpPen])
  const over = await todo('TODO-100002')
  expect(over.status).toBe(201)
  await anular(over.body.id)
  await dueno('SELECT cuentas_sobregirar($1, 0)', [cuentas.bcpPen])
})

test('the user’s limit per operation applies to conversions and third parties, not to deliveries between tills', async () => {
  const bound = (value: string) =>
    dueno(`UPDATE usuarios SET limite_usd = ${value} WHERE id = ${adm.usuario_id}`)
  await bound('1')
  for (const body of [usdt(), tercero({ monto: '100.00' })]) {
    const { status, error } = await transferir(body)
    expect([status, error.codigo]).toEqual([409, 'LIMITE_EXCEDIDO'])
  }
  const inside = await transferir(diez({ monto: '1000.00' }))
  expect(inside.status).toBe(201)
  await anular(inside.body.id)
  await bound('NULL')
})

test('an inactive account neither sends nor receives, and none becomes inactive with money in transit', async () => {
  const use = (id: number, on: boolean) =>
    dueno(`UPDATE cuentas SET estatus = ${on} WHERE id = ${id}`)
  await use(mas.boveda, false)
  expect((await transferir(diez())).error.errors?.[0]).toEqual({
    msg: 'Bóveda soles está inactiva.',
    campo: 'destino_id',
  })
  expect(
    (await transferir(diez({ origen_id: mas.boveda, destino_id: cuentas.cajaPen }))).error
      .errors?.[0]?.campo,
  ).toBe('origen_id')
  await use(mas.boveda, true)
  const { body } = await transferir(envio())
  for (const id of [cuentas.cajaPen, mas.otraPen]) {
    await expect(use(id, false)).rejects.toThrow('EN_USO')
  }
  expect((await anular(body.id)).status).toBe(200)
  await use(mas.otraPen, false)
  await use(mas.otraPen, true)
})

test('a charge beyond what its account says needs another person’s yes', async () => {
  const enviar = (comision_origen: string, monto = '100.00') =>
    transferir({ ...casa.tercero(), monto, comision_origen, confirmo_duplicado: true })
  expect((await enviar('10.00')).status).toBe(201)
  const refused = await enviar('10.01')
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(/la comisión bancaria de S\/ 10.01 en BCP Soles/),
  ])
  await casa.dueno(`UPDATE cuentas SET comision_salida_fija = 5 WHERE id = ${cuentas.bcpPen}`)
  expect((await enviar('15.00')).status).toBe(201)
  expect((await enviar('15.01')).error.codigo).toBe('VISTO_FALTA')
  await casa.dueno("UPDATE ajustes SET valor = '20' WHERE clave = 'cargo_exceso_funcional'")
  expect((await enviar('25.00')).status).toBe(201)
  await casa.dueno("UPDATE ajustes SET valor = '10' WHERE clave = 'cargo_exceso_funcional'")
  expect((await conVisto(await app.signedIn('adm'), () => enviar('26.00'))).status).toBe(201)
  await casa.dueno(`UPDATE cuentas SET comision_salida_fija = NULL WHERE id = ${cuentas.bcpPen}`)
})
