import { contrato as aprobaciones } from '../../../src/areas/aprobaciones/contract.ts'
import { contrato as beneficiarios } from '../../../src/areas/beneficiarios/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { contrato as vistos } from '../../../src/areas/vistos/contract.ts'
import { foto, subirFoto } from '../foto.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import { CAJEROS, call, envio, motivo, orden, ordenPagada, otro, paga, publica } from './pasos.ts'
import { cajasDe, efectivo, type Mundo, type Persona, porBanco } from './personas.ts'
import { clienteNuevo, editaCliente, hasta, type Robo, verOrden } from './robo.ts'

/* What is tried with orders, their beneficiaries and payouts, and with money on its way between tills. */

const CAJERA: readonly Persona[] = ['otra']
const JEFES: readonly Persona[] = ['gerente']

/** An order whose money waits to be verified. */
const porVerificar = async (m: Mundo, yo: Persona, envia = '1500.00') => {
  const body = orden(m, envia, [porBanco(m, envia)]) as never
  const { id } = await hecho(m.gente[yo].call(ordenes.crear, { body }))
  return { id, cobro_id: (await verOrden(m, id)).cobros[0]?.id ?? 0 }
}
const verifica = (m: Mundo, quien: Persona, { id, cobro_id }: { id: number; cobro_id: number }) =>
  call(m.gente[quien].call(ordenes.verificar, { ...en(id), body: { cobro_id } }))

/** A beneficiary of the client who is the thief's cousin. */
const primo = async (m: Mundo, yo: Persona) => {
  const body = m.nuevo({ nombre: 'Primo Del Cajero', num_doc: 'V-9.999.999' })
  return (await hecho(m.crear(body, m.cliente, m.gente[yo]))).id
}

const baja = (contado: string) => ({ contado, nota: 'Eso fue lo que llegó' })

