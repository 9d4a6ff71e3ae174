import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { VES } from '../../../../../test/support/areas/casa.ts'
import { montarOrdenes, publicarVes } from '../../../../../test/support/areas/ordenes.ts'
import { cotizado } from '../../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { rechazos } from '../../../../../test/support/servidor/rechazos.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato, type RegistroOrden } from '../../contract.ts'

const AHORA = '2025-11-20T15:00:00Z'
const app = await startTestApp()
app.setClock(AHORA)
const casa = await montarOrdenes(app)
const { adm, caj, ana } = casa

beforeEach(() => app.setClock(AHORA))

const crear = (more: Partial<RegistroOrden> = {}) =>
  caj.call(contrato.crear, { body: casa.orden(more) })
const owner = (text: string) => comoDueno(app.url, text)
const ajuste = (clave: string, valor: string) =>
  comoDueno(app.url, 'UPDATE ajustes SET valor = $2::jsonb WHERE clave = $1', [clave, valor])
const of = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

const refused = rechazos(app)

describe('a new order is refused', () => {
  test('with both amounts, or none', async () => {
    await refused(() => crear({ recibe: '1.00' }), 'VALIDACION', /uno de los dos/)
    await refused(() => crear({ envia: null }), 'VALIDACION', /uno de los dos/)
  })
  test('with more decimals than its currency has', async () => {
    await refused(() => crear({ envia: '10.005' }), 'VALIDACION', /hasta 2 decimales/)
    await refused(() => crear({ envia: null, recibe: '10.005' }), 'VALIDACION', /hasta 2 decimales/)
  })
  test('with an amount that rounds to nothing', async () => {
    await owner(`UPDATE monedas SET decimales = 0 WHERE id = ${VES}`)
    await refused(() => crear({ envia: '0.01' }), 'VALIDACION', /demasiado pequeño/)
    await owner(`UPDATE monedas SET decimales = 2 WHERE id = ${VES}`)
  })
  test('outside the limits of the corridor', async () => {
    await owner(`UPDATE tipos_cambios SET monto_min = 20, monto_max = 9000 WHERE id = ${casa.tipo}`)
    await refused(
      () => crear({ envia: '19.99' }),
      'VALIDACION',
      /desde S\/ 20.00 hasta S\/ 9,000.00/,
    )
    await refused(() => crear({ envia: '9000.01' }), 'VALIDACION', /hasta/)
    await owner(
      `UPDATE tipos_cambios SET monto_min = NULL, monto_max = NULL WHERE id = ${casa.tipo}`,
    )
  })
  test('at a rate of another amount', async () => {
    await owner(`INSERT INTO tipos_cambios (pais, base_id, cotizacion_id, metodo_calculo, precision, tasa_manual, segmento, monto_min)
      VALUES ('pe', 2, 1, 'm', 3, true, 'mayorista', 5000)`)
    const [row] = await comoDueno<{ id: number }>(
      app.url,
      "SELECT id FROM tipos_cambios WHERE segmento = 'mayorista'",
    )
    const mayorista = await publicarVes(app, row?.id as number, '53.528')
    const { detalle } = await refused(
      () => crear({ envia: '5000.00' }),
      'TASA_OTRO_TRAMO',
      /mayorista: 53.528/,
    )
    expect(detalle?.historico_id).toBe(mayorista)
    await refused(
      () => crear({ envia: '500.00', historico_id: mayorista }),
      'TASA_OTRO_TRAMO',
      /publico/,
    )
    await owner("UPDATE tipos_cambios SET estatus = false WHERE segmento = 'mayorista'")
  })
  test('at an inactive, stale or unknown rate', async () => {
    await owner(`UPDATE tipos_cambios SET estatus = false WHERE id = ${casa.tipo}`)
    await refused(() => crear(), 'TASA_INACTIVA')
    await owner(`UPDATE tipos_cambios SET estatus = true WHERE id = ${casa.tipo}`)
    await refused(() => crear({ historico_id: 999_999 }), 'NO_EXISTE', /esa tasa/)
    const [{ desde }] = (await comoDueno<{ desde: string }>(
      app.url,
      `SELECT actualizado_en::text AS desde FROM tipos_cambios WHERE id = ${casa.tipo}`,
    )) as [{ desde: string }]
    await owner(
      `UPDATE tipos_cambios SET actualizado_en = '2025-11-18T14:59:00Z' WHERE id = ${casa.tipo}`,
    )
    await refused(() => crear(), 'TASA_VENCIDA', /48 h/)
    await owner(`UPDATE tipos_cambios SET actualizado_en = '${desde}' WHERE id = ${casa.tipo}`)
  })
  test('at a changed rate, with both amounts in the refusal, unless kept within its lock', async () => {
    const nueva = await publicarVes(app, casa.tipo, '52.000')
    const error = await refused(() => crear(), 'TASA_CAMBIO', /de 52.412 a 52.000/)
    expect(error.detalle).toMatchObject({
      contravalor_anterior: '26206.00',
      contravalor_nuevo: '26000.00',
      historico_id: nueva,
    })
    const promised = {
      historico_id: Number(error.detalle?.historico_anterior),
      tipo: 'orden',
      tasa: '52.412',
    } as const
    await refused(() => crear({ mantener_tasa: true }), 'COTIZACION_FALTA')
    for (const _ of [1, 2]) await cotizado(app.url, casa.caj.usuario_id, promised)
    const kept = await crear({ mantener_tasa: true })
    expect(kept.body).toMatchObject({ recibe: '26206.00', vence_en: '2025-11-20T15:20:00.000Z' })
    app.setClock('2025-11-20T15:20:01Z')
    await refused(() => crear({ mantener_tasa: true }), 'COTIZACION_FALTA')
    app.setClock(AHORA)
    casa.historico = await publicarVes(app, casa.tipo, '52.412')
  })
  test('for a client who may not operate, or does not exist', async () => {
    await owner(`UPDATE clientes SET estado = 'bloqueado' WHERE id = ${ana}`)
    await refused(() => crear({ historico_id: casa.historico }), 'CLIENTE_BLOQUEADO')
    await owner(`UPDATE clientes SET estado = 'inactivo' WHERE id = ${ana}`)
    await refused(() => crear({ historico_id: casa.historico }), 'INACTIVO')
    await owner(`UPDATE clientes SET estado = 'activo' WHERE id = ${ana}`)
  })
  test('for a beneficiary of another client, an inactive one, or one paid in another currency', async () => {
    const suyo = (await casa.crear(casa.nuevo(), casa.otra)).body.id
    await refused(
      () => crear({ historico_id: casa.historico, beneficiario_id: suyo }),
      'NO_EXISTE',
      /agenda/,
    )
    await owner(`UPDATE beneficiarios SET estatus = false WHERE id = ${casa.beneficiario_id}`)
    await refused(() => crear({ historico_id: casa.historico }), 'INACTIVO')
    await owner(`UPDATE beneficiarios SET estatus = true WHERE id = ${casa.beneficiario_id}`)
    await refused(() => crear({ historico_id: casa.tasas.ventaUsd }), 'VALIDACION', /otra moneda/)
  })
  test('above the user’s limit per operation, or the client’s limit per day or month', async () => {
    await owner(`UPDATE usuarios SET limite_usd = 100 WHERE id = ${caj.usuario_id}`)
    await refused(() => crear({ historico_id: casa.historico }), 'LIMITE_EXCEDIDO', /por operación/)
    await owner(`UPDATE usuarios SET limite_usd = NULL WHERE id = ${caj.usuario_id}`)
    // 500 soles are US$ 142.05; an earlier order counts, an expired or annulled one does not.
    const { rows } = await sql<{ mes: string }>`
      SELECT mes FROM clientes_operado(${ana}, '2025-11-20', NULL)`.execute(app.db)
    const usado = rows[0]?.mes
    await owner(`UPDATE clientes SET limite_dia = ${usado} + 300 WHERE id = ${ana}`)
    expect((await crear({ historico_id: casa.historico })).status).toBe(201)
    const second = await crear({ historico_id: casa.historico })
    expect(second.status).toBe(201)
    await refused(() => crear({ historico_id: casa.historico }), 'LIMITE_EXCEDIDO', /diario/)
    await caj.call(contrato.anular, {
      params: { id: second.body.id },
      body: { motivo: 'Se arrepintió' },
    })
    expect((await crear({ historico_id: casa.historico })).status).toBe(201)
    await owner(
      `UPDATE clientes SET limite_dia = NULL, limite_mes = ${usado} + 300 WHERE id = ${ana}`,
    )
    await refused(() => crear({ historico_id: casa.historico }), 'LIMITE_EXCEDIDO', /mensual/)
    await owner(`UPDATE clientes SET limite_mes = NULL WHERE id = ${ana}`)
  })
  test('from the threshold on without a complete client’s file and a sworn declaration', async () => {
    await ajuste('umbral_declaracion_usd', '100')
    await refused(
      () => crear({ historico_id: casa.historico }),
      'IDENTIFICACION_REQUERIDA',
      /dirección/,
    )
    await owner(
      `UPDATE clientes SET direccion = 'Av. Uno 1', distrito = 'Lince', ocupacion = 'Obrero', origen_fondos = 'Sueldo' WHERE id = ${ana}`,
    )
    await refused(() => crear({ historico_id: casa.historico }), 'DECLARACION_REQUERIDA')
    const declaracion = { origen: 'Sueldo del mes', destino: 'Ayuda a mi madre' }
    const made = await crear({ historico_id: casa.historico, declaracion })
    expect((await of(made.body.id)).declaracion).toEqual(declaracion)
    // 500 soles alone are below it, with what he moved this month they are above.
    await ajuste('umbral_declaracion_usd', '200')
    await refused(() => crear({ historico_id: casa.historico }), 'DECLARACION_REQUERIDA')
    await ajuste('umbral_declaracion_usd', '1000000000')
  })
  test('when it repeats one of minutes ago, until confirmed', async () => {
    await crear({ historico_id: casa.historico, envia: '71.00' })
    await refused(
      () => crear({ historico_id: casa.historico, envia: '71.00', confirmo_duplicado: false }),
      'DOBLE_OPERACION',
    )
    expect(
      (await crear({ historico_id: casa.historico, envia: '71.01', confirmo_duplicado: false }))
        .status,
    ).toBe(201)
  })
})

test('afterwards the books balance', async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})
