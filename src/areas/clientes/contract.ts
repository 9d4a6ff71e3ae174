import { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import { answerShape } from '../../core/catalog.ts'
import {
  type Contract,
  consultaPagina,
  deColumna,
  decimalText,
  endpoint,
  guardado,
  historial,
  idParam,
  idQuery,
  instante,
  keyOf,
  ordenPor,
  pagina,
  termParam,
} from '../../core/contract.ts'
import { tipoDocumento } from '../../core/documento/paises/campo.ts'
import {
  booleano,
  busqueda,
  correo,
  etiquetas,
  fecha,
  lista,
  monto,
  opcional,
  seleccion,
  seleccionDe,
  shape,
  texto,
} from '../../core/fields.ts'
import {
  camposBeneficiario,
  celular,
  cuentaPropia,
  documento,
  nombre,
  paisReal,
} from './contract/campos.ts'
import { cumplimiento } from './contract/cumplimiento.ts'
import { deSusPapeles } from './contract/documentos.ts'
import { deLimites } from './contract/limites.ts'
import { NIVELES, RIESGOS, revisarCliente } from './rules.ts'

export const PERSONAS = { natural: 'Natural', juridica: 'Jurídica' } as const satisfies Record<
  Palabras['clientes.tipo_persona'],
  string
>
export const ESTADOS = {
  activo: 'Activo',
  observado: 'Observado',
  bloqueado: 'Bloqueado',
  inactivo: 'Inactivo',
} as const satisfies Record<Palabras['clientes.estado'], string>
export type Estado = keyof typeof ESTADOS
export const RIESGO = { bajo: 'Bajo', medio: 'Medio', alto: 'Alto' } as const satisfies Record<
  Palabras['clientes.riesgo'],
  string
>

/** The currency of thresholds, limits and operated amounts. */
export const DOLARES = { simbolo: 'US$', decimales: 2 } as const

export const campos = {
  tipo_persona: seleccion('Persona', PERSONAS),
  tipo_doc: tipoDocumento,
  num_doc: documento,
  vence_doc: opcional(fecha('Vencimiento del documento')),
  nombres: opcional(nombre('Nombres')),
  apellidos: opcional(nombre('Apellidos')),
  fecha_nac: opcional(fecha('Fecha de nacimiento', { hasta: 'hoy' })),
  nacionalidad: opcional(paisReal('Nacionalidad')),
  razon_social: opcional(texto('Razón social', { min: 2, max: 160 })),
  objeto_social: opcional(texto('Objeto social', { max: 200 })),
  representante: opcional(texto('Representante legal', { max: 120 })),
  representante_doc: opcional(texto('Documento del representante', { max: 30 })),
  beneficiarios_finales: lista('Beneficiarios finales (más de 25\u00a0%)', camposBeneficiario, {
    singular: 'beneficiario',
    max: 3,
  }),
  sin_beneficiario_final: booleano('Ningún accionista supera el 25\u00a0%'),
  celular,
  correo: opcional(correo()),
  residencia: opcional(paisReal('País de residencia')),
  direccion: opcional(texto('Dirección', { max: 200 })),
  distrito: opcional(texto('Distrito', { max: 80 })),
  ocupacion: opcional(texto('Ocupación', { max: 200 })),
  centro_trabajo: opcional(texto('Centro de trabajo', { max: 120 })),
  origen_fondos: opcional(texto('Origen de los fondos', { max: 200 })),
  cuenta_propia: cuentaPropia,
  pep: booleano('Es persona expuesta políticamente (PEP)'),
  pep_cargo: opcional(texto('Cargo público', { max: 120 })),
  pep_entidad: opcional(texto('Entidad pública', { max: 120 })),
  pep_hasta: opcional(fecha('Hasta cuándo lo ejerció')),
  riesgo: opcional(
    seleccion('Riesgo', RIESGO, {
      ayuda: 'Vacío: el que le toca por regla. Un PEP es alto siempre.',
    }),
  ),
  agente_id: opcional(busqueda('Agente o referidor', 'clientes', ['nombre', 'num_doc'])),
  segmento: seleccionDe<'clientes.segmento'>('Segmento', {
    publico: 'Público',
    mayorista: 'Mayorista',
  }),
  limite_dia: opcional(monto('Límite diario', { unidad: 'US$' })),
  limite_mes: opcional(monto('Límite mensual', { unidad: 'US$' })),
  etiquetas: etiquetas('Etiquetas', 'clientes/etiquetas'),
  notas: opcional(texto('Notas', { max: 1000, lineas: 3 })),
}

const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')
const persona = keyOf(PERSONAS, 'Elija natural o jurídica.')
const tipoDoc = campos.tipo_doc.schema

const body = z.strictObject(shape(campos)).superRefine(revisarCliente)
export type ClienteNuevo = z.input<typeof body>

/** A client in pickers and in the list. */
const resumen = z.object({
  id: z.int(),
  nombre: z.string(),
  tipo_persona: persona,
  tipo_doc: tipoDoc,
  num_doc: z.string(),
  celular: z.string(),
  pep: z.boolean(),
  vence_doc: z.string().nullable(),
  /** The document has expired by the current business day. */
  documento_vencido: z.boolean(),
  estado,
  nivel: z.enum(NIVELES),
  riesgo_efectivo: z.enum(RIESGOS),
  etiquetas: z.array(z.string()),
  segmento: deColumna<'clientes.segmento'>({ publico: 1, mayorista: 1 }),
  /** Needs the compliance officer's approval, and has no valid one. */
  por_aprobar: z.boolean(),
  /** True when another client names him as agent. */
  es_agente: z.boolean(),
  /** Missing fields of the full form; the second list contains those that identification alone requires. */
  faltan: z.array(z.string()),
  faltan_identidad: z.array(z.string()),
})
export type ClienteResumen = z.infer<typeof resumen>

/** His operations; annulled ones do not count. */
const operado = {
  /** US$ of the last 30 business days, today included. */
  operado_30d: decimalText,
  ultima_operacion: instante.nullable(),
}

const detalle = resumen.extend({
  ...answerShape(campos),
  tipo_persona: persona,
  tipo_doc: tipoDoc,
  agente: z.object({ id: z.int(), nombre: z.string() }).nullable(),
  /** How many clients name this one as their agent. */
  referidos: z.int(),
  ...operado,
  motivo_estado: z.string().nullable(),
  /** A politically exposed person, a company or a high risk: needs an approval to operate. */
  reforzado: z.boolean(),
  /** The last approval, valid or not; `por` null: given before approvals existed, `vence` null: does not expire. */
  aprobacion: z
    .object({
      en: instante,
      por: z.string().nullable(),
      nota: z.string(),
      vence: instante.nullable(),
    })
    .nullable(),
  creado_en: instante,
  version: z.int(),
  /** Blocked clients whom he resembles: he does not operate until compliance has looked. */
  parecidos: z.array(z.object({ id: z.int(), nombre: z.string(), por: z.string() })),
  ...deSusPapeles,
  historial,
})
export type ClienteDetalle = z.infer<typeof detalle>

export const camposAprobacion = {
  nota: texto('Qué revisó y por qué lo aprueba', { min: 10, max: 500, lineas: 3 }),
}

export const camposEstado = {
  estado: seleccion('Estado', ESTADOS),
  motivo: texto('Motivo', { min: 5, max: 200, lineas: 2 }),
}

/** Filters for clients that need review, and for agents. */
export const REVISAR = {
  aprobar: 'Por aprobar',
  incompleto: 'Ficha incompleta',
  vencido: 'Documento vencido',
  pep: 'PEP',
  riesgo: 'Riesgo alto',
  bloqueado: 'Bloqueados',
  agente: 'Agentes',
} as const

const ORDENES = ['nombre', 'documento', 'vence_doc', 'creado_en'] as const

export const contrato = {
  listar: endpoint({
    method: 'GET',
    path: '/clientes',
    acceso: 'clientes:ver',
    resumen: 'Clientes, por nombre o por fecha de registro',
    query: z.strictObject({
      limite: consultaPagina.limite,
      cursor: consultaPagina.cursor,
      buscar: consultaPagina.buscar,
      estado: estado.optional(),
      tipo_persona: persona.optional(),
      revisar: keyOf(REVISAR, 'Ese filtro no existe.').optional(),
      /** Filters the clients of this agent. */
      agente_id: idQuery('El agente no es válido.'),
      etiqueta: z.string().trim().min(1).max(30).optional(),
      orden: ordenPor(ORDENES),
    }),
    ordena: ORDENES,
    response: pagina(resumen.extend({ creado_en: instante, ...operado })),
  }),
  buscar: endpoint({
    method: 'GET',
    path: '/clientes/search/:term',
    privada: true,
    acceso: 'clientes:ver',
    resumen: 'Busca clientes por nombre, documento o celular',
    params: termParam,
    response: z.array(resumen),
  }),
  etiquetas: endpoint({
    method: 'GET',
    path: '/clientes/etiquetas',
    acceso: 'clientes:ver',
    resumen: 'Etiquetas en uso, las más usadas primero',
    response: z.array(z.string()),
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/clientes/:id',
    acceso: 'clientes:ver',
    resumen: 'Un cliente con su nivel y su historial',
    params: idParam,
    response: detalle,
  }),
  limites: deLimites,
  crear: endpoint({
    method: 'POST',
    path: '/clientes',
    acceso: 'clientes:editar',
    resumen: 'Crea un cliente',
    body,
    /** `parecido_id`: another client with the same name and birth date. */
    response: guardado.extend({ parecido_id: z.int().nullable() }),
    status: 201,
  }),
  editar: endpoint({
    method: 'PUT',
    path: '/clientes/:id',
    acceso: 'clientes:editar',
    resumen: 'Edita un cliente',
    params: idParam,
    body: z.strictObject({ ...shape(campos), version: z.int() }).superRefine(revisarCliente),
    response: guardado,
  }),
  estado: endpoint({
    method: 'PUT',
    path: '/clientes/estado/:id',
    acceso: 'clientes:bloquear',
    resumen: 'Observa, bloquea, inactiva o reactiva un cliente, con motivo',
    params: idParam,
    body: z.strictObject(shape(camposEstado)),
    response: guardado.extend({ estado }),
  }),
  aprobar: endpoint({
    method: 'PUT',
    path: '/clientes/aprobar/:id',
    acceso: 'clientes:aprobar',
    resumen: 'Aprueba a un cliente de debida diligencia reforzada, por el plazo de la casa',
    params: idParam,
    /** `version`: the version of the client's data that the officer reviewed. */
    body: z.strictObject({ ...shape(camposAprobacion), version: z.int() }),
    response: guardado,
  }),
  ...cumplimiento,
} satisfies Contract
