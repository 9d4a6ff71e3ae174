import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { cotizado } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { contrato as ventas } from '../../compras-ventas/contract.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const house = await montarCasa(app)
const { adm } = house
const { compra, venta } = mostrador(house)
const motivo = 'Se escribió mal'
await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
const tipos = (await adm.call(contrato.listar)).body
const tipoDe = (base: number, quote: number) => {
  const found = tipos.find((t) => t.base_id === base && t.cotizacion_id === quote)
  if (!found) throw new Error('no such rate')
  return found.id
}
const compraUsd = tipoDe(USD, PEN)
const ventaUsd = tipoDe(PEN, USD)
const usd = (await adm.call(pares.listar)).body.find((p) => p.base_id === USD)?.id ?? 0
const leer = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
const rows = async (id: number) =>
  (await adm.call(contrato.historico, { params: { id } })).body.items
const escribir = (id: number, tasa: string) =>
  adm.call(contrato.tasa, { params: { id }, body: { tasa, motivo: 'Cambio de mesa' } })
const precio = (compra: string, venta: string) =>
  adm.call(pares.precio, { params: { id: usd }, body: { compra, venta, confirmar: true } })
const mirar = (id: number, who = adm) => who.call(contrato.previaDeshacer, { params: { id } })
const deshacer = (id: number, historico_id: number, who = adm) =>
  who.call(contrato.deshacer, { params: { id }, body: { historico_id, motivo } })
/** The closed histórico rows as stored. */
const cerradas = () =>
  comoDueno<{ row: string }>(
    app.url,
    'SELECT h::text AS row FROM tipos_cambios_historico h WHERE NOT upper_inf(vigencia) ORDER BY id',
  )

/** Makes the buying rate follow its pair. */
async function automatic(id: number, side: 'par_origen_id' | 'par_destino_id') {
  const { pais, base_id, cotizacion_id, metodo_calculo, precision, margen, version } =
    await leer(id)
  const rule = { pais, base_id, cotizacion_id, metodo_calculo, precision, margen, version }
  const edited = await adm.call(contrato.editar, { params: { id }, body: { ...rule, [side]: usd } })
  expect(edited.status).toBe(200)
  const off = { id, tasa_manual: false, motivo: 'Sigue a su par' }
  expect((await adm.call(contrato.tasaManual, { body: off })).status).toBe(200)
}

beforeAll(async () => {
  await precio('3.520', '3.560')
  await automatic(compraUsd, 'par_destino_id')
  await automatic(ventaUsd, 'par_origen_id')
})

