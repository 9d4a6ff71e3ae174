import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import {
  type Contract,
  endpoint,
  guardado,
  idParam,
  instante,
  keyOf,
} from '../../../core/contract.ts'
import { adjunto, adjuntosDe } from '../../../core/documento/adjunto.ts'
import {
  fecha,
  idSchema,
  opcional,
  seleccionDe,
  shape,
  texto,
  textoMotivo,
} from '../../../core/fields.ts'

export const PAPELES = {
  'identidad-anverso': 'Documento de identidad, anverso',
  'identidad-reverso': 'Documento de identidad, reverso',
  domicilio: 'Comprobante de domicilio',
  'origen-fondos': 'Declaración de origen de fondos',
  poderes: 'Poderes del representante',
  otro: 'Otro documento',
} as const satisfies Record<Palabras['clientes_documentos.tipo'], string>
export type Papel = keyof typeof PAPELES

export const ESTADOS_PAPEL = {
  vigente: 'Vigente',
  reemplazado: 'Reemplazado',
  rechazado: 'Rechazado',
} as const satisfies Record<Palabras['clientes_documentos.estado'], string>

/** Kinds that never expire: the date of an identity document stands on one of its sides. */
const SIN_FECHA: readonly Papel[] = ['identidad-reverso', 'origen-fondos']
export const vencePapel = (tipo: Papel) => !SIN_FECHA.includes(tipo)

export const camposPapel = {
  tipo: seleccionDe<'clientes_documentos.tipo'>('Documento', PAPELES),
  titulo: opcional(texto('Qué documento es', { min: 3, max: 80 })),
  vence: opcional(fecha('Vence')),
  motivo: opcional(textoMotivo('Por qué lo reemplaza')),
}

const body = z
  .strictObject({
    ...shape(camposPapel),
    adjunto_id: z.int({ error: 'Adjunte el archivo.' }).min(1, 'Adjunte el archivo.'),
    /** The paper in force that this one replaces, as the caller saw it. */
    reemplaza_id: idSchema.nullable().default(null),
  })
  .superRefine(({ tipo, titulo, vence, motivo, reemplaza_id }, ctx) => {
    const falla = (campo: string, message: string) =>
      ctx.addIssue({ code: 'custom', message, path: [campo], input: null })
    if (tipo === 'otro' && !titulo) falla('titulo', 'Escriba qué documento es.')
    if (tipo !== 'otro' && titulo) falla('titulo', 'Solo se escribe de otro documento.')
    if (vence && !vencePapel(tipo)) falla('vence', 'Este documento no vence.')
    if (reemplaza_id && !motivo) falla('motivo', 'Escriba por qué lo reemplaza.')
    if (!reemplaza_id && motivo) falla('motivo', 'Solo se escribe si reemplaza a otro.')
  })

const papel = z.object({
  id: z.int(),
  tipo: keyOf(PAPELES),
  titulo: z.string().nullable(),
  vence: z.string().nullable(),
  /** It expired before the current business day. */
  vencido: z.boolean(),
  estado: keyOf(ESTADOS_PAPEL),
  motivo: z.string().nullable(),
  subido_por: z.string(),
  subido_en: instante,
  /** Who replaced or refused it. */
  cambiado_por: z.string().nullable(),
  cambiado_en: instante.nullable(),
  adjunto,
  /** Whether who asks may read its file. */
  legible: z.boolean(),
})
export type PapelDeCliente = z.infer<typeof papel>

/** What his page and the counter know of them. */
export const deSusPapeles = {
  /** The kinds of paper that he has in force. */
  papeles: z.array(z.string()),
  /** The file of his identity document's front, where it is a picture, for whoever may read it. */
  foto: z.int().nullable(),
}

/** The papers of a client. Whoever serves him reads those in force; the others are compliance's. */
export const contratoDocumentos = {
  listar: endpoint({
    method: 'GET',
    path: '/clientes/:id/documentos',
    acceso: 'clientes:ver',
    resumen: 'Los documentos de un cliente, también los reemplazados y los rechazados',
    params: idParam,
    response: z.array(papel),
  }),
  guardar: endpoint({
    method: 'POST',
    path: '/clientes/:id/documentos',
    acceso: 'clientes:editar',
    resumen: 'Guarda un documento de un cliente, o reemplaza uno con motivo',
    params: idParam,
    body,
    status: 201,
    response: guardado,
  }),
  rechazar: endpoint({
    method: 'PUT',
    path: '/clientes/documentos/rechazar/:id',
    acceso: 'clientes:aprobar',
    resumen: 'Rechaza un documento de un cliente, con motivo',
    params: idParam,
    body: z.strictObject({ motivo: textoMotivo().schema }),
    response: guardado,
  }),
  ...adjuntosDe('/clientes/documentos', { subir: 'clientes:editar', ver: 'clientes:editar' }),
} satisfies Contract
