import { contrato as ajustesSaldo } from '../../../src/areas/ajustes-saldo/contract.ts'
import { contrato as cierres } from '../../../src/areas/cierres/contract.ts'
import { contrato as comisiones } from '../../../src/areas/comisiones/contract.ts'
import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../../src/areas/gastos/contract.ts'
import { contrato as libro } from '../../../src/areas/libro/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import { contrato as tipos } from '../../../src/areas/tipos-cambios/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { USD } from '../areas/casa.ts'
import type { Answer } from '../servidor/app.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import {
  CAJEROS,
  call,
  enLibros,
  envio,
  gasto,
  MANDAN,
  motivo,
  orden,
  ordenGrande,
  ordenPagada,
  otro,
  paga,
  publica,
  turno,
} from './pasos.ts'
import {
  cajasDe,
  efectivo,
  type Mundo,
  operacion,
  type Persona,
  porBanco,
  soles,
} from './personas.ts'

/* What honest people do all day, in every area that moves money. Thieves do it too, between their moves. */

type Hace = (m: Mundo, yo: Persona) => Promise<Answer>
export interface Honesta {
  quien: readonly Persona[]
  hace: Hace
}

const cientos = (m: Mundo, max: number) => 100 * (m.azar(max) + 1)

/** A price is promised, it changes, and the promise is kept. */
const mantiene: Hace = async (m, yo) => {
  const { id, tasa } = m.tasas.venta
  const quote = { tipo: 'venta' as const, historico_id: id, cliente_id: m.cliente, monto: '100.00' }
  await hecho(m.gente[yo].call(tipos.cotizar, { body: quote }))
  m.pasa(1)
  await publica(m, 'gerente', 'venta', tasa === '3.560' ? '3.562' : '3.560')
  const kept = { historico_id: id, tasa, mantener_tasa: true }
  return call(m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'venta', 100, kept) }))
}

const liquida: Hace = async (m) => {
  const adm = m.gente.admin
  const { items } = (await adm.call(comisiones.listar, { query: { estado: 'devengada' } })).body
  const de = items[0]?.beneficiario
  const ids = items.filter(({ beneficiario }) => beneficiario === de).map(({ id }) => id)
  const made = await hecho(adm.call(comisiones.liquidar, { body: { ids } }))
  return call(
    adm.call(comisiones.pagar, { ...en(made.id), body: { cuenta_id: m.cajas.admin.pen } }),
  )
}

const canje: Hace = (m, yo) =>
  call(
    m.gente[yo].call(compras.crear, {
      body: {
        ...{ tipo: 'canje', cliente_id: m.cliente, divisa_id: USD, monto: '500.00' },
        ...{ historico_id: m.tasas.canje.id, tasa: m.tasas.canje.tasa, confirmo_duplicado: true },
        recibimos: [efectivo(m, cajasDe(m, yo).usd, '500.00')],
        entregamos: [efectivo(m, m.cuentas.euros, '423.00')],
      },
    }),
  )

/** A manager sends from the vault, the cashier receives. */
const envia =
  (contado: string, nota: string | null): Hace =>
  async (m, yo) => {
    const who = m.elige(CAJEROS)
    const sent = await hecho(
      m.gente[yo].call(transferencias.crear, {
        body: envio(m.cuentas.boveda, cajasDe(m, who).pen),
      }),
    )
    const got = await m.gente[who].call(transferencias.recibir, {
      ...en(sent.id),
      body: { contado, nota },
    })
    if (contado === '600.00' || got.status >= 300) return got as Answer
    return call(
      m.gente[otro(m, yo, MANDAN)].call(transferencias.resolver, {
        ...en(sent.id),
        body: { cargo: 'casa', nota: 'Se contó dos veces con la cajera' },
      }),
    )
  }

