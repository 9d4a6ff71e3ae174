import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, PEN, publicar, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { cotizado } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as ventas } from '../../compras-ventas/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

/* what the owner reads of promised prices, and of prices that were changed and put back. */

const app = await startTestApp()
// From ten in Lima on, so that no hour at which this runs meets the end of the day.
let now = new Date().setUTCHours(39, 0, 0, 0)
app.setClock(new Date(now).toISOString())
const casa = await montarCasa(app)
const { adm, tasas, clientes } = casa
const cajera = await app.signedIn('adm')
const { venta } = mostrador(casa)
const { rows } = await sql<{ id: number }>`
  SELECT tipo_cambio_id AS id FROM tipos_cambios_historico WHERE id = ${tasas.ventaUsd}`.execute(
  app.db,
)
const id = rows[0]?.id as number
async function pasan(minutes: number): Promise<void> {
  now += minutes * 60_000
  app.setClock(new Date(now).toISOString())
  await comoDueno(app.url, 'UPDATE sesiones SET usada_en = $1, vence_en = $2', [
    new Date(now).toISOString(),
    new Date(now + 86_400_000).toISOString(),
  ])
}
const leer = async (
  clase:
    | 'precio-repuesto'
    | 'cotizacion-suelta'
    | 'cotizaciones-sin-usar'
    | 'tasa-mantenida'
    | 'tasa-mejorada',
) => (await adm.call(reportes.excepciones, { query: { clase } })).body.filas
const publica = async (tasa: string) => {
  const { status, error, body } = await adm.call(contrato.tasa, {
    params: { id },
    body: { tasa, motivo: 'Precio de la mesa' },
  })
  if (status !== 200) throw new Error(error.message)
  return body.historicoTipoCambioId
}
async function vender(historico_id: number, tasa: string, soles: string, more: object = {}) {
  const given = {
    historico_id,
    tasa,
    confirmo_duplicado: true,
    motivo: 'Cliente de siempre',
    ...more,
  }
  const body = venta('100.00', soles, given)
  const { status, error, body: made } = await cajera.call(ventas.crear, { body })
  if (status !== 201) throw new Error(error.message)
  return made.numero
}

test('an odd price, a trade, and the old price again: who, what, and how much it cost', async () => {
  await pasan(0)
  const odd = await publica('3.500')
  await pasan(2)
  const one = await vender(odd, '3.500', '350.00')
  const two = await vender(odd, '3.500', '350.00')
  expect(await leer('precio-repuesto')).toEqual([])
  await pasan(2)
  // Not quite the old one, and in two steps.
  await publica('3.520')
  await publica('3.559')
  const [row, ...others] = await leer('precio-repuesto')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    usuario: 'Ana Quispe',
    origen: 'tipos-cambios',
    origen_id: String(id),
    importe: 'S/ 12.00',
    valor: '12.00',
    motivo: 'Precio de la mesa',
    frase: `PEN a USD: de 3.56 a 3.5, y a los 4 min otra vez 3.559 (Ana Quispe). Entre tanto Ana Quispe registró ${one}, ${two}: la casa perdió S/ 12.00`,
  })
})

test('a price that only moved, without trades or for longer, is none', async () => {
  await pasan(60)
  await publica('3.520')
  await pasan(5)
  await publica('3.560')
  await pasan(60)
  const kept = await publica('3.530')
  await vender(kept, '3.530', '353.00')
  await pasan(31)
  const next = await publica('3.560')
  await vender(next, '3.560', '356.00')
  await pasan(5)
  await publica('3.580')
  // What no person published: a source that goes back and forth.
  const alone = await publicar(app, id, 'd', '3.570', 3)
  await vender(alone, '3.570', '357.00')
  await publicar(app, id, 'd', '3.580', 3)
  expect(await leer('precio-repuesto')).toHaveLength(1)
})

test('a kept rate says what it cost', async () => {
  const [first] = (await adm.call(contrato.listar)).body.filter((t) => t.id === id)
  const vigente = first?.historicoTipoCambioId ?? 0
  const body = { tipo: 'venta' as const, historico_id: vigente, monto: '100.00' }
  const stored = await cajera.call(contrato.cotizar, {
    body: { ...body, cliente_id: clientes.ana },
  })
  expect(stored.status).toBe(201)
  await publica('3.600')
  await pasan(1)
  const numero = await vender(vigente, '3.580', '358.00', { mantener_tasa: true })
  expect(await leer('tasa-mantenida')).toMatchObject([
    { numero, frase: `${numero} a una tasa que ya había cambiado: la casa perdió S/ 2.00` },
  ])
})