describe('a rate typed by mistake', () => {
  let wrong: number

  test('is previewed: the rate to restore, and the operations made at it, to the cent', async () => {
    await escribir(compraUsd, '3.620')
    wrong = (await leer(compraUsd)).historicoTipoCambioId
    const bad = { historico_id: wrong, tasa: '3.620' }
    const ops = [
      await adm.call(ventas.crear, { body: compra('1000.00', '3620.00', bad) }),
      await adm.call(ventas.crear, { body: compra('0.50', '1.90', { ...bad, cliente_id: null }) }),
      await adm.call(ventas.crear, {
        body: compra('10.00', '36.20', { ...bad, cliente_id: null }),
      }),
    ]
    expect(ops.map(({ status, error }) => [status, error.message])).toEqual(
      ops.map(({ error }) => [201, error.message]),
    )
    const { status, body } = await mirar(compraUsd)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      par: null,
      historico_id: wrong,
      exacta: true,
      tasa_manual: false,
      tasas: [{ tipo_cambio_id: compraUsd, tasa_erronea: '3.620', tasa: '3.520', base: 'USD' }],
      total: 3,
      diferencia_total: '-101.05',
    })
    const said = body.operaciones.map((op) => [
      op.monto,
      op.contravalor_debido,
      op.diferencia,
      op.accion,
    ])
    expect(said).toEqual([
      ['10.00', '35.20', '-1.00', 'registrar'],
      ['0.50', '1.76', '-0.05', 'nada'],
      ['1000.00', '3520.00', '-100.00', 'llamar'],
    ])
    expect((await leer(compraUsd)).tasa).toBe('3.620')
  })

  test('shows users who may not see profit the action, but not the loss', async () => {
    await sql`INSERT INTO roles_permisos VALUES ('mgr', 'tipos-cambios:publicar')`.execute(app.db)
    const mgr = await app.signedIn('mgr')
    const { body } = await mirar(compraUsd, mgr)
    expect(JSON.stringify(body)).not.toMatch(/diferencia/)
    expect(body.operaciones.map(({ accion }) => accion)).toContain('llamar')
    const caj = await app.signedIn('caj')
    expect((await mirar(compraUsd, caj)).status).toBe(403)
    expect((await deshacer(compraUsd, wrong, caj)).status).toBe(403)
  })

  test('is undone with a reason, and only the previewed row', async () => {
    const other = await deshacer(compraUsd, wrong - 1)
    expect([other.status, other.error.codigo]).toEqual([409, 'CONFLICTO'])
    const body = { historico_id: wrong, motivo: 'no' }
    const short = await adm.call(contrato.deshacer, { params: { id: compraUsd }, body })
    expect(short.status).toBe(400)
    expect((await leer(compraUsd)).tasa).toBe('3.620')
  })

  test('is undone by a new row with the old values; no row is rewritten', async () => {
    const before = await cerradas()
    const { status, body } = await deshacer(compraUsd, wrong)
    expect(status).toBe(200)
    expect(body.message).toBe('La tasa de USD a PEN vuelve a 3.520.')
    expect(body).toMatchObject({ total: 3, diferencia_total: '-101.05', motivo })
    expect(await leer(compraUsd)).toMatchObject({ tasa: '3.520', tasa_manual: false, margen: '0' })
    const [now, old, first] = await rows(compraUsd)
    expect(now).toMatchObject({ tasa: '3.520', origen: 'automatico', vigente_hasta: null })
    expect(now?.motivo).toBe(`Deshace 3.620: ${motivo}`)
    expect(old).toMatchObject({ id: wrong, tasa: '3.620', vigente_hasta: now?.vigente_desde })
    expect(first?.tasa).toBe('3.520')
    expect((await cerradas()).slice(0, before.length)).toEqual(before)
  })

  test('is undone once: the restored row cannot be undone', async () => {
    const { historicoTipoCambioId } = await leer(compraUsd)
    const again = await deshacer(compraUsd, historicoTipoCambioId)
    expect([again.status, again.error.codigo]).toEqual([409, 'NADA_QUE_DESHACER'])
    expect((await mirar(compraUsd)).error.message).toBe('No hay un cambio anterior al que volver.')
  })

  test('keeps a report, which includes operations registered at the wrong rate since', async () => {
    const rate = { historico_id: wrong, tasa: '3.620' }
    await cotizado(app.url, adm.usuario_id, { ...rate, tipo: 'compra' })
    const kept = compra('100.00', '362.00', { ...rate, mantener_tasa: true })
    await adm.call(ventas.crear, { body: kept })
    const [{ id } = { id: 0 }] = await comoDueno<{ id: number }>(
      app.url,
      'SELECT max(id)::int AS id FROM tipos_cambios_deshechos',
    )
    const { body } = await adm.call(contrato.deshecho, { params: { id } })
    expect(body).toMatchObject({ id, total: 4, diferencia_total: '-111.05' })
    const total = suma(body.operaciones.map(({ diferencia }) => decimal(diferencia ?? '0')))
    expect(texto(total, 2)).toBe(body.diferencia_total)
    expect((await adm.call(contrato.deshecho, { params: { id: 999 } })).status).toBe(404)
    const made = await adm.call(contrato.operaciones, {
      params: { id: wrong },
      query: { limite: 3 },
    })
    expect(made.body.items.map(({ monto }) => monto)).toEqual(['100.00', '10.00', '0.50'])
    const cursor = made.body.siguiente ?? ''
    const rest = await adm.call(contrato.operaciones, {
      params: { id: wrong },
      query: { limite: 3, cursor },
    })
    expect(rest.body.items.map(({ monto }) => monto)).toEqual(['1000.00'])
  })

  test('needs no action for annulled operations, which do not count', async () => {
    await escribir(compraUsd, '3.530')
    const historico_id = (await leer(compraUsd)).historicoTipoCambioId
    const { body: op } = await adm.call(ventas.crear, {
      body: compra('200.00', '706.00', { historico_id, tasa: '3.530' }),
    })
    await adm.call(ventas.anular, { params: { id: op.id }, body: { motivo: 'Era otro monto' } })
    const { body } = await mirar(compraUsd)
    expect(body.operaciones[0]).toMatchObject({
      estado: 'anulada',
      accion: 'nada',
      diferencia: '0.00',
    })
    expect(body.diferencia_total).toBeNull()
    await deshacer(compraUsd, historico_id)
  })

  test('is undone once by two concurrent requests', async () => {
    await escribir(compraUsd, '3.600')
    const id = (await leer(compraUsd)).historicoTipoCambioId
    const both = await Promise.all([deshacer(compraUsd, id), deshacer(compraUsd, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await leer(compraUsd)).tasa).toBe('3.520')
  })
})

