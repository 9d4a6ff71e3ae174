import { z } from 'zod'
import {
  type Contract,
  consultaDias,
  deColumna,
  decimalText,
  endpoint,
  guardado,
  idParam,
  instante,
  metodoCalculo,
  pagina,
  termParam,
} from '../../core/contract.ts'
import { leerDecimal } from '../../core/dinero/decimal.ts'
import { SEGMENTOS } from '../../core/dinero/tramos.ts'
import {
  booleano,
  entero,
  idSchema,
  monto,
  opcional,
  pais,
  referencia,
  seleccion,
  seleccionDe,
  shape,
  tasa,
  tasaSchema,
  textoMotivo,
} from '../../core/fields.ts'
import { cadaUna, type Fila } from '../../core/semilla.ts'
import { monedaBreve } from '../monedas/contract.ts'
import { corredores, divisaId, divisas, paisId, segmento, ultimas } from './contract/consulta.ts'
import { cotizaciones } from './contract/cotizaciones.ts'
import { deshacer } from './contract/deshacer.ts'
import { completarHistoria, completarTipo } from './contract/semilla.ts'

export const campoMotivo = textoMotivo()
const par = (etiqueta: string) =>
  opcional(referencia(etiqueta, 'pares-divisas', ['pais', 'divisa_base', 'divisa_cotizacion']))

export const campos = {
  pais: pais('País de origen'),
  base_id: referencia('Divisa que entrega', 'monedas/lista', ['iso', 'nombre']),
  cotizacion_id: referencia('Divisa que recibe', 'monedas/lista', ['iso', 'nombre']),
  segmento: seleccion('Segmento', SEGMENTOS, {
    ayuda: 'Según el monto que entrega el cliente. El público es el de los montos menores.',
  }),
  metodo_calculo: seleccionDe<'tipos_cambios.metodo_calculo'>(
    'Método',
    { m: 'Multiplicar (×)', d: 'Dividir (÷)' },
    { ayuda: 'Cómo se dice la tasa: recibe = envía × tasa, o envía ÷ tasa.' },
  ),
  precision: entero('Precisión', { min: 0, max: 8, ayuda: 'Decimales de la tasa.' }),
  par_origen_id: par('Par de origen'),
  par_destino_id: par('Par de destino'),
  margen: monto('Margen (%)', { decimales: 3, max: '30' }),
  monto_min: opcional(
    monto('Monto mínimo', {
      decimales: 8,
      ayuda: 'De lo que entrega el cliente. Rige hasta donde empieza el segmento siguiente.',
    }),
  ),
  monto_max: opcional(monto('Monto máximo', { decimales: 8 })),
  bloqueo_minutos: opcional(
    entero('Vigencia del bloqueo (min)', {
      min: 0,
      max: 1440,
      ayuda: 'Cuánto se respeta una tasa cotizada. Vacío: la del negocio.',
    }),
  ),
}

export const camposModo = {
  tasa_manual: booleano('Tasa manual'),
  tasa: opcional(tasa('Tasa')),
  motivo: opcional(campoMotivo),
}

export type MonedaDeTipo = z.infer<typeof monedaBreve>

/** Cost and profit of a rate, left out for users who may not see profit. */
const costos = {
  tasa_costo: decimalText.nullable().optional(),
  margen: decimalText.nullable().optional(),
}

const tipo = z.object({
  id: z.int(),
  pais: z.string(),
  pais_nombre: z.string(),
  base_id: z.int(),
  cotizacion_id: z.int(),
  divisa_base: monedaBreve,
  divisa_cotizacion: monedaBreve,
  segmento,
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  tasa_manual: z.boolean(),
  historicoTipoCambioId: z.int(),
  vigente_desde: instante,
  par_origen_id: z.int().nullable(),
  par_destino_id: z.int().nullable(),
  monto_min: decimalText.nullable(),
  monto_max: decimalText.nullable(),
  /** Start of the next active segment of the corridor, exclusive; null for no upper bound. */
  hasta: decimalText.nullable(),
  bloqueo_minutos: z.int().nullable(),
  /** Hours since somebody typed or confirmed the prices behind the rate. */
  edad_horas: z.number(),
  /** `rancia`: older than `tasa_rancia_horas`, a warning; `vencida`: older than twice that, not quotable. */
  rancia: z.boolean(),
  vencida: z.boolean(),
  /** `margen` is the rule's, in percent; `margen_efectivo` is what the rate in force earns today. */
  ...costos,
  margen_efectivo: decimalText.nullable().optional(),
  /** The rate that the rule yields now; null without pairs. */
  tasa_automatica: decimalText.nullable().optional(),
  bajo_costo: z.boolean().optional(),
  estatus: z.boolean(),
  version: z.int(),
})
export type TipoCambio = z.infer<typeof tipo>

const historia = z.object({
  id: z.int(),
  tasa: decimalText,
  precision: z.int(),
  metodo_calculo: metodoCalculo,
  origen: deColumna<'tipos_cambios_historico.origen'>({ automatico: 1, manual: 1, par: 1 }),
  ...costos,
  precio_origen: decimalText.nullable().optional(),
  precio_destino: decimalText.nullable().optional(),
  vigente_desde: instante,
  /** Null while in force. */
  vigente_hasta: instante.nullable(),
  usuario: z.string().nullable(),
  motivo: z.string().nullable(),
  /** Published by mistake and undone since. */
  deshecha: z.boolean(),
  /** Number of operations made at this rate. */
  operaciones: z.int(),
})
export type HistoriaTipo = z.infer<typeof historia>

