import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { contrato as tipos } from '../../../src/areas/tipos-cambios/contract.ts'
import { foto, subirFoto } from '../foto.ts'
import { PASSWORD } from '../servidor/app.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import { call, motivo, publica } from './pasos.ts'
import { efectivo, operacion, type Persona, porBanco, soles } from './personas.ts'
import { con, hasta, type Robo, ventaPorConfirmar, verCompra } from './robo.ts'

/* What is tried at the counter and with rates. */

const CAJERA: readonly Persona[] = ['otra']
const JEFES: readonly Persona[] = ['gerente']

/** A price that a cashier could have promised, and the price after it. */
const cambia = async (m: Parameters<Robo['intenta']>[0]) => {
  const { id, tasa } = m.tasas.venta
  await publica(m, 'gerente', 'venta', tasa === '3.560' ? '3.562' : '3.560')
  return { historico_id: id, tasa }
}

export const DE_MOSTRADOR: Record<string, Robo> = {
  compraEnCajaAjena: {
    ...{ hueco: 'A1', quien: CAJERA, niega: ['CAJA_AJENA'] },
    intenta: con('compra', 100, (m) => ({
      recibimos: [efectivo(m, m.cajas.cajera.usd, '100.00')],
    })),
  },
  vendeDeCajaAjena: {
    ...{ hueco: 'A1', quien: CAJERA, niega: ['CAJA_AJENA'] },
    intenta: con('venta', 100, (m) => ({
      entregamos: [efectivo(m, m.cajas.cajera.usd, '100.00')],
    })),
  },
  pagaDeLaBoveda: {
    ...{ hueco: 'A1', quien: CAJERA, niega: ['CAJA_AJENA'] },
    intenta: con('compra', 100, (m) => ({
      entregamos: [efectivo(m, m.cuentas.boveda, soles(100, m.tasas.compra.tasa))],
    })),
  },
  verificaLoSuyo: {
    ...{ hueco: 'A2', quien: CAJERA, niega: ['DOS_PERSONAS'] },
    intenta: async (m, yo) => {
      const { confirma } = await ventaPorConfirmar(m, yo, 400)
      return confirma?.(m.gente[yo]) ?? null
    },
  },
  inmediato: {
    ...{ hueco: 'A2', quien: ['otra', 'gerente'], espera: ['pendiente'] },
    intenta: async (m, yo) => (await ventaPorConfirmar(m, yo, 500)).made,
  },
  entregaSinComprobante: {
    ...{ hueco: 'A2', quien: JEFES, niega: ['VALIDACION:pago_id', 'DOS_PERSONAS'] },
    intenta: async (m, yo) => {
      const entregamos = [porBanco(m, soles(400, m.tasas.compra.tasa))]
      const body = operacion(m, 'cajera', 'compra', 400, { entregamos })
      const { id } = await hecho(m.gente.cajera.call(compras.crear, { body }))
      const { pagos } = await verCompra(m, id)
      const pago_id = pagos.find(({ estado }) => estado === 'por_verificar')?.id ?? 0
      return call(m.gente[yo].call(compras.verificar, { ...en(id), body: { pago_id } }))
    },
  },
  verificaPorPartes: {
    ...{ hueco: 'A9', quien: ['otra', 'gerente'], niega: ['DOS_PERSONAS_DIA'] },
    intenta: (m, yo) =>
      hasta(
        8,
        async () => {
          const yape = { tipo_pago_id: m.pagos.yape }
          const { made, confirma } = await ventaPorConfirmar(m, yo, 100, yape)
          return confirma ? confirma(m.gente[yo]) : made
        },
        () => m.humo.set(yo, (m.humo.get(yo) ?? 0) + 100),
      ),
  },
  monedaDeMenos: {
    ...{ hueco: 'A7', quien: CAJERA, niega: ['PAGOS_NO_CUADRAN'] },
    intenta: con('compra', 100, (m) => ({
      entregamos: [efectivo(m, m.cajas.otra.pen, soles(100, m.tasas.compra.tasa, '0.10'))],
    })),
  },
  monedaQueNoExiste: {
    ...{ hueco: 'A7', quien: CAJERA, niega: ['VALIDACION:entregamos.0'] },
    intenta: con('compra', 100, (m) => ({
      entregamos: [efectivo(m, m.cajas.otra.pen, soles(100, m.tasas.compra.tasa, '0.07'))],
    })),
  },
  mismaReferencia: {
    ...{ hueco: 'A8', quien: CAJERA, niega: ['REFERENCIA_REPETIDA'] },
    intenta: async (m, yo) => {
      const referencia = m.ref()
      await ventaPorConfirmar(m, 'cajera', 100, { referencia })
      const alike = m.elige([referencia.toLowerCase(), referencia.replace('-', ' ')])
      return (await ventaPorConfirmar(m, yo, 100, { referencia: alike })).made
    },
  },
  mismoNumero: {
    ...{ hueco: 'A8', quien: CAJERA, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const referencia = m.ref()
      await ventaPorConfirmar(m, 'cajera', 100, { referencia })
      const alike = m.elige([referencia.replace('OPER-', ''), referencia.replace('OPER', '000')])
      return (await ventaPorConfirmar(m, yo, 100, { referencia: alike })).made
    },
  },
  mismaFoto: {
    ...{ hueco: 'A8', quien: CAJERA, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const bytes = foto()
      const sube = (quien: Persona) => subirFoto(m.gente[quien], compras.subirComprobante, bytes)
      await ventaPorConfirmar(m, 'cajera', 100, { comprobante_id: await sube('cajera') })
      return (await ventaPorConfirmar(m, yo, 100, { comprobante_id: await sube(yo) })).made
    },
  },
  sinCliente: {
    ...{ hueco: 'A9', quien: ['otra', 'gerente'], niega: ['VISTO_FALTA'] },
    intenta: (m, yo) =>
      hasta(8, () =>
        call(
          m.gente[yo].call(compras.crear, {
            body: operacion(m, yo, 'venta', 100, { cliente_id: null }),
          }),
        ),
      ),
  },
  tasaVieja: {
    ...{ hueco: 'A10', quien: ['otra', 'gerente'], niega: ['COTIZACION_FALTA', 'TASA_CAMBIO'] },
    intenta: async (m, yo) => {
      const old = { ...(await cambia(m)), mantener_tasa: m.azar(3) > 0 }
      return call(m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'venta', 100, old) }))
    },
  },
  cotizacionDeNadie: {
    ...{ hueco: 'A10', quien: CAJERA, niega: ['VALIDACION:nota', 'VALIDACION:historico_id'] },
    intenta: async (m, yo) => {
      const base = { tipo: 'venta' as const, monto: '400.00' }
      if (m.azar(2))
        return call(
          m.gente[yo].call(tipos.cotizar, { body: { ...base, historico_id: m.tasas.venta.id } }),
        )
      const { historico_id } = await cambia(m)
      const body = { ...base, historico_id, cliente_id: m.cliente }
      return call(m.gente[yo].call(tipos.cotizar, { body }))
    },
  },
  cotizacionAjena: {
    ...{ hueco: 'A10', quien: CAJERA, niega: ['COTIZACION_FALTA'] },
    intenta: async (m, yo) => {
      const deOtro = m.azar(2) === 0
      const quote = { tipo: 'venta' as const, historico_id: m.tasas.venta.id, monto: '100.00' }
      await hecho(
        m.gente[deOtro ? 'cajera' : yo].call(tipos.cotizar, {
          body: { ...quote, cliente_id: m.cliente },
        }),
      )
      const old = { ...(await cambia(m)), mantener_tasa: true }
      // A colleague's promise, or for more than was promised.
      const dolares = deOtro ? 100 : 200
      return call(
        m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'venta', dolares, old) }),
      )
    },
  },
  tasaFuera: {
    ...{ hueco: 'A10', quien: ['otra', 'gerente'], niega: ['TASA_FUERA_DE_RANGO'] },
    intenta: con('venta', 100, () => ({ tasa: '3.300' })),
  },
  autorizaSuTasa: {
    ...{ hueco: 'A10', quien: JEFES, niega: ['SOLICITUD_PROPIA'] },
    intenta: async (m, yo) => {
      const { id: historico_id } = m.tasas.venta
      const body = { tipo: 'venta' as const, divisa_id: 3, monto: '100.00', historico_id }
      const { id } = await hecho(
        m.gente[yo].call(compras.pedirTasa, { body: { ...body, tasa: '3.300', motivo } }),
      )
      return call(m.gente[yo].call(compras.aprobarTasa, en(id)))
    },
  },
  firmaPorOtro: {
    ...{ hueco: 'D2', quien: CAJERA, niega: ['CREDENCIALES', 'SIN_PERMISO', 'UNO_MISMO'] },
    intenta: (m, yo) => {
      const { id: historico_id } = m.tasas.venta
      const body = { tipo: 'venta' as const, divisa_id: 3, monto: '100.00', historico_id }
      const firma = { usuario: `cajera.${m.hoy}`, password: PASSWORD }
      return call(
        m.gente[yo].call(compras.firmarTasa, {
          body: { ...body, tasa: '3.300', motivo, ...firma },
        }),
      )
    },
  },
  mismaClave: {
    ...{ hueco: 'claves', quien: CAJERA, niega: ['CLAVE_REUTILIZADA'] },
    intenta: async (m, yo) => {
      const clave = `00000000-0000-4000-8000-${String(100_000_000_000 + m.azar(2 ** 30))}`
      const send = (dolares: number) =>
        m.gente[yo].call(compras.crear, { clave, body: operacion(m, yo, 'venta', dolares) })
      await send(100)
      return call(send(200))
    },
  },
  anulaLoSuyo: {
    ...{ hueco: 'A12', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const tarde = m.azar(2) === 0
      const body = operacion(m, yo, 'compra', tarde ? 100 : 300)
      const { id } = await hecho(m.gente[yo].call(compras.crear, { body }))
      if (tarde) m.pasa(16)
      return call(m.gente[yo].call(compras.anular, { ...en(id), body: { motivo } }))
    },
  },
  anulaSinPermiso: {
    ...{ hueco: 'A12', quien: CAJERA, niega: ['SIN_PERMISO'] },
    intenta: async (m, yo) => {
      const { id } = await hecho(
        m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'compra', 100) }),
      )
      return call(m.gente[yo].call(compras.anular, { ...en(id), body: { motivo } }))
    },
  },
  anulaLoAjeno: {
    ...{ hueco: 'A12', quien: JEFES, queda: ['anulacion'] },
    intenta: async (m, yo) => {
      const { id } = await hecho(
        m.gente.cajera.call(compras.crear, { body: operacion(m, 'cajera', 'venta', 100) }),
      )
      return call(m.gente[yo].call(compras.anular, { ...en(id), body: { motivo } }))
    },
  },
  copiaDePapel: {
    ...{ hueco: 'A13', quien: CAJERA, queda: ['reimpresion'] },
    intenta: async (m, yo) => {
      const { id } = await hecho(
        m.gente[yo].call(compras.crear, { body: operacion(m, yo, 'venta', 100) }),
      )
      await m.gente[yo].call(compras.imprimir, en(id))
      return call(m.gente[yo].call(compras.imprimir, en(id)))
    },
  },
}
