import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato, type Registro } from '../contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, clientes } = casa
const { compra, venta } = mostrador(casa)

/** The terms of a registration, without its payments. */
const terminos = ({ recibimos: _, entregamos: __, ...body }: Registro) => body
const cotizar = (body: Registro) => adm.call(contrato.cotizar, { body: terminos(body) })

/** Everything that judging could take up or leave behind. */
const rastro = async () =>
  (
    await sql`SELECT (SELECT count(*) FROM compras_ventas) AS operaciones, (SELECT count(*) FROM auditoria) AS auditoria,
        (SELECT count(*) FROM asientos) AS asientos, (SELECT jsonb_agg(v ORDER BY id) FROM vistos v) AS vistos`.execute(
      app.db,
    )
  ).rows

test('both amounts and what each side pays, as the registration will say; nothing is written', async () => {
  const before = await rastro()
  const body = venta('100.00', '361.00', { servicio: '5.00' })
  expect((await cotizar(body)).body).toEqual({
    ...{ monto: '100.00', contravalor: '356.00', monto_usd: '100.00' },
    ...{ pide_declaracion: false, pide_visto: false, tarifa: '0.00' },
    ...{ servicio: '5.00', servicio_debido: null, servicio_regla: null },
    recibimos: [{ moneda_id: PEN, total: '361.00' }],
    entregamos: [{ moneda_id: USD, total: '100.00' }],
  })
  const { monto: _, ...rest } = terminos(compra('0', '0'))
  const { body: other } = await adm.call(contrato.cotizar, {
    body: { ...rest, contravalor: '352.00', servicio: '2.00' },
  })
  expect(other).toMatchObject({ monto: '100.00', entregamos: [{ total: '350.00' }] })
  expect(await rastro()).toEqual(before)
  const { body: made } = await adm.call(contrato.crear, { body })
  expect(made).toMatchObject({ monto: '100.00', contravalor: '356.00' })
})

test('it is refused for what its registration is refused for', async () => {
  const big = { cliente_id: null }
  for (const body of [
    compra('10.00', '35.20', { tasa: '9.999' }),
    compra('10.00', '35.20', { historico_id: 999_999 }),
    compra('10.001', '35.20'),
    compra('10.00', '35.20', { divisa_id: PEN }),
    compra('10.00', '35.20', { cliente_id: clientes.bloqueado }),
    compra('5000.00', '17600.00', big),
  ]) {
    const [asked, done] = [await cotizar(body), await adm.call(contrato.crear, { body })]
    expect([asked.status, asked.error.codigo]).toEqual([done.status, done.error.codigo])
    expect(asked.status).toBeGreaterThanOrEqual(400)
  }
  const both = { ...terminos(compra('10.00', '35.20')), contravalor: '35.20' }
  expect((await adm.call(contrato.cotizar, { body: both })).status).toBe(400)
})

test('it says that the client will have to declare, where the registration would ask', async () => {
  await comoDueno(
    app.url,
    `UPDATE clientes SET direccion = 'Jr. de la Unión 300', distrito = 'Lima', ocupacion = 'Comerciante',
     origen_fondos = 'Ventas de su tienda' WHERE id = ${clientes.ana}`,
  )
  const body = compra('5000.00', '17600.00')
  expect((await cotizar(body)).body).toMatchObject({ pide_declaracion: true })
  expect((await adm.call(contrato.crear, { body })).error.codigo).toBe('DECLARACION_REQUERIDA')
})

test('it says that it will take another person’s yes, and asks nobody for it', async () => {
  await comoDueno(app.url, "UPDATE ajustes SET valor = '50' WHERE clave = 'sin_cliente_dia_usd'")
  const before = await rastro()
  const body = compra('60.00', '211.20', { cliente_id: null })
  expect((await cotizar(body)).body).toMatchObject({ pide_visto: true })
  expect((await cotizar(compra('50.00', '176.00', { cliente_id: null }))).body).toMatchObject({
    pide_visto: false,
  })
  expect(await rastro()).toEqual(before)
  await app.signedIn('adm')
  expect((await adm.call(contrato.crear, { body })).error.codigo).toBe('VISTO_FALTA')
})

test('of a ticket it is judged by what all of it is worth, as the registration of the ticket is', async () => {
  const poner = (clave: string, valor: number) =>
    comoDueno(app.url, 'UPDATE ajustes SET valor = to_jsonb($2::numeric) WHERE clave = $1', [
      clave,
      valor,
    ])
  const con = async (body: Registro, ademas_usd?: string | null) => {
    const { body: said, error } = await adm.call(contrato.cotizar, {
      body: { ...terminos(body), ...(ademas_usd !== undefined && { ademas_usd }) },
    })
    return error?.codigo ?? [said.pide_declaracion, said.pide_visto, said.monto_usd]
  }
  await poner('umbral_identificacion_usd', 1000)
  await poner('sin_cliente_dia_usd', 500)
  const unknown = compra('400.00', '1408.00', { cliente_id: null })
  expect([await con(unknown), await con(unknown, '0'), await con(unknown, '100.00')]).toEqual([
    [false, false, '400.00'],
    [false, false, '400.00'],
    [false, false, '400.00'],
  ])
  expect([
    await con(unknown, '100.01'),
    await con(unknown, '600.00'),
    await con(unknown, null),
  ]).toEqual([[false, true, '400.00'], 'IDENTIFICACION_REQUERIDA', 'IDENTIFICACION_REQUERIDA'])
  // With the 100 dollars of this month.
  await poner('umbral_declaracion_usd', 1300)
  const known = compra('400.00', '1408.00')
  expect([await con(known, '799.99'), await con(known, '800.00'), await con(known, null)]).toEqual([
    [false, false, '400.00'],
    [true, false, '400.00'],
    [true, false, '400.00'],
  ])
  await comoDueno(app.url, 'UPDATE usuarios SET limite_usd = 1000 WHERE id = $1', [adm.usuario_id])
  expect([await con(known, '600.00'), await con(known, '600.01'), await con(known, null)]).toEqual([
    [false, false, '400.00'],
    'LIMITE_EXCEDIDO',
    'LIMITE_EXCEDIDO',
  ])
})
