import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { montarOrdenes, publicarVes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type DetalleOrden } from '../contract.ts'

const app = await startTestApp()
const START = Date.parse('2025-11-20T15:00:00Z')
app.setClock(new Date(START).toISOString())
const casa = await montarOrdenes(app)
const { adm, caj, pag, ves, cuentas } = casa
const antes = await saldos(app)

/** A random action: most are refused, and then nothing may have changed. */
const intento = fc.record({
  orden: fc.nat(5),
  que: fc.constantFrom(
    ...[
      'crear',
      'cobrar',
      'verificar',
      'rechazar',
      'recotizar',
      'tomar',
      'soltar',
      'pagar',
      'rebotar',
    ],
    ...['observar', 'resolver', 'anular', 'reloj', 'tasa', 'pagar', 'verificar', 'tomar'],
  ),
  n: fc.integer({ min: 1, max: 20_000 }),
})

let minutes = 0

async function intentar(
  ids: number[],
  { orden, que, n }: { orden: number; que: string; n: number },
) {
  if (que === 'reloj') {
    minutes += n % 9
    return app.setClock(new Date(START + minutes * 60_000).toISOString())
  }
  if (que === 'tasa')
    return void (await publicarVes(app, casa.tipo, `5${n % 3}.${100 + (n % 800)}`))
  const id = ids[orden % Math.max(ids.length, 1)]
  if (que === 'crear' || id === undefined) {
    const historico_id = await actual()
    const envia = `${(n % 90) + 1}.${String(n % 100).padStart(2, '0')}`
    const cobros = n % 3 ? [n % 2 ? casa.efectivo(envia) : casa.yape(envia)] : []
    const made = await caj.call(contrato.crear, {
      body: casa.orden({ historico_id, envia, cobros }),
    })
    if (made.status === 201) ids.push(made.body.id)
    return
  }
  const o = (await adm.call(contrato.obtener, { params: { id } })).body
  const call = (who: Client, endpoint: (typeof contrato)[keyof typeof contrato], body: object) =>
    who.call(endpoint, { params: { id }, body })
  await MOVER[que]?.(o, call, n)
}

type Call = (
  who: Client,
  endpoint: (typeof contrato)[keyof typeof contrato],
  body: object,
) => Promise<unknown>
const MOVER: Record<string, (o: DetalleOrden, call: Call, n: number) => Promise<unknown>> = {
  cobrar: (o, call, n) =>
    call(
      caj,
      contrato.registrarCobro,
      n % 2 ? casa.yape(o.envia) : casa.efectivo(`${(n % 20) + 1}.00`),
    ),
  verificar: (o, call) =>
    call(caj, contrato.verificar, { cobro_id: o.cobros.at(-1)?.id ?? 1, referencia: null }),
  rechazar: (o, call) =>
    call(caj, contrato.rechazar, { cobro_id: o.cobros.at(-1)?.id ?? 1, motivo: 'No llegó' }),
  recotizar: async (o, call, n) =>
    call(caj, contrato.recotizar, {
      historico_id: await actual(),
      ...(n % 3 ? { envia: n % 2 ? o.envia : o.cobrado } : { recibe: o.recibe }),
    }),
  tomar: (_, call) => call(pag, contrato.tomar, {}),
  soltar: (_, call) => call(pag, contrato.soltar, { nota: null }),
  pagar: (o, call, n) =>
    call(pag, contrato.pagar, {
      cuenta_id: ves.banesco,
      monto: n % 2 ? o.recibe : `${(n % 700) + 1}.${String(n % 100).padStart(2, '0')}`,
      comision: n % 5 ? '0' : '1.37',
      referencia: casa.referencia(),
    }),
  rebotar: (o, call) =>
    call(adm, contrato.rebotar, { pago_id: o.pagos.at(-1)?.id ?? 1, motivo: 'Rebotó' }),
  observar: (_, call) => call(pag, contrato.observar, { motivo: 'otro', nota: null }),
  resolver: (_, call) => call(pag, contrato.resolver, { nota: null }),
  anular: (_, call, n) =>
    call(adm, contrato.anular, {
      motivo: 'Se arrepintió',
      cuenta_devolucion_id: n % 2 ? cuentas.cajaPen : cuentas.bcpPen,
    }),
}

async function actual(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM tipos_cambios_historico WHERE tipo_cambio_id = ${casa.tipo} AND upper_inf(vigencia)`.execute(
    app.db,
  )
  return rows[0]?.id as number
}

test('after random actions in random order, the books balance and owe exactly the open orders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(intento, { minLength: 10, maxLength: 40 }), async (tries) => {
      const ids: number[] = []
      for (const one of tries) await intentar(ids, one)
      expect((await verificar(app.db)).diferencia).toBeNull()
    }),
    { numRuns: 12, seed: 20_251_120 },
  )
  expect(app.bugs).toEqual([])

  // Every open order can be closed: annulled or paid out, it leaves no debt.
  const open = await comoDueno<{ id: number }>(
    app.url,
    "SELECT id FROM ordenes WHERE estado NOT IN ('anulada', 'completada') ORDER BY id",
  )
  for (const { id } of open) {
    const { pagos } = (await adm.call(contrato.obtener, { params: { id: Number(id) } })).body
    for (const { id: pago_id, estado } of pagos) {
      if (estado === 'pagado') {
        await adm.call(contrato.rebotar, {
          params: { id: Number(id) },
          body: { pago_id, motivo: 'Rebotó' },
        })
      }
    }
    const { status, error } = await adm.call(contrato.anular, {
      params: { id: Number(id) },
      body: { motivo: 'Fin de la prueba', cuenta_devolucion_id: cuentas.bcpPen },
    })
    expect(status, error?.message).toBe(200)
  }
  const after = await saldos(app)
  expect(after['ordenes-por-pagar']).toBeUndefined()
  expect(antes['ordenes-por-pagar']).toBeUndefined()
  expect((await verificar(app.db)).diferencia).toBeNull()
})