describe('other mistakes with one rate', () => {
  test('automatic mode switched off by mistake: the manual rate is restored, in manual mode', async () => {
    await escribir(ventaUsd, '3.590')
    const off = { id: ventaUsd, tasa_manual: false, motivo: 'Sigue a su par' }
    await adm.call(contrato.tasaManual, { body: off })
    const { body } = await mirar(ventaUsd)
    expect(body.tasas[0]).toMatchObject({ tasa_erronea: '3.560', tasa: '3.590' })
    await deshacer(ventaUsd, body.historico_id)
    expect(await leer(ventaUsd)).toMatchObject({ tasa: '3.590', tasa_manual: true })
    await adm.call(contrato.tasaManual, { body: off })
  })

  test('a margin changed by mistake is restored with its rate', async () => {
    const { pais, base_id, cotizacion_id, metodo_calculo, precision, version, ...row } =
      await leer(compraUsd)
    const rule = { pais, base_id, cotizacion_id, metodo_calculo, precision, version }
    const body = { ...rule, margen: '20', par_destino_id: row.par_destino_id }
    await adm.call(contrato.editar, { params: { id: compraUsd }, body })
    expect((await leer(compraUsd)).tasa).toBe('2.816')
    await deshacer(compraUsd, (await leer(compraUsd)).historicoTipoCambioId)
    expect(await leer(compraUsd)).toMatchObject({ tasa: '3.520', margen: '0' })
  })

  test('pairs that moved meanwhile are reported: the rate that the rule yields now is restored', async () => {
    await escribir(compraUsd, '3.400')
    await precio('3.510', '3.560')
    const { body } = await mirar(compraUsd)
    expect(body).toMatchObject({ exacta: false, tasas: [{ tasa_erronea: '3.400', tasa: '3.510' }] })
    await deshacer(compraUsd, body.historico_id)
    expect((await leer(compraUsd)).tasa).toBe('3.510')
    await precio('3.520', '3.560')
  })
})

describe('prices of a pair published by mistake', () => {
  let wrong: number

  test('are linked from a rate that they moved', async () => {
    await precio('3.250', '3.650')
    const refused = await mirar(compraUsd)
    expect([refused.status, refused.error.codigo]).toEqual([409, 'DESHACER_PAR'])
    expect(refused.error.detalle).toMatchObject({ par: 'USD/PEN', par_id: usd })
  })

  test('are previewed with every rate that follows the pair and the operations made at them', async () => {
    const bought = (await leer(compraUsd)).historicoTipoCambioId
    const sold = (await leer(ventaUsd)).historicoTipoCambioId
    await adm.call(ventas.crear, {
      body: compra('300.00', '975.00', { historico_id: bought, tasa: '3.250' }),
    })
    await adm.call(ventas.crear, {
      body: venta('100.00', '365.00', { historico_id: sold, tasa: '3.650' }),
    })
    const { status, body } = await adm.call(contrato.previaDeshacerPar, { params: { id: usd } })
    expect(status).toBe(200)
    wrong = body.historico_id
    expect(body.par).toMatchObject({
      nombre: 'USD/PEN',
      erroneo: { compra: '3.250', venta: '3.650' },
      restaurado: { compra: '3.520', venta: '3.560' },
    })
    expect(body.tasas.map((t) => [t.base, t.tasa_erronea, t.tasa])).toEqual([
      ['USD', '3.250', '3.520'],
      ['PEN', '3.650', '3.560'],
    ])
    expect(body.operaciones.map(({ diferencia }) => diferencia)).toEqual(['9.00', '81.00'])
    expect(body.diferencia_total).toBe('90.00')
  })

  test('are undone together with the rates in one transaction, as new rows', async () => {
    const before = await cerradas()
    const undo = (historico_id: number) =>
      adm.call(contrato.deshacerPar, { params: { id: usd }, body: { historico_id, motivo } })
    expect((await undo(wrong - 1)).error.codigo).toBe('CONFLICTO')
    const { status, body } = await undo(wrong)
    expect([status, body.message]).toEqual([200, 'USD/PEN vuelve a 3.520–3.560, con 2 tasas.'])
    expect(body).toMatchObject({ total: 2, diferencia_total: '90.00' })
    const pair = await adm.call(pares.obtener, { params: { id: usd } })
    expect(pair.body).toMatchObject({ compra: '3.520', venta: '3.560' })
    expect([(await leer(compraUsd)).tasa, (await leer(ventaUsd)).tasa]).toEqual(['3.520', '3.560'])
    expect((await cerradas()).slice(0, before.length)).toEqual(before)
    const again = await adm.call(contrato.previaDeshacerPar, { params: { id: usd } })
    expect(again.error.codigo).toBe('NADA_QUE_DESHACER')
  })
})

test('the record of an undo cannot be rewritten', async () => {
  for (const table of ['tipos_cambios_deshechos', 'tipos_cambios_deshechos_filas']) {
    await expect(comoDueno(app.url, `DELETE FROM ${table}`)).rejects.toThrow(/not allowed/)
    await expect(comoDueno(app.url, `TRUNCATE ${table} CASCADE`)).rejects.toThrow(/not allowed/)
  }
})

test('a row is undone once, by the database’s constraint too', async () => {
  await expect(
    comoDueno(
      app.url,
      `INSERT INTO tipos_cambios_deshechos_filas SELECT historico_id, restaurado_id, deshecho_id
       FROM tipos_cambios_deshechos_filas LIMIT 1`,
    ),
  ).rejects.toThrow(/duplicate key/)
})
