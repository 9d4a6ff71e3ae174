import { contrato } from '../../../src/areas/beneficiarios/contract.ts'
import { entidades } from '../../../src/areas/entidades-financieras/contract.ts'
import { contrato as tiposPago } from '../../../src/areas/tipos-pagos/contract.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { montarCasa, VES } from './casa.ts'

export const PIDE_MOVIL = [
  { clave: 'banco', etiqueta: 'Banco', tipo: 'entidad', obligatorio: true },
  {
    clave: 'telefono',
    etiqueta: 'Teléfono',
    tipo: 'telefono',
    obligatorio: true,
    patron: '04(12|14|16|24|26)\\d{7}',
  },
  {
    clave: 'cedula',
    etiqueta: 'Cédula',
    tipo: 'documento',
    obligatorio: true,
    patron: '[VEJ]\\d{6,9}',
  },
]
const PIDE_CUENTA = [
  { clave: 'banco', etiqueta: 'Banco', tipo: 'entidad', obligatorio: true },
  { clave: 'cuenta', etiqueta: 'Cuenta', tipo: 'cuenta', obligatorio: true },
]

let n = 0

/**
 * A house whose clients have agendas: a Venezuelan bank, two ways of paying there, and what is needed to write a
 * beneficiary down.
 */
export async function montarAgenda(app: TestApp) {
  const casa = await montarCasa(app)
  const { adm } = casa
  const caj = await app.signedIn('caj')
  const { ana, bloqueado: otra } = casa.clientes

  async function entidad(more: Record<string, unknown>): Promise<number> {
    const usual = { pais: 've', tipo: 'banco', algoritmo: 'ninguno', servicio: 'operativo' }
    return (await adm.call(entidades.contrato.crear, { body: { ...usual, ...more } })).body.id
  }

  async function tipo(codigo: string, campos: object[], more = {}): Promise<number> {
    const usual = { sentido: 'sale', pais: 've', moneda_id: VES }
    const body = { codigo, nombre: codigo, ...usual, campos, ...more }
    return (await adm.call(tiposPago.crear, { body })).body.id
  }

  const banesco = await entidad({ nombre: 'Banesco', codigo: '0134', algoritmo: 've20' })
  const movil = await tipo('PAGO_MOVIL', PIDE_MOVIL)
  const transferencia = await tipo('TRANSFERENCIA_VE', PIDE_CUENTA)

  /** A body that is right, with a phone of its own. */
  const nuevo = (more: Record<string, unknown> = {}) => {
    n += 1
    return {
      tipo_pago_id: movil,
      pais: 've',
      moneda_id: VES,
      entidad_id: banesco,
      nombre: 'María Pérez',
      tipo_doc: 'CVE',
      num_doc: 'V-12.345.678',
      campos: { telefono: `0414 ${1_000_000 + n}` },
      ...more,
    }
  }
  const crear = (body: object, cliente = ana, who: Client = caj) =>
    who.call(contrato.crear, { params: { id: cliente }, body })
  return { ...casa, caj, ana, otra, banesco, movil, transferencia, entidad, tipo, nuevo, crear }
}
