import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato } from '../contract.ts'
import { TRANSICIONES } from '../rules/base.ts'
import { ACCIONES, type Accion } from '../rules.ts'

const AHORA = '2025-11-20T15:00:00Z'
const DESPUES = '2025-11-20T15:21:00Z'

const app = await startTestApp()
app.setClock(AHORA)
const casa = await montarOrdenes(app)
const { adm, caj, pag, otro, ves, cuentas } = casa

const ok = async (call: ReturnType<Client['call']>) => {
  const { status, error } = await call
  if (status >= 300) throw new Error(error.message)
}
const observar = (id: number) =>
  ok(caj.call(contrato.observar, { params: { id }, body: { motivo: 'otro', nota: null } }))
const pagar = (monto: string) => ({
  cuenta_id: ves.banesco,
  monto,
  referencia: casa.referencia(),
})

/** An order in every state and variant, and how to bring it there. */
const SITUACIONES: Record<string, () => Promise<number>> = {
  pendiente: () => casa.en('pendiente', { cobros: [casa.yape('200.00')] }),
  vencida: async () => {
    app.setClock(AHORA)
    const id = await casa.en('pendiente', { cobros: [casa.yape('200.00')] })
    app.setClock(DESPUES)
    return id
  },
  pagada: () => casa.en('pagada'),
  'pagada, observada': async () => {
    const id = await casa.en('pagada')
    await observar(id)
    return id
  },
  en_proceso: () => casa.en('en_proceso'),
  'en_proceso, observada': async () => {
    const id = await casa.en('en_proceso')
    await observar(id)
    return id
  },
  'en_proceso, con un pago': async () => {
    const id = await casa.en('en_proceso')
    await ok(pag.call(contrato.pagar, { params: { id }, body: pagar('206.00') }))
    return id
  },
  completada: () => casa.en('completada', { envia: '50.00' }),
  anulada: async () => {
    const id = await casa.en('pendiente')
    await ok(caj.call(contrato.anular, { params: { id }, body: { motivo: 'Se arrepintió' } }))
    return id
  },
}

type Hacer = (who: Client, id: number) => Promise<{ status: number; error: { codigo?: string } }>

const of = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

/** Each action with valid input, so that only user and state decide. */
const HACER: Record<Exclude<Accion, 'crear' | 'vencer'>, Hacer> = {
  cobrar: (who, id) =>
    who.call(contrato.registrarCobro, { params: { id }, body: casa.yape('100.00') }),
  verificar: async (who, id) =>
    who.call(contrato.verificar, {
      params: { id },
      body: { cobro_id: (await of(id)).cobros[0]?.id ?? 1, referencia: null },
    }),
  rechazar: async (who, id) =>
    who.call(contrato.rechazar, {
      params: { id },
      body: { cobro_id: (await of(id)).cobros[0]?.id ?? 1, motivo: 'No llegó' },
    }),
  recotizar: (who, id) =>
    who.call(contrato.recotizar, {
      params: { id },
      body: { historico_id: casa.historico, envia: '400.00' },
    }),
  beneficiario: (who, id) =>
    who.call(contrato.cambiarBeneficiario, {
      params: { id },
      body: { beneficiario_id: casa.beneficiario_id, motivo: 'Se corrigió' },
    }),
  tomar: (who, id) => who.call(contrato.tomar, { params: { id } }),
  relevar: (who, id) => who.call(contrato.tomar, { params: { id }, body: { relevar: true } }),
  soltar: (who, id) => who.call(contrato.soltar, { params: { id }, body: { nota: null } }),
  pagar: (who, id) => who.call(contrato.pagar, { params: { id }, body: pagar('100.00') }),
  rebotar: async (who, id) =>
    who.call(contrato.rebotar, {
      params: { id },
      body: { pago_id: (await of(id)).pagos[0]?.id ?? 1, motivo: 'Rebotó' },
    }),
  observar: (who, id) =>
    who.call(contrato.observar, { params: { id }, body: { motivo: 'otro', nota: null } }),
  resolver: (who, id) => who.call(contrato.resolver, { params: { id }, body: { nota: null } }),
  anular: (who, id) =>
    who.call(contrato.anular, {
      params: { id },
      body: { motivo: 'Se arrepintió', cuenta_devolucion_id: cuentas.bcpPen },
    }),
}

const QUIENES: Record<string, Client> = { adm, caj, pag, otro }
/** Observing again is accepted with a new reason, although the page offers to resolve first. */
const SOBRA = new Set(['observar'])

test('the table of transitions, and what it leaves out', () => {
  const moves = TRANSICIONES.filter(([, de, a]) => de !== a).map(
    ([accion, de, a]) => `${accion}: ${de} → ${a}`,
  )
  expect(moves).toEqual([
    'crear: null → pendiente',
    'verificar: pendiente → pagada',
    'vencer: pendiente → vencida',
    'recotizar: vencida → pendiente',
    'tomar: pagada → en_proceso',
    'soltar: en_proceso → pagada',
    'pagar: en_proceso → completada',
    'rebotar: completada → en_proceso',
    'anular: pendiente → anulada',
    'anular: vencida → anulada',
    'anular: pagada → anulada',
    'anular: en_proceso → anulada',
  ])
})

for (const [situacion, preparar] of Object.entries(SITUACIONES)) {
  test(`${situacion}: every action by everybody does what the page offers, and nothing else`, async () => {
    for (const [name, who] of Object.entries(QUIENES)) {
      for (const [accion, hacer] of Object.entries(HACER) as [keyof typeof HACER, Hacer][]) {
        const id = await preparar()
        const before = (await who.call(contrato.obtener, { params: { id } })).body
        const offered = before.acciones.includes(accion)
        const { status, error } = await hacer(who, id)
        const said = `${name} ${ACCIONES[accion]}: ${status} ${error.codigo ?? ''}`
        if (offered) expect(status, said).toBeLessThan(300)
        else if (status < 300) expect(SOBRA.has(accion), said).toBe(true)
        // 404: the line does not exist.
        else expect([403, 404, 409], said).toContain(status)
        const after = (await who.call(contrato.obtener, { params: { id } })).body
        if (status >= 300) {
          expect({ ...after, historial: [] }, said).toEqual({ ...before, historial: [] })
        } else {
          const last = after.pasos.at(-1)
          expect(after.estado, said).toBe(last?.a)
          expect(
            TRANSICIONES.some(
              ([one, de, a]) => one === last?.accion && de === last.de && a === last.a,
            ),
            said,
          ).toBe(true)
          expect(after.version).toBeGreaterThan(before.version)
        }
        app.setClock(AHORA)
      }
    }
    expect((await verificar(app.db)).diferencia).toBeNull()
  })
}

test('the clock expires orders, once, and announces it', async () => {
  const id = await casa.en('pendiente')
  app.setClock(DESPUES)
  // Readers see it as expired before the job runs.
  expect((await of(id)).estado).toBe('vencida')
  const { rows } = await sql<{ n: number }>`SELECT ordenes_vencer() AS n`.execute(app.db)
  expect(rows[0]?.n).toBeGreaterThan(0)
  const again = await sql<{ n: number }>`SELECT ordenes_vencer() AS n`.execute(app.db)
  expect(again.rows[0]?.n).toBe(0)
  const { estado, estado_desde, vence_en, pasos } = await of(id)
  expect({ estado, estado_desde }).toEqual({ estado: 'vencida', estado_desde: vence_en })
  expect(pasos.at(-1)).toMatchObject({ accion: 'vencer', usuario: null })
  app.setClock(AHORA)
})