export const DE_ORDENES: Record<string, Robo> = {
  cobraEnCajaAjena: {
    ...{ hueco: 'A1', quien: CAJERA, niega: ['CAJA_AJENA'] },
    intenta: (m, yo) => {
      const cobros = [efectivo(m, m.cajas.cajera.pen, '300.00')]
      return call(m.gente[yo].call(ordenes.crear, { body: orden(m, '300.00', cobros) as never }))
    },
  },
  verificaSuCobro: {
    ...{ hueco: 'A2', quien: ['otra', 'gerente'], niega: ['DOS_PERSONAS'] },
    intenta: async (m, yo) => verifica(m, yo, await porVerificar(m, yo)),
  },
  verificaYPaga: {
    ...{ hueco: 'A2', quien: JEFES, niega: ['DOBLE_CONTROL'] },
    intenta: async (m, yo) => {
      const made = await porVerificar(m, 'cajera')
      await verifica(m, yo, made)
      return call(m.gente[yo].call(ordenes.tomar, en(made.id)))
    },
  },
  beneficiarioDespues: {
    ...{ hueco: 'A2', quien: ['otra', 'gerente'], niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const { id } = await ordenPagada(m, 'cajera')
      const body = { beneficiario_id: await primo(m, yo), motivo: 'El cliente dio otra cuenta' }
      await hecho(m.gente[yo].call(ordenes.cambiarBeneficiario, { ...en(id), body }))
      return call(paga(m, yo === 'gerente' ? yo : 'pagador', id))
    },
  },
  respondeLoQueHizo: {
    ...{ hueco: 'A2', quien: JEFES, niega: ['VISTO_IMPLICADO'] },
    intenta: async (m, yo) => {
      const { id } = await ordenPagada(m, 'cajera')
      const body = { beneficiario_id: await primo(m, yo), motivo: 'El cliente dio otra cuenta' }
      await hecho(m.gente[yo].call(ordenes.cambiarBeneficiario, { ...en(id), body }))
      await paga(m, 'pagador', id)
      const mine = (await m.gente.pagador.call(aprobaciones.mias)).body
      const asked = mine.find(({ tipo }) => tipo === 'visto')
      return asked ? call(m.gente[yo].call(vistos.aprobar, en(asked.id))) : null
    },
  },
  cuentaQueNadieVio: {
    ...{ hueco: 'A2', quien: CAJERA, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const id = await primo(m, yo)
      const { version } = (await m.gente[yo].call(beneficiarios.obtener, en(id))).body
      await m.gente[yo].call(beneficiarios.verificar, {
        ...en(id),
        body: { verificado: true, version },
      })
      const cobros = [porBanco(m, '1500.00')]
      const body = orden(m, '1500.00', cobros, { beneficiario_id: id }) as never
      const made = await hecho(m.gente[yo].call(ordenes.crear, { body }))
      const cobro_id = (await verOrden(m, made.id)).cobros[0]?.id ?? 0
      await verifica(m, 'cajera', { id: made.id, cobro_id })
      return call(paga(m, 'pagador', made.id))
    },
  },
  pagaSinVoucher: {
    ...{ hueco: 'A2', quien: JEFES, niega: ['VALIDACION:comprobante_id'] },
    intenta: async (m, yo) => {
      const made = await porVerificar(m, 'cajera')
      await verifica(m, 'otra', made)
      return call(paga(m, yo, made.id, { comprobante_id: null }))
    },
  },
  pagaDeMas: {
    ...{ hueco: 'A2', quien: JEFES, niega: ['VALIDACION:monto'] },
    intenta: async (m, yo) =>
      call(paga(m, yo, (await ordenPagada(m, 'cajera')).id, { monto: '900000.00' })),
  },
  cargoAlto: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) =>
      call(paga(m, yo, (await ordenPagada(m, 'cajera')).id, { comision: '26623.95' })),
  },
  mismoVoucher: {
    ...{ hueco: 'A8', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const bytes = foto()
      const sube = (quien: Persona) => subirFoto(m.gente[quien], ordenes.subirVoucher, bytes)
      const suyo = { comprobante_id: await sube('pagador') }
      await hecho(paga(m, 'pagador', (await ordenPagada(m, 'cajera')).id, suyo))
      const mio = { comprobante_id: await sube(yo) }
      return call(paga(m, yo, (await ordenPagada(m, 'cajera')).id, mio))
    },
  },
  mismaReferenciaDePago: {
    ...{ hueco: 'A8', quien: JEFES, niega: ['REFERENCIA_REPETIDA', 'DUPLICADO'] },
    intenta: async (m, yo) => {
      const referencia = m.ref()
      await hecho(paga(m, yo, (await ordenPagada(m, 'cajera')).id, { referencia }))
      const alike = { referencia: referencia.toLowerCase().replace('-', '.') }
      return call(paga(m, yo, (await ordenPagada(m, 'cajera')).id, alike))
    },
  },
  centavoPorDiez: {
    ...{ hueco: 'A7', quien: CAJERA, niega: ['VALIDACION:cobros.0'] },
    intenta: (m, yo) => {
      const cobros = [efectivo(m, m.cajas.otra.pen, '0.01')]
      return call(m.gente[yo].call(ordenes.crear, { body: orden(m, '0.10', cobros) as never }))
    },
  },
  anulaLoCobrado: {
    ...{ hueco: 'A12', quien: ['otra', 'gerente'], niega: ['VISTO_FALTA', 'SIN_PERMISO'] },
    intenta: async (m, yo) => {
      const grande = m.azar(2) === 0
      const { id } = await ordenPagada(m, yo, grande ? '800.00' : '300.00')
      if (!grande) m.pasa(16)
      const body = { motivo, cuenta_devolucion_id: cajasDe(m, yo).pen }
      return call(m.gente[yo].call(ordenes.anular, { ...en(id), body }))
    },
  },
  devuelveEnEfectivo: {
    ...{ hueco: 'A12', quien: JEFES, queda: ['anulacion'], niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const made = await porVerificar(m, 'cajera')
      await verifica(m, 'otra', made)
      const body = { motivo, cuenta_devolucion_id: m.cajas.gerente.pen }
      return call(m.gente[yo].call(ordenes.anular, { ...en(made.id), body }))
    },
  },
  reboteInventado: {
    ...{ hueco: 'A12', quien: JEFES, queda: ['anulacion'] },
    intenta: async (m, yo) => {
      const { id } = await ordenPagada(m, m.elige(CAJEROS))
      const { pago_id } = await hecho(paga(m, 'pagador', id))
      const body = { pago_id, motivo: 'El banco lo devolvió' }
      return call(m.gente[yo].call(ordenes.rebotar, { ...en(id), body }))
    },
  },
  rebotaLoSuyo: {
    ...{ hueco: 'A12', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const made = await porVerificar(m, 'cajera')
      await verifica(m, 'otra', made)
      const { pago_id } = await hecho(paga(m, yo, made.id))
      const body = { pago_id, motivo: 'El banco lo devolvió' }
      return call(m.gente[yo].call(ordenes.rebotar, { ...en(made.id), body }))
    },
  },
  agenteDelMomento: {
    ...{ hueco: 'A12', quien: CAJERA, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const agente_id = await clienteNuevo(m, yo)
      const body = orden(m, '300.00', [], { agente_id }) as never
      return call(m.gente[yo].call(ordenes.crear, { body }))
    },
  },
  agenteDelCliente: {
    ...{ hueco: 'A12', quien: CAJERA, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const agente_id = await clienteNuevo(m, yo)
      await ordenPagada(m, yo, '100.00')
      return editaCliente(m, yo, m.cliente, { agente_id })
    },
  },
  ordenATasaVieja: {
    ...{ hueco: 'A10', quien: CAJERA, niega: ['COTIZACION_FALTA'] },
    intenta: async (m, yo) => {
      const { id: historico_id, tasa } = m.tasas.ves
      await publica(m, 'gerente', 'ves', tasa === '52.412' ? '52.400' : '52.412')
      const body = orden(m, '300.00', [], { historico_id, mantener_tasa: true }) as never
      return call(m.gente[yo].call(ordenes.crear, { body }))
    },
  },
  sacaDeCajaAjena: {
    ...{ hueco: 'A1', quien: CAJERA, niega: ['CAJA_AJENA'] },
    intenta: (m, yo) => {
      const body = envio(m.elige([m.cajas.cajera.pen, m.cuentas.boveda]), m.cajas.otra.pen)
      return call(m.gente[yo].call(transferencias.crear, { body }))
    },
  },
  recibeLoAjeno: {
    ...{ hueco: 'A1', quien: CAJERA, niega: ['NO_ES_RECEPTOR'] },
    intenta: async (m, yo) => {
      const body = envio(m.cuentas.boveda, m.cajas.cajera.pen)
      const { id } = await hecho(m.gente[m.jefe].call(transferencias.crear, { body }))
      return call(m.gente[yo].call(transferencias.recibir, { ...en(id), body: baja('600.00') }))
    },
  },
  faltaEnElEnvio: {
    ...{ hueco: 'A3', quien: ['otra', 'gerente'], queda: ['diferencia-transito'] },
    intenta: async (m, yo) => {
      const who = otro(m, yo, ['admin', 'gerente'])
      const body = envio(m.cuentas.boveda, cajasDe(m, yo).pen)
      const { id } = await hecho(m.gente[who].call(transferencias.crear, { body }))
      return call(m.gente[yo].call(transferencias.recibir, { ...en(id), body: baja('100.00') }))
    },
  },
  resuelveSuFalta: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['DIFERENCIA_PROPIA'] },
    intenta: async (m, yo) => {
      const body = envio(m.cajas.cajera.pen, m.cajas.gerente.pen)
      const { id } = await hecho(m.gente.cajera.call(transferencias.crear, { body }))
      await m.gente[yo].call(transferencias.recibir, { ...en(id), body: baja('100.00') })
      const cargo = { cargo: 'casa' as const, nota: 'Se perdió por el camino' }
      return call(m.gente[yo].call(transferencias.resolver, { ...en(id), body: cargo }))
    },
  },
  recibeLoQueEnvio: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['ENVIO_PROPIO'] },
    intenta: async (m, yo) => {
      const body = envio(m.cuentas.boveda, m.cajas.cajera.pen)
      const { id } = await hecho(m.gente[yo].call(transferencias.crear, { body }))
      return call(m.gente[yo].call(transferencias.recibir, { ...en(id), body: baja('100.00') }))
    },
  },
  cargoEnElEnvio: {
    ...{ hueco: 'A3', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: (m, yo) => {
      const more = { referencia: m.ref(), comision_origen: '5000.00' }
      const body = envio(m.cuentas.bancoPen, m.cajas.gerente.pen, more)
      return call(m.gente[yo].call(transferencias.crear, { body }))
    },
  },
  anulaSuEnvio: {
    ...{ hueco: 'A12', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) => {
      const body = envio(m.cajas.gerente.pen, m.cuentas.bancoPen, {
        ...{ referencia: m.ref(), monto: '900.00' },
      })
      const { id } = await hecho(m.gente[yo].call(transferencias.crear, { body }))
      return call(m.gente[yo].call(transferencias.anular, { ...en(id), body: { motivo } }))
    },
  },
  muchoAUno: {
    ...{ hueco: 'A9', quien: JEFES, niega: ['VISTO_FALTA'] },
    intenta: (m, yo) =>
      hasta(4, () =>
        call(
          m.gente[yo].call(transferencias.crear, {
            body: {
              ...{ tipo: 'tercero', origen_id: m.cuentas.bancoPen, monto: '400.00' },
              ...{ concepto: 'proveedor', tercero: 'Imprenta Lima', referencia: m.ref() },
              confirmo_duplicado: true,
            },
          }),
        ),
      ),
  },
}
