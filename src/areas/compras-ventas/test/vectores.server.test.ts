import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { enSql, vectores } from '../../../../test/support/areas/vectores.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { enEfectivo } from '../../tipos-pagos/rules/linea-pago.ts'
import { contrato } from '../contract.ts'
import { cubre, fueraDeRango, type Permiso } from '../mostrador/calculo/autorizacion.ts'
import { enDolares, margen, montos, resultado } from '../rules.ts'

/* What the counter shows while somebody types is what SQL keeps, digit for digit: margin, cost and gain, worth in
 * dollars, the cashier's range, a permission, the coin that does not exist. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, clientes } = casa
const { venta } = mostrador(casa)
const TIPOS = ['compra', 'venta', 'canje'] as const

test(`the margin of an operation, by every rate and amount (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const casos = vectores(SEMILLA, 90, 40)
    .flat()
    .map(({ metodo_calculo, tasa, monto, decimales }) => ({
      ...{ tipo: azar.de(TIPOS), metodo_calculo, monto, costo: azar.de([tasa, tasa, null]) },
      contravalor: texto(decimal(monto).times(azar.de(['0.97', '1', '3.52'])), decimales.recibe),
    }))
  const rows = await enSql<{ m: string | null }>(
    app.db,
    casos,
    'tipo text, metodo_calculo text, monto numeric, contravalor numeric, costo numeric',
    `round(compras_ventas_margen(jsonb_populate_record(NULL::compras_ventas, to_jsonb(x)), x.costo), 2)::text AS m`,
  )
  const here = casos.map(({ tipo, costo, metodo_calculo, ...montos }) =>
    margen(tipo, montos, costo === null ? null : { tasa: costo, metodo_calculo }),
  )
  expect(rows.map(({ m }) => m)).toEqual(here)
  expect(here).toContain(null)
  expect(here.some((m) => m?.startsWith('-'))).toBe(true)
})

test(`what leaves costs what the ledger says (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 1)
  const units = () => texto(decimal(String(azar.entero(1, 99_999_999))).div(100), 2)
  const casos = Array.from({ length: 2000 }, (_, i) => {
    const cantidad = units()
    // All of it, all but a cent, a cent, anything: more than there is as well.
    const monto = [cantidad, texto(decimal(cantidad).minus('0.01'), 2), '0.01', units()][i % 4]
    return { cantidad, costo: azar.de([units(), '0.00']), monto: monto as string }
  }).filter(({ monto }) => decimal(monto).gt(0))
  const fits = casos.filter(({ monto, cantidad }) => decimal(monto).lte(decimal(cantidad)))
  const rows = await enSql<{ costo: string }>(
    app.db,
    fits,
    'cantidad numeric, costo numeric, monto numeric',
    `libro_costo(${USD}, x.monto, x.cantidad, x.costo)::numeric(30,2)::text AS costo`,
  )
  const of = ({ cantidad, costo, monto }: (typeof casos)[number]) =>
    resultado(
      'venta',
      { monto, contravalor: '0.00' },
      { cantidad: decimal(cantidad), costo: decimal(costo) },
    )
  expect(rows.map(({ costo }) => costo)).toEqual(fits.map((each) => of(each)?.costo))
  const over = casos.filter((each) => !fits.includes(each))
  expect(over.length).toBeGreaterThan(0)
  for (const each of over) expect(of(each)).toBeNull()
  const { monto, cantidad } = over[0] as (typeof casos)[number]
  await expect(
    sql`SELECT libro_costo(${USD}, ${monto}::numeric, ${cantidad}::numeric, 1)`.execute(app.db),
  ).rejects.toThrow('POSICION_INSUFICIENTE')
})

test(`a sale earns what its preview said, one after the other (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 6)
  for (let i = 0; i < 15; i += 1) {
    const { body: o } = await adm.call(contrato.opciones)
    const publicada = o.tasas.find(({ tipo, divisa }) => tipo === 'venta' && divisa.id === USD)
    if (!publicada?.posicion || !publicada.tasa_costo) throw new Error('no rate')
    const { tasa, metodo_calculo, posicion, tasa_costo } = publicada
    const monto = texto(decimal(String(azar.entero(1, 15_000))).div(100), 2)
    const q = montos('venta', { monto }, publicada, { divisa: 2, contramoneda: 2 })
    const cash = enEfectivo(q.contravalor, 'recibimos', '0.10')
    // Less than a coin is paid by nobody.
    if (decimal(cash).lte(0)) continue
    const preview = resultado('venta', q, {
      cantidad: decimal(posicion.cantidad),
      costo: decimal(posicion.costo),
    })
    const body = { ...venta(monto, cash), tasa, motivo: 'Vectores', confirmo_duplicado: true }
    const { body: made } = await adm.call(contrato.crear, { body })
    const { body: d } = await adm.call(contrato.obtener, { params: { id: made.id } })
    expect(d).toMatchObject({
      contravalor: q.contravalor,
      costo: preview?.costo,
      ganancia: preview?.ganancia,
      margen: margen('venta', q, { tasa: tasa_costo, metodo_calculo }),
    })
  }
})

test(`a rate is outside a cashier's range on the same side of the edge (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 2)
  const casos = vectores(SEMILLA + 2, 300, 1)
    .flat()
    .flatMap(({ tasa }) => {
      const desvio = texto(decimal(String(azar.entero(0, 5000))).div(1000), 3)
      const edge = decimal(tasa).times(decimal(desvio)).div(100)
      return ['-0.00000001', '0', '0.00000001', String(azar.entero(-9, 9))].flatMap((off) =>
        [edge, edge.times(-1)].map((far) => {
          const typed = texto(decimal(tasa).plus(far).plus(off), 8)
          return { tasa, desvio, escrita: decimal(typed).gt(0) ? typed : tasa }
        }),
      )
    })
  const rows = await enSql<{ fuera: boolean }>(
    app.db,
    casos,
    'tasa numeric, desvio text, escrita numeric',
    `compras_ventas_fuera_de_rango(jsonb_build_object('desvio_pct', x.desvio), x.escrita, x.tasa) AS fuera`,
  )
  const here = casos.map(({ tasa, desvio, escrita }) =>
    fueraDeRango({ desvio_pct: desvio }, { tasa }, escrita),
  )
  expect(rows.map(({ fuera }) => fuera)).toEqual(here)
  expect(new Set(here).size).toBe(2)
})

test(`worth in dollars, at every price of the dollar (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 3)
  for (let i = 0; i < 25; i += 1) {
    const precio = texto(decimal(String(azar.entero(1, 99_999_999))).div(1000), 3)
    await comoDueno(
      app.url,
      `SET session_replication_role = replica;
       UPDATE pares_divisas SET compra = ${precio}, venta = ${precio} WHERE base_id = ${USD} AND cotizacion_id = ${PEN}`,
    )
    const casos = Array.from({ length: 60 }, () => ({
      monto: texto(decimal(String(azar.entero(1, 99_999_999))).div(100), 2),
      contravalor: texto(decimal(String(azar.entero(1, 99_999_999))).div(100), 2),
      divisa: azar.de([USD, 6]),
    }))
    const rows = await enSql<{ usd: string }>(
      app.db,
      casos,
      'monto numeric, contravalor numeric, divisa int',
      `round(en_dolares('pe', x.divisa, x.monto, x.contravalor), 2)::text AS usd`,
    )
    const here = casos.map(({ divisa, ...montos }) =>
      enDolares('venta', montos, divisa === USD ? 'USD' : 'EUR', precio),
    )
    expect(rows.map(({ usd }) => usd)).toEqual(here.map((usd) => usd && texto(usd, 2)))
  }
})

test(`cash is paid to the coin that SQL takes, and to no other (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 4)
  const casos = Array.from({ length: 300 }, () => ({
    lado: azar.de(['recibimos', 'entregamos'] as const),
    total: texto(decimal(String(azar.entero(1, 999_999))).div(100), 2),
  }))
  const client = await conectarDueno(app.url)
  const paid = (lado: string, total: string, monto: string) =>
    client
      .query<{ favor: string }>(
        `SELECT round(pagos_cuadrar(ARRAY[jsonb_populate_record(NULL::pago_leido, $1::jsonb)], $2, ${PEN}, $3), 2)::text AS favor`,
        [JSON.stringify({ lado, monto, moneda_id: PEN, efectivo: true }), lado, total],
      )
      .then(({ rows }) => rows[0]?.favor)
      .catch((error: Error) => error.message)
  for (const { lado, total } of casos) {
    const cash = enEfectivo(total, lado, '0.10')
    const favor = decimal(cash).minus(decimal(total)).abs()
    expect([lado, total, await paid(lado, total, cash)]).toEqual([lado, total, texto(favor, 2)])
    const next = decimal(cash).plus(lado === 'entregamos' ? '0.10' : '-0.10')
    expect(await paid(lado, total, texto(next, 2))).toBe('PAGOS_NO_CUADRAN')
    const back = decimal(cash).plus(lado === 'entregamos' ? '-0.10' : '0.10')
    expect(await paid(lado, total, texto(back, 2))).toBe('PAGOS_NO_CUADRAN')
  }
  await client.end()
})

test(`a permission is good for the same operations (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 5)
  const otra = await app.signedIn('adm')
  const client = await conectarDueno(app.url)
  await client.query('BEGIN')
  await client.query('SET LOCAL session_replication_role = replica')
  await client.query(
    `INSERT INTO autorizaciones_tasa (fecha, solicitado_por, tipo, cliente_id, divisa_id, monto, contramoneda_id, contravalor,
       historico_id, metodo_calculo, tasa, motivo, estado, vence_en, resuelto_por, resuelto_en)
     VALUES (now(), $1, 'venta', NULL, ${USD}, 1, ${PEN}, 1, 1, 'm', 1, 'Cliente de años', 'aprobada', 'infinity', $2, now())`,
    [adm.usuario_id, otra.usuario_id],
  )
  const { rows: made } = await client.query<{ id: string }>(
    'SELECT max(id) AS id FROM autorizaciones_tasa',
  )
  const id = Number(made[0]?.id)
  const seen = new Set<boolean>()
  for (let i = 0; i < 300; i += 1) {
    const p: Permiso = {
      ...{ id, tipo: azar.de(['venta', 'compra']), divisa_id: USD, contramoneda_id: PEN },
      cliente_id: azar.de([null, clientes.ana]),
      ...{ tasa: azar.de(['3.50', '3.56', '3.60']), monto: azar.de(['100.00', '100.01']) },
    }
    const asked = {
      ...{
        tipo: azar.de(['venta', 'venta', 'compra'] as const),
        divisa_id: azar.de([USD, USD, 6]),
      },
      cliente_id: azar.de([null, clientes.ana, clientes.bloqueado]),
      publicada: azar.de(['3.50', '3.56']),
      tasa: azar.de(['3.49', '3.50', '3.53', '3.56', '3.58', '3.60', '3.61']),
      monto: azar.de(['99.99', '100.00', '100.01', '100.02']),
    }
    await client.query('SAVEPOINT one')
    await client.query(
      'UPDATE autorizaciones_tasa SET tipo = $2, cliente_id = $3, tasa = $4, monto = $5 WHERE id = $1',
      [id, p.tipo, p.cliente_id, p.tasa, p.monto],
    )
    const good = await client
      .query(`SELECT autorizaciones_tasa_exigir($1, $2, $3, $4, ${PEN}, 'm', $5, $6, $7, $8)`, [
        id,
        adm.usuario_id,
        asked.tipo,
        asked.divisa_id,
        asked.publicada,
        asked.tasa,
        asked.monto,
        asked.cliente_id,
      ])
      .then(() => true)
      .catch((error: Error) => {
        expect(error.message).toBe('AUTORIZACION_DISTINTA')
        return false
      })
    await client.query('ROLLBACK TO one')
    const borrador = {
      ...{ tipo: asked.tipo, divisa_id: asked.divisa_id, contramoneda_id: PEN },
      cliente: asked.cliente_id === null ? null : ({ id: asked.cliente_id } as never),
    }
    const here = cubre(p, borrador, asked.publicada, asked.tasa, asked.monto)
    expect([good, JSON.stringify({ p, asked })]).toEqual([here, JSON.stringify({ p, asked })])
    seen.add(good)
  }
  await client.query('ROLLBACK')
  await client.end()
  expect(seen.size).toBe(2)
})
