import type { OpcionesOrden } from '../../../src/areas/ordenes/contract/opciones.ts'
import { empezar } from '../../../src/areas/ordenes/nueva/calculo/borrador.ts'
import { calcular } from '../../../src/areas/ordenes/nueva/calculo/calculo.ts'
import type { Borrador, Elegible, Escalon } from '../../../src/areas/ordenes/nueva/calculo/tipos.ts'

/* What the form of a new order knows in tests of what it derives. */

const moneda = (id: number, iso: string, simbolo: string) => ({
  ...{ id, iso, simbolo, decimales: 2, nombre: iso, imagen: null },
})
const PEN = moneda(2, 'PEN', 'S/')
const VES = moneda(1, 'VES', 'Bs')
const COP = moneda(4, 'COP', '$')
const USD = moneda(3, 'USD', 'US$')

const escalon = (more: Partial<Escalon> = {}): Escalon => ({
  ...{ pais: 'pe', pais_nombre: 'Perú', base: PEN, cotizacion: VES },
  ...{
    destinos: [{ id: 've', nombre: 'Venezuela' }],
    tasa: '52.412',
    precision: 3,
    metodo_calculo: 'm',
  },
  ...{
    historico_id: 10,
    segmento: 'publico',
    desde: '0',
    hasta: '5000',
    tope: null,
    bloqueo_minutos: 20,
  },
  ...{
    vigente_desde: '2025-11-20T13:00:00Z',
    actualizado_en: '2025-11-20T13:00:00Z',
    rancia: false,
    vencida: false,
  },
  ...{ tasa_costo: '55.758427', en_usd: '0.28' },
  ...more,
})

const tipo = (id: number, more = {}) => ({
  ...{ id, nombre: `t${id}`, efectivo: false, pais: null, moneda_id: null },
  ...{
    pide_referencia: false,
    pide_comprobante: false,
    tarifa: null,
    requiere_verificacion: false,
  },
  cuentas: null as number[] | null,
  ...more,
})
const cuenta = (id: number, tipo_: string, moneda_id: number) => ({
  ...{
    id,
    nombre: `c${id}`,
    tipo: tipo_,
    pais: 'pe',
    marca: null,
    moneda_id,
    pieza: null,
    mia: false,
    de: null,
  },
})

export const OPCIONES: OpcionesOrden = {
  funcional: { id: 2, iso: 'PEN', simbolo: 'S/', decimales: 2, redondeo_efectivo: '0.10' },
  ...{
    umbral_usd: '200',
    umbral_declaracion_usd: '5000',
    limite_usd: '3000',
    doble_control_usd: '1000',
    sla_minutos: 30,
  },
  corredores: [
    escalon({
      pais: 'co',
      pais_nombre: 'Colombia',
      base: COP,
      historico_id: 20,
      hasta: null,
      metodo_calculo: 'd',
      tasa: '21.00',
      precision: 2,
    }),
    escalon(),
    escalon({
      historico_id: 11,
      segmento: 'mayorista',
      tasa: '53.528',
      desde: '5000',
      hasta: null,
    }),
    escalon({ cotizacion: COP, historico_id: 12, hasta: null, tasa: '1046.29', precision: 2 }),
    escalon({ base: USD, historico_id: 13, hasta: null, tasa: '188.57', precision: 2 }),
    // A corridor without a country to pay out in.
    escalon({ cotizacion: USD, destinos: [], historico_id: 14 }),
  ],
  fondos: [
    {
      moneda_id: 1,
      saldo: '800000.00',
      comprometido: '5000.00',
      disponible: '795000.00',
      cuentas: [],
    },
  ],
  cuentas: [cuenta(1, 'caja', 2), cuenta(2, 'banco', 2), cuenta(3, 'banco', 3)],
  tipos_pago: [
    tipo(1, { efectivo: true }),
    tipo(2, { pide_referencia: true }),
    tipo(3, { moneda_id: 4 }),
    tipo(4, { pais: 've' }),
  ],
  denominaciones: [],
}

export const maria = {
  ...{ id: 5, nombre: 'María Pérez', estatus: true, reparos: [], moneda: VES },
  metodo: { id: 1, nombre: 'Pago Móvil', codigo: 'PAGO_MOVIL' },
}

export const PE_VES = 'pe 2 1'
export const cliente = { id: 9, nombre: 'Ana' }
export const listo = (more: Partial<Borrador> = {}): Borrador => ({
  ...empezar(OPCIONES),
  ...{ valor: '500', cliente, beneficiario_id: 5 },
  ...more,
})
export const calc = (borrador: Borrador, agenda: readonly Elegible[] | undefined = [maria]) =>
  calcular(OPCIONES, borrador, agenda)
