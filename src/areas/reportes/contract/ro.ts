import { z } from 'zod'
import {
  consultaPagina,
  deColumna,
  decimalText,
  endpoint,
  idQuery,
  instante,
  pagina,
} from '../../../core/contract.ts'
import { comparacion, enumOf, porPeriodo, TIPOS } from './partes.ts'

/** Reasons why an operation is in the register. */
export const MODALIDADES = {
  unica: 'Única',
  multiple: 'Múltiple',
  sin_equivalente: 'Sin equivalente',
} as const
export type Modalidad = keyof typeof MODALIDADES

export const FONDOS = { efectivo: 'Efectivo', cuenta: 'Cuenta', mixto: 'Mixto' } as const

/** Data of the client that the register requires and that may be missing. */
export const FALTAS = {
  cliente: 'cliente',
  nacionalidad: 'nacionalidad',
  nacimiento: 'fecha de nacimiento',
  ocupacion: 'ocupación',
  direccion: 'domicilio',
  representante: 'representante',
  representante_doc: 'documento del representante',
  objeto_social: 'objeto social',
  origen: 'origen de los fondos',
  vence_doc: 'documento vencido',
  usd: 'equivalente en dólares',
} as const
export type Falta = keyof typeof FALTAS

const texto = z.string().nullable()

const fila = z.object({
  origen: z.string(),
  id: z.int(),
  /** Ordinal in the register of these days. */
  n: z.int(),
  oficina: texto,
  fecha: instante,
  numero: z.string(),
  modalidad: enumOf(MODALIDADES, ''),
  tipo: enumOf(TIPOS, ''),
  fondos: enumOf(FONDOS, '').nullable(),
  /** Currencies handed over and received by the client. */
  entrega_moneda: z.string(),
  entrega: decimalText,
  recibe_moneda: z.string(),
  recibe: decimalText,
  tasa: decimalText,
  precision: z.int(),
  usd: decimalText.nullable(),
  /** Total of the client in the calendar month of the operation. */
  acumulado: decimalText.nullable(),
  origen_fondos: texto,
  destino_fondos: texto,
  cliente_id: z.int().nullable(),
  tipo_persona: deColumna<'clientes.tipo_persona'>({ natural: 1, juridica: 1 }).nullable(),
  tipo_doc: texto,
  /** Masked except for its end, unless the user may see clients. */
  num_doc: texto,
  cliente: texto,
  nacionalidad: texto,
  nacimiento: z.iso.date().nullable(),
  ocupacion: texto,
  direccion: texto,
  celular: texto,
  pep: z.boolean().nullable(),
  cuenta_propia: z.boolean().nullable(),
  representante: texto,
  representante_doc: texto,
  /** The beneficiary of an order. */
  beneficiario: texto,
  beneficiario_doc: texto,
  beneficiario_pais: texto,
  cajero: z.string(),
  faltan: z.array(enumOf(FALTAS, '')),
})
export type FilaRo = z.infer<typeof fila>

/** Maximum of days in the register. */
export const MAXIMO_RO = 92

export const registros = {
  ro: endpoint({
    method: 'GET',
    path: '/reportes/ro',
    pesada: true,
    replica: true,
    acceso: 'reportes:ro',
    resumen:
      'Registro de Operaciones: las que llegan al umbral, solas o sumadas en el mes de su cliente',
    query: z.strictObject({
      ...porPeriodo,
      modalidad: enumOf(MODALIDADES, 'Elija una modalidad de la lista.').optional(),
      cliente_id: idQuery('El cliente no es válido.'),
      /** Only operations with missing data. */
      faltan: z.literal('si', { error: 'Ese filtro no existe.' }).optional(),
      limite: consultaPagina.limite,
      cursor: consultaPagina.cursor,
    }),
    response: pagina(fila).extend({
      ...comparacion,
      umbrales: z.object({ unica: decimalText, multiple: decimalText }),
      sumas: z.object({
        operaciones: z.int(),
        clientes: z.int(),
        con_faltas: z.int(),
        usd: decimalText,
      }),
    }),
  }),
}
