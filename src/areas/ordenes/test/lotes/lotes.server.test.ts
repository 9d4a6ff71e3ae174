import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { saldos } from '../../../../../test/support/areas/casa.ts'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { subirFoto } from '../../../../../test/support/foto.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { rechazos } from '../../../../../test/support/servidor/rechazos.ts'
import { darVistos } from '../../../../../test/support/vistos.ts'
import { verificar } from '../../../../main.libros.ts'
import { contrato } from '../../contract.ts'
import { contratoLotes } from '../../lotes/contract.ts'
import { montarLotes } from './casa.ts'

/* batches of payouts by a file for the bank. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, pag, otro, ves } = casa
const refused = rechazos(app)
const owner = (text: string) => comoDueno(app.url, text)
const { NUMEROS, quienes, tomada, crear, ver, pagar } = await montarLotes(app, casa)

describe('a batch', () => {
  test('is one file of several orders, paid line by line as any payout', async () => {
    const before = await saldos(app)
    const ids = [await tomada(0), await tomada(1)]
    const previa = await pag.call(contratoLotes.previa, { query: { ordenes: ids.join(',') } })
    expect(previa.body.cuentas).toMatchObject([
      { id: ves.banesco, total: '10482.40', alcanza: true, fuera: [] },
    ])
    const made = await crear(ids)
    expect(made).toMatchObject({ status: 201, body: { numero: 'LT-2025-000001' } })
    const { id } = made.body
    const lote = await ver(id)
    expect(lote).toMatchObject({ estado: 'abierto', ordenes: 2, pendientes: 2, total: '10482.40' })

    const file = await pag.raw('GET', `/api/ordenes/lotes/${id}/archivo`)
    expect(file.headers['content-disposition']).toContain('LT-2025-000001.txt')
    expect(String(await archivo(id))).toContain(
      `|${NUMEROS[1]}|0134|V12345678|LUIS BENITEZ|CTA\r\n`,
    )

    const [a, b] = lote.lineas
    const paid = await pagar(id, [
      { linea_id: a?.id, referencia: 'BAN-1', monto: '5241.20', cuenta: NUMEROS[0] },
      { linea_id: b?.id, referencia: 'BAN-1' },
    ])
    expect(paid.body).toMatchObject({
      pagadas: 1,
      lineas: [{ pagada: true }, { pagada: false, codigo: 'REFERENCIA_REPETIDA' }],
      message: 'De 2 pagos de LT-2025-000001 se registraron 1.',
    })
    expect(await ver(id)).toMatchObject({ estado: 'abierto', pendientes: 1 })
    expect((await pagar(id, [{ linea_id: b?.id, referencia: 'BAN-2' }])).body.pagadas).toBe(1)
    expect(await ver(id)).toMatchObject({ estado: 'cerrado', pendientes: 0 })
    for (const orden of ids) {
      const { body } = await adm.call(contrato.obtener, { params: { id: orden } })
      expect(body.estado).toBe('completada')
    }
    expect((await saldos(app))['cuenta:Banesco VES']).toBe('1201517.60')
    expect(before['cuenta:Banesco VES']).toBe('1212000.00')
  })

  test('is asked for once: the same key again pays nothing twice', async () => {
    const ids = [await tomada(0)]
    const { id } = (await crear(ids)).body
    const linea = (await ver(id)).lineas[0]?.id
    const body = { lineas: [{ linea_id: linea, referencia: 'BAN-10' }] } as never
    const clave = randomUUID()
    const one = await pag.call(contratoLotes.pagar, { params: { id }, body, clave })
    const two = await pag.call(contratoLotes.pagar, { params: { id }, body, clave })
    expect([one.body.pagadas, two.body]).toEqual([1, one.body])
    await refused(
      () => pagar(id, [{ linea_id: linea, referencia: 'BAN-11' }]).then(first),
      'LOTE_RESUELTA',
    )
  })

  test('keeps its orders still: no other payout, beneficiary, release or annulment, no second batch', async () => {
    const orden = await tomada(0)
    const { id } = (await crear([orden])).body
    const params = { id: orden }
    await refused(() => crear([orden]), 'ORDEN_EN_LOTE', /LT-2025/)
    await refused(
      () =>
        pag.call(contrato.pagar, {
          params,
          body: { cuenta_id: ves.banesco, monto: '5241.20', referencia: 'AMANO-1' },
        }),
      'ORDEN_EN_LOTE',
    )
    await refused(
      () => pag.call(contrato.soltar, { params, body: { nota: null } }),
      'ORDEN_EN_LOTE',
    )
    await refused(
      () =>
        adm.call(contrato.anular, {
          params,
          body: { motivo: 'Se arrepintió', cuenta_devolucion_id: casa.cuentas.bcpPen },
        }),
      'ORDEN_EN_LOTE',
    )
    await refused(
      () =>
        adm.call(contrato.cambiarBeneficiario, {
          params,
          body: { beneficiario_id: quienes[1] as number, motivo: 'Otra cuenta' },
        }),
      'ORDEN_EN_LOTE',
    )
    const said = await adm.call(contratoLotes.rechazar, {
      params: { id },
      body: { linea_id: null, motivo: 'El banco no lo recibió' },
    })
    expect(said.body).toMatchObject({ estado: 'anulado' })
    expect((await pag.call(contrato.soltar, { params, body: { nota: null } })).status).toBe(200)
  })

  test('is refused where a payout would be: another’s order, an observed one, the one who verified, an empty account', async () => {
    const orden = await tomada(0)
    await refused(() => crear([orden], otro), 'ORDEN_TOMADA')
    await pag.call(contrato.observar, {
      params: { id: orden },
      body: { motivo: 'otro', nota: null },
    })
    await refused(() => crear([orden]), 'ORDEN_OBSERVADA')
    await pag.call(contrato.resolver, { params: { id: orden }, body: { nota: null } })
    await owner(`UPDATE cuentas SET limite_op = 5000 WHERE id = ${ves.banesco}`)
    await refused(() => crear([orden]), 'VALIDACION', /hasta Bs 5,000.00/)
    await owner(
      `UPDATE cuentas SET limite_op = NULL, saldo_min = 1195000 WHERE id = ${ves.banesco}`,
    )
    await refused(() => crear([orden]), 'SALDO_INSUFICIENTE')
    await owner(`UPDATE cuentas SET saldo_min = NULL WHERE id = ${ves.banesco}`)
    await refused(
      () =>
        pag.call(contratoLotes.crear, {
          body: { cuenta_id: casa.cuentas.bcpPen, ordenes: [orden] },
        }),
      'VALIDACION',
      /otra moneda/,
    )
    const movil = await casa.en('en_proceso', { envia: '100.00' })
    await refused(() => crear([movil]), 'LOTE_FORMATO', /no se paga a una cuenta/)
    const previa = await pag.call(contratoLotes.previa, { query: { ordenes: String(movil) } })
    expect(previa.body.cuentas[0]?.fuera).toEqual([
      { orden_id: movil, porque: expect.stringMatching(/^se paga por «.+», no a una cuenta$/) },
    ])
    await owner("INSERT INTO roles_permisos VALUES ('pag', 'ordenes:cobrar')")
    const propia = await casa.en('pendiente', {
      beneficiario_id: quienes[1] as number,
      envia: '100.00',
    })
    const params = { id: propia }
    const cobro = await casa.caj.call(contrato.registrarCobro, {
      params,
      body: casa.yape('100.00'),
    })
    await pag.call(contrato.verificar, { params, body: { cobro_id: cobro.body.cobro_id } })
    await pag.call(contrato.tomar, { params })
    await owner(`UPDATE ajustes SET valor = '10' WHERE clave = 'orden_doble_control_usd'`)
    await refused(() => crear([propia]), 'DOBLE_CONTROL')
    await owner(`UPDATE ajustes SET valor = '1000' WHERE clave = 'orden_doble_control_usd'`)
  })

  test('needs the agenda to say what the order says of its beneficiary', async () => {
    const orden = await tomada(2)
    await owner(
      `UPDATE beneficiarios SET campos = '{"cuenta": "01340114870000010099"}' WHERE id = ${quienes[2]}`,
    )
    await refused(() => crear([orden]), 'LOTE_AGENDA', /Luis C/)
    const previa = await pag.call(contratoLotes.previa, { query: { ordenes: String(orden) } })
    expect(previa.body.cuentas[0]?.fuera).toEqual([
      { orden_id: orden, porque: 'la agenda del cliente tiene otros datos' },
    ])
  })

  test('does not take another amount or account from the bank, and tells a file that was changed', async () => {
    const orden = await tomada(0)
    const { id } = (await crear([orden])).body
    const linea_id = (await ver(id)).lineas[0]?.id
    const line = { linea_id, referencia: 'BAN-20' }
    const other = (more: object) => () => pagar(id, [{ ...line, ...more }]).then(first)
    await refused(other({ monto: '5241.21' }), 'LOTE_DISTINTO', /5,241.20/)
    await refused(other({ cuenta: NUMEROS[1] }), 'LOTE_DISTINTO')
    const bytes = new Uint8Array(await archivo(id))
    const check = (file: Uint8Array) =>
      pag.raw('POST', `/api/ordenes/lotes/${id}/comprobar`, Buffer.from(file), {
        'content-type': 'application/octet-stream',
      })
    expect((await check(bytes)).body).toMatchObject({ igual: true })
    bytes[60] = 0x39
    expect((await check(bytes)).body).toMatchObject({ igual: false })
    expect((await pagar(id, [line])).body.pagadas).toBe(1)
  })

  test('of a large order needs its voucher; whoever made the file does not say alone that it was not paid', async () => {
    await owner(`UPDATE ajustes SET valor = '20' WHERE clave = 'orden_doble_control_usd'`)
    const orden = await tomada(0)
    const { id } = (await crear([orden])).body
    const linea_id = (await ver(id)).lineas[0]?.id
    await refused(
      () => pagar(id, [{ linea_id, referencia: 'BAN-30' }]).then(first),
      'VALIDACION',
      /comprobante/,
    )
    await owner("UPDATE ajustes SET valor = '0' WHERE clave = 'anular_propia_usd'")
    const reject = () =>
      pag.call(contratoLotes.rechazar, {
        params: { id },
        body: { linea_id: linea_id ?? 0, motivo: 'Cuenta inválida' },
      })
    await refused(reject, 'VISTO_FALTA')
    const comprobante_id = await subirFoto(pag, contrato.subirVoucher)
    expect(
      (await pagar(id, [{ linea_id, referencia: 'BAN-30', comprobante_id }])).body.pagadas,
    ).toBe(1)

    const otra = await tomada(1)
    const { id: second } = (await crear([otra])).body
    const line = (await ver(second)).lineas[0]?.id ?? 0
    const again = () =>
      pag.call(contratoLotes.rechazar, {
        params: { id: second },
        body: { linea_id: line, motivo: 'Cuenta inválida' },
      })
    await refused(again, 'VISTO_FALTA', /LT-2025/)
    await darVistos(adm)
    expect((await again()).body).toMatchObject({ estado: 'anulado' })
    const [row] = await comoDueno<{ n: number }>(
      app.url,
      `SELECT count(*)::int AS n FROM excepciones WHERE id LIKE 'ordenes_lotes:rechazada:%' AND origen_id = '${otra}'`,
    )
    expect(row?.n).toBe(1)
    await owner(`UPDATE ajustes SET valor = '1000' WHERE clave = 'orden_doble_control_usd'`)
  })

  test('is fixed once made, and the books know what it paid', async () => {
    for (const change of [
      "UPDATE ordenes_lotes SET archivo = 'x', huella = encode(sha256('x'), 'hex')",
      'UPDATE ordenes_lotes SET total = total + 1',
      "UPDATE ordenes_lotes SET estado = 'abierto' WHERE estado = 'cerrado'",
      'UPDATE ordenes_lotes_lineas SET monto = monto + 1',
      'UPDATE ordenes_lotes_lineas SET destino = destino || \'{"cuenta": "1"}\'',
      'DELETE FROM ordenes_lotes_lineas',
    ]) {
      await expect(owner(change), change).rejects.toThrow(/not allowed/)
    }
    expect((await verificar(app.db)).diferencia).toBeNull()
  })
})

test('of a bank of another country that serves this one no code is written: its order stays out', async () => {
  // Its code is that of a bank of this country.
  const entidad_id = await casa.entidad({
    nombre: 'Andino',
    codigo: '0191',
    pais: 'pe',
    paises: [{ pais: 've' }],
  })
  const [tipo] = await owner("SELECT id FROM tipos_pagos WHERE codigo = 'TRANSFERENCIA_VE'")
  const made = await casa.crear(
    casa.nuevo({
      ...{ tipo_pago_id: tipo?.id, entidad_id, nombre: 'Rosa Ibarra' },
      campos: { cuenta: '01910032610000010019' },
    }),
  )
  const id = await casa.en('en_proceso', { beneficiario_id: made.body.id, envia: '100.00' })
  const previa = await pag.call(contratoLotes.previa, { query: { ordenes: String(id) } })
  const porque = 'no se sabe el código de su banco en ese país'
  expect(previa.body.cuentas).toMatchObject([{ entran: [], fuera: [{ orden_id: id, porque }] }])
  expect((await crear([id])).error).toMatchObject({
    codigo: 'LOTE_FORMATO',
    message: expect.stringContaining(porque),
  })
})

async function archivo(id: number): Promise<Buffer> {
  const [row] = await comoDueno<{ archivo: Buffer }>(
    app.url,
    `SELECT archivo FROM ordenes_lotes WHERE id = ${id}`,
  )
  return row?.archivo ?? Buffer.alloc(0)
}

/** The refusal of the only line, as an answer. */
function first(answer: Awaited<ReturnType<typeof pagar>>) {
  const [line] = answer.body.lineas
  return {
    ...answer,
    status: line?.pagada ? 200 : 409,
    error: { codigo: line?.codigo ?? '', message: line?.message ?? '' },
  } as never
}