export const HONESTAS: Record<string, Honesta> = {
  compra: {
    quien: CAJEROS,
    hace: (m, yo) =>
      call(m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'compra', cientos(m, 5)) })),
  },
  venta: {
    quien: CAJEROS,
    hace: (m, yo) =>
      call(m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'venta', cientos(m, 5)) })),
  },
  ventaPorBanco: {
    quien: CAJEROS,
    hace: async (m, yo) => {
      const recibimos = [porBanco(m, soles(400, m.tasas.venta.tasa))]
      const body = operacion(m, yo, 'venta', 400, { recibimos })
      const { id } = await hecho(m.gente[yo].call(compras.crear, { body }))
      const { pagos } = (await m.gente.admin.call(compras.obtener, en(id))).body
      const pago_id = pagos.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
      const who = otro(m, yo, CAJEROS)
      return call(m.gente[who].call(compras.verificar, { ...en(id), body: { pago_id } }))
    },
  },
  canje: { quien: ['cajera'], hace: canje },
  orden: {
    quien: CAJEROS,
    hace: async (m, yo) => call(paga(m, 'pagador', (await ordenPagada(m, yo)).id)),
  },
  ordenGrande: {
    quien: CAJEROS,
    hace: async (m, yo) => call(paga(m, 'pagador', await ordenGrande(m, yo, '1500.00'))),
  },
  beneficiarioAntes: {
    quien: CAJEROS,
    hace: async (m, yo) => {
      const { id } = await hecho(
        m.gente[yo].call(ordenes.crear, { body: orden(m, '300.00') as never }),
      )
      const body = { beneficiario_id: m.beneficiario, motivo: 'El cliente dio otra cuenta' }
      await hecho(m.gente[yo].call(ordenes.cambiarBeneficiario, { ...en(id), body }))
      return call(m.gente[yo].call(ordenes.anular, { ...en(id), body: { motivo } }))
    },
  },
  rebote: {
    quien: ['admin', 'gerente'],
    hace: async (m, yo) => {
      const { id } = await ordenPagada(m, m.elige(CAJEROS))
      const { pago_id } = await hecho(paga(m, 'pagador', id))
      const body = { pago_id, motivo: 'El banco lo devolvió' }
      await hecho(m.gente[yo].call(ordenes.rebotar, { ...en(id), body }))
      return call(paga(m, 'pagador', id))
    },
  },
  envio: { quien: MANDAN, hace: envia('600.00', null) },
  envioConFalta: { quien: MANDAN, hace: envia('590.00', 'Faltaba un billete') },
  deposito: {
    quien: CAJEROS,
    hace: (m, yo) =>
      call(
        m.gente[yo].call(transferencias.crear, {
          body: envio(cajasDe(m, yo).pen, m.cuentas.bancoPen, { referencia: m.ref() }),
        }),
      ),
  },
  gasto: {
    quien: ['gerente'],
    hace: (m, yo) => call(m.gente[yo].call(gastos.crear, { body: gasto(m, '40.00') })),
  },
  gastoGrande: {
    quien: ['gerente'],
    hace: async (m, yo) => {
      const { id } = await hecho(m.gente[yo].call(gastos.crear, { body: gasto(m, '1800.00') }))
      return call(m.gente.admin.call(gastos.aprobar, { ...en(id), body: { nota: null } }))
    },
  },
  ajuste: {
    quien: ['gerente'],
    hace: async (m, yo) => {
      const grande = m.azar(2) === 0
      const body = {
        ...{ cuenta_id: m.cajas.gerente.pen, motivo: 'faltante' as const },
        ...{ monto: grande ? '700.00' : '5.00', observacion: 'Contado dos veces.' },
      }
      const made = await m.gente[yo].call(ajustesSaldo.crear, { body })
      if (!grande || made.status >= 300) return made as Answer
      return call(
        m.gente.admin.call(ajustesSaldo.aprobar, { ...en(made.body.id), body: { nota: null } }),
      )
    },
  },
  retiro: {
    quien: ['admin'],
    hace: (m, yo) => {
      const body = { tipo: 'tercero' as const, origen_id: m.cuentas.bancoPen, monto: '100.00' }
      const a = { concepto: 'retiro' as const, tercero: 'El socio', referencia: m.ref() }
      return call(
        m.gente[yo].call(transferencias.crear, {
          body: { ...body, ...a, confirmo_duplicado: true },
        }),
      )
    },
  },
  turno: {
    quien: CAJEROS,
    hace: async (m, yo) => {
      const id = await turno(m, yo)
      const body = { cargo: null, nota: 'Se contó con la cajera' }
      return call(m.gente[m.elige(MANDAN)].call(cierres.aprobar, { ...en(id), body }))
    },
  },
  arqueo: {
    quien: MANDAN,
    hace: async (m, yo) => {
      const [conteo] = await enLibros(m, 'otra')
      return call(
        m.gente[yo].call(cierres.arquear, {
          body: { ...(conteo as { cuenta_id: number }), motivo: null },
        }),
      )
    },
  },
  publica: {
    quien: ['gerente'],
    hace: (m, yo) => {
      const cual = m.elige(['compra', 'venta'] as const)
      const [base, otra] = cual === 'compra' ? ['3.520', '3.518'] : ['3.560', '3.562']
      return call(publica(m, yo, cual, m.tasas[cual].tasa === base ? otra : base))
    },
  },
  mantiene: { quien: CAJEROS, hace: mantiene },
  liquida: { quien: ['admin'], hace: liquida },
  anula: {
    quien: MANDAN,
    hace: async (m, yo) => {
      const who = m.elige(CAJEROS)
      const { id } = await hecho(
        m.gente[who].call(compras.crear, { body: operacion(m, who, 'compra', 100) }),
      )
      return call(m.gente[yo].call(compras.anular, { ...en(id), body: { motivo } }))
    },
  },
  mira: {
    quien: ['contadora', 'cumplimiento'],
    hace: (m, yo) =>
      yo === 'contadora'
        ? call(m.gente[yo].call(libro.balance, { query: { desde: m.hoy, hasta: m.hoy } }))
        : call(m.gente[yo].call(ordenes.listar, { query: {} })),
  },
}