const publicada = guardado.extend({ tasa: decimalText, historicoTipoCambioId: z.int() })

const distintas = (b: { base_id: number; cotizacion_id: number }) => b.base_id !== b.cotizacion_id
const DISTINTAS = {
  message: 'Elija una divisa distinta de la que entrega.',
  path: ['cotizacion_id'],
}

/** A segment besides the public one needs its lower bound. */
const empieza = (b: { segmento?: string | undefined; monto_min: string | null }) =>
  (b.segmento ?? 'publico') === 'publico' ||
  (b.monto_min !== null && leerDecimal(b.monto_min)?.lte(0) !== true)
const EMPIEZA = { message: 'Escriba desde qué monto rige el segmento.', path: ['monto_min'] }

export const contrato = {
  ...cotizaciones,
  listar: endpoint({
    method: 'GET',
    path: '/tipos-cambios',
    acceso: 'tipos-cambios:ver',
    resumen: 'Tipos de cambio con su tasa vigente',
    response: z.array(tipo),
    lee: cadaUna(completarTipo),
  }),
  buscar: endpoint({
    method: 'GET',
    path: '/tipos-cambios/search/:term',
    acceso: 'tipos-cambios:ver',
    resumen: 'Busca tipos de cambio por país, ISO o nombre de sus divisas',
    params: termParam,
    response: z.array(tipo),
    lee: cadaUna(completarTipo),
  }),
  obtener: endpoint({
    method: 'GET',
    path: '/tipos-cambios/:id',
    acceso: 'tipos-cambios:ver',
    resumen: 'Un tipo de cambio',
    params: idParam,
    response: tipo,
    lee: (answer) => completarTipo(answer as Fila),
  }),
  historico: endpoint({
    method: 'GET',
    path: '/tipos-cambios/historico/:id',
    acceso: 'tipos-cambios:ver',
    resumen: 'Tasas que tuvo un tipo de cambio, la más reciente primero',
    params: idParam,
    query: z.strictObject(consultaDias),
    response: pagina(historia),
    lee: completarHistoria,
  }),
  ...{ divisas, corredores, ultimas },
  ...deshacer,
  proponer: endpoint({
    method: 'GET',
    path: '/tipos-cambios/proponer',
    acceso: 'tipos-cambios:editar',
    resumen: 'Pares que derivan la tasa de un corredor, y la tasa que resulta',
    query: z.strictObject({
      pais: paisId,
      base: divisaId,
      cotizacion: divisaId,
      metodo_calculo: metodoCalculo.optional(),
      precision: z
        .string()
        .regex(/^[0-8]$/, 'La precisión va de 0 a 8.')
        .transform(Number)
        .optional(),
      margen: campos.margen.schema.optional(),
    }),
    response: z.object({
      par_origen_id: z.int().nullable(),
      par_destino_id: z.int().nullable(),
      metodo_calculo: metodoCalculo,
      precision: z.int(),
      tasa_costo: decimalText.nullable(),
      tasa: decimalText.nullable(),
    }),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/tipos-cambios',
    acceso: 'tipos-cambios:editar',
    resumen: 'Crea un tipo de cambio, automático o con tasa manual',
    body: z
      .strictObject({
        ...shape(campos),
        ...shape(camposModo),
        segmento: segmento.default('publico'),
      })
      .refine(distintas, DISTINTAS)
      .refine(empieza, EMPIEZA),
    response: publicada,
    status: 201,
  }),
  editar: endpoint({
    method: 'PUT',
    path: '/tipos-cambios/:id',
    acceso: 'tipos-cambios:editar',
    resumen: 'Edita identidad y regla; una tasa automática se recalcula',
    params: idParam,
    body: z
      .strictObject({
        ...shape(campos),
        /** Left out: unchanged. */
        segmento: segmento.optional(),
        /** Required when the rate is manual and its method or currencies change. */
        tasa: camposModo.tasa.schema,
        motivo: camposModo.motivo.schema,
        version: z.int(),
      })
      .refine(distintas, DISTINTAS)
      .refine(empieza, EMPIEZA),
    response: publicada,
  }),
  tasa: endpoint({
    method: 'PUT',
    path: '/tipos-cambios/tasa/:id',
    acceso: 'tipos-cambios:publicar',
    resumen: 'Escribe una tasa: queda manual',
    params: idParam,
    body: z.strictObject({
      tasa: tasaSchema,
      motivo: campoMotivo.schema,
      version: z.int().optional(),
    }),
    response: publicada,
  }),
  estatus: endpoint({
    method: 'PUT',
    path: '/tipos-cambios/estatus/:id',
    acceso: 'tipos-cambios:publicar',
    resumen: 'Activa o desactiva un tipo de cambio',
    params: idParam,
    response: z.object({ id: z.int(), estatus: z.boolean(), message: z.string() }),
  }),
  tasaManual: endpoint({
    method: 'POST',
    path: '/tipos-cambios/tasa-manual',
    acceso: 'tipos-cambios:publicar',
    resumen: 'Fija la tasa a mano, o la devuelve al cálculo automático',
    body: z.strictObject({
      id: idSchema,
      tasa_manual: z.boolean({ error: 'Elija sí o no.' }),
      tasa: camposModo.tasa.schema,
      motivo: campoMotivo.schema,
      version: z.int().optional(),
    }),
    response: publicada.extend({ tasa_manual: z.boolean() }),
  }),
} satisfies Contract