test('a better rate than the one in force, within the cashier’s range, says what it cost', async () => {
  await vender(await publica('3.600'), '3.590', '359.00')
  await pasan(1)
  const { historicoTipoCambioId } = (await adm.call(contrato.obtener, { params: { id } })).body
  const numero = await vender(historicoTipoCambioId, '3.595', '359.50')
  await vender(historicoTipoCambioId, '3.610', '361.00')
  expect(await leer('tasa-mejorada')).toMatchObject([
    { numero, valor: '0.50', frase: `${numero} a 3.595 en lugar de 3.6, dentro de su rango` },
    { valor: '1.00' },
  ])
})

test('the counter does not trade at the rate of another market', async () => {
  const corridor = {
    pais: 'us',
    base_id: PEN,
    cotizacion_id: USD,
    tasa_manual: true,
    tasa: '3.100',
  }
  const rule = { metodo_calculo: 'd', precision: 3, margen: '0' } as const
  const made = await adm.call(contrato.crear, { body: { ...corridor, ...rule } })
  expect(made.status).toBe(201)
  const given = { historico_id: made.body.historicoTipoCambioId, tasa: '3.100', motivo: 'Amigo' }
  const { status, error } = await cajera.call(ventas.crear, {
    body: venta('100.00', '310.00', given),
  })
  expect([status, error.errors?.[0]]).toEqual([
    400,
    { campo: 'historico_id', msg: 'La tasa no corresponde a esta operación.' },
  ])
})

test('a promise without a client is one, with the operation that took it up; many unused of a day are one', async () => {
  const vigente = await publica('3.590')
  const nota = 'Señora Julia del mercado'
  const cotizar = (monto: string) =>
    cajera.call(contrato.cotizar, { body: { tipo: 'venta', historico_id: vigente, nota, monto } })
  expect((await cotizar('100.00')).status).toBe(201)
  expect(await leer('cotizacion-suelta')).toMatchObject([
    { frase: `Prometió 3.59 a «${nota}»`, origen: 'tipos-cambios', importe: 'US$ 100.00' },
  ])
  await vender(vigente, '3.590', '359.00', { cliente_id: null })
  expect(await leer('cotizacion-suelta')).toMatchObject([
    { frase: `Prometió 3.59 a «${nota}», y se usó`, numero: expect.stringMatching(/^CV-/) },
  ])
  for (let n = 1; n <= 6; n += 1) expect((await cotizar(`${n}0.00`)).status).toBe(201)
  expect(await leer('cotizaciones-sin-usar')).toEqual([])
  await pasan(25)
  expect(await leer('cotizaciones-sin-usar')).toMatchObject([
    { frase: 'Guardó 6 cotizaciones que nadie usó', usuario: 'Ana Quispe' },
  ])
})

test('after forty unused ones of a day nothing more is promised', async () => {
  const ended = await publicar(app, id, 'd', '3.600', 3)
  expect(ended).toBeGreaterThan(0)
  const { historicoTipoCambioId } = (await adm.call(contrato.obtener, { params: { id } })).body
  const rows = await sql<{
    id: number
  }>`SELECT id FROM tipos_cambios_historico WHERE tipo_cambio_id = ${id}
    AND NOT upper_inf(vigencia) ORDER BY id DESC LIMIT 1`.execute(app.db)
  const last = rows.rows[0]?.id ?? 0
  for (let n = 0; n < 34; n += 1)
    await cotizado(app.url, cajera.usuario_id, {
      historico_id: last,
      tipo: 'venta',
      tasa: '3.590',
      monto: '1',
    })
  await pasan(25)
  const { error } = await cajera.call(contrato.cotizar, {
    body: {
      tipo: 'venta',
      historico_id: historicoTipoCambioId,
      cliente_id: clientes.ana,
      monto: '10.00',
    },
  })
  expect([error.codigo, error.message]).toEqual([
    'COTIZACION_CUPO',
    expect.stringMatching(/^Ya tiene 40 cotizaciones que nadie usó hoy\./),
  ])
})
