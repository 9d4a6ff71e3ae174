import { contrato as clientes } from '../../../src/areas/clientes/contract.ts'
import { contrato as compras } from '../../../src/areas/compras-ventas/contract.ts'
import { en, hecho } from '../servidor/respuesta.ts'
import { call } from './pasos.ts'
import { operacion, type Persona } from './personas.ts'
import { clienteNuevo, con, editaCliente, propia, type Robo, verCompra } from './robo.ts'

/* What is tried with who a client is. */

const CAJERA: readonly Persona[] = ['otra']

export const DE_CLIENTES: Record<string, Robo> = {
  sinIdentificar: {
    ...{ hueco: 'A11', quien: CAJERA, niega: ['IDENTIFICACION_REQUERIDA'] },
    intenta: async (m, yo) => {
      const sinDatos = m.azar(2) === 0
      const cliente_id = sinDatos ? await clienteNuevo(m, yo, { fecha_nac: null }) : null
      return con('venta', 400, () => ({ cliente_id }))(m, yo)
    },
  },
  sinDeclarar: {
    ...{
      hueco: 'A11',
      quien: CAJERA,
      niega: ['IDENTIFICACION_REQUERIDA', 'DECLARACION_REQUERIDA'],
    },
    intenta: con('venta', 6000, () => ({})),
  },
  bloqueadoVuelve: {
    ...{ hueco: 'A11', quien: CAJERA, niega: ['CLIENTE_PARECIDO'] },
    intenta: async (m, yo) => {
      const more = { nombres: 'BRUNO', apellidos: 'Soto  Vera', fecha_nac: '1975-02-03' }
      const cliente_id = await clienteNuevo(m, yo, more)
      return con('venta', 100, () => ({ cliente_id }))(m, yo)
    },
  },
  quitaPep: {
    ...{ hueco: 'A11', quien: CAJERA, niega: ['VALIDACION:pep', 'SIN_PERMISO'] },
    intenta: async (m, yo) => {
      const pep = { pep: true, pep_cargo: 'Alcalde', pep_entidad: 'Municipalidad' }
      return editaCliente(m, yo, await clienteNuevo(m, yo, pep), { pep: false })
    },
  },
  bajaElRiesgo: {
    ...{ hueco: 'A11', quien: CAJERA, niega: ['VALIDACION:riesgo', 'SIN_PERMISO'] },
    intenta: async (m, yo) =>
      editaCliente(m, yo, await clienteNuevo(m, 'cumplimiento', { riesgo: 'alto' }), {
        riesgo: 'bajo',
      }),
  },
  subeElLimiteDelCliente: {
    ...{ hueco: 'A11', quien: CAJERA, niega: ['VISTO_FALTA'] },
    intenta: async (m, yo) =>
      editaCliente(m, yo, await clienteNuevo(m, yo, { limite_dia: '100.00' }), {
        limite_dia: null,
      }),
  },
  desbloquea: {
    ...{ hueco: 'A11', quien: CAJERA, niega: ['SIN_PERMISO'] },
    intenta: (m, yo) =>
      call(
        m.gente[yo].call(clientes.estado, {
          ...en(m.clientes.bloqueado),
          body: { estado: 'activo', motivo: 'Ya está bien' },
        }),
      ),
  },
  reescribeAlCliente: {
    ...{ hueco: 'A11', quien: CAJERA, niega: ['CONGELADO'] },
    intenta: async (m, yo) => {
      const cliente_id = await clienteNuevo(m, yo)
      const body = operacion(m, yo, 'compra', 100, { cliente_id })
      const { id } = await hecho(m.gente[yo].call(compras.crear, { body }))
      const before = (await verCompra(m, id)).cliente
      await editaCliente(m, yo, cliente_id, { nombres: 'Testaferro', apellidos: 'Del Cajero' })
      return propia((await verCompra(m, id)).cliente === before ? 'CONGELADO' : null)
    },
  },
}
