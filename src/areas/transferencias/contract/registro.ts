import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import { keyOf } from '../../../core/contract.ts'
import { cantidadPiezas, clasePieza } from '../../../core/dinero/conteo.ts'
import type { MetodoCalculo } from '../../../core/dinero/tasa.ts'
import {
  idSchema,
  montoSchema,
  opcional,
  tasaSchema,
  texto,
  textoMotivo,
} from '../../../core/fields.ts'

export const TIPOS = {
  interna: 'Interna',
  conversion: 'Conversión',
  tercero: 'A tercero',
} as const satisfies Record<Palabras['transferencias.tipo'], string>
export type Tipo = keyof typeof TIPOS

export const ESTADOS = {
  enviada: 'Por recibir',
  recibida: 'Recibida',
  rechazada: 'Rechazada',
  completada: 'Completada',
  anulada: 'Anulada',
} as const satisfies Record<Palabras['transferencias.estado'], string>
export type Estado = keyof typeof ESTADOS

/** Why money goes to a third party; each concept has its ledger account. */
export const CONCEPTOS = {
  proveedor: 'Pago a proveedor',
  anticipo: 'Anticipo',
  corresponsal: 'Fondos a corresponsal',
  prefondeo: 'Prefondeo de remesas',
  retiro: 'Retiro de socio',
} as const satisfies Record<Palabras['transferencias.concepto'], string>
export type Concepto = keyof typeof CONCEPTOS

export const tipo = keyOf(TIPOS, 'Elija interna, conversión o a tercero.')
export const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')
export const concepto = keyOf(CONCEPTOS, 'Elija un concepto de la lista.')
export const metodo = keyOf<MetodoCalculo>({ m: 1, d: 1 }, 'Elija cómo se dice la tasa.')

/** The fields typed besides the amounts. */
export const campos = {
  referencia: opcional(texto('Referencia', { max: 60 })),
  motivo: opcional(textoMotivo()),
  tercero: opcional(texto('Tercero', { min: 2, max: 120 })),
  tercero_doc: opcional(texto('Documento del tercero', { max: 30 })),
  portador: opcional(texto('Quién lo lleva', { min: 2, max: 120 })),
  portador_doc: opcional(texto('Documento de quien lo lleva', { max: 30 })),
  nota: opcional(textoMotivo('Explicación')),
  nota_diferencia: textoMotivo('Qué se revisó'),
  rechazo: textoMotivo('Motivo del rechazo'),
  motivo_anulacion: textoMotivo('Motivo de la anulación'),
}

const comision = z.union([montoSchema, z.literal('0'), z.literal('0.00')], {
  error: 'Escriba un monto válido.',
})

/** Body of a registration. A conversion gives two of `monto`, `recibido` and `tasa`: the server computes the third. */
export const registro = z
  .strictObject({
    tipo,
    origen_id: idSchema,
    destino_id: idSchema.nullable().default(null),
    monto: montoSchema.nullable().default(null),
    recibido: montoSchema.nullable().default(null),
    tasa: tasaSchema.nullable().default(null),
    /**
     * `m`: one unit of the origin is `tasa` of the destination; `d`: one unit of the destination is `tasa` of the
     * origin.
     */
    metodo_calculo: metodo.default('m'),
    /** The rate or the amount received, typed again; the refusal DESVIO_TASA asks for it. */
    confirmacion: montoSchema.nullable().default(null),
    concepto: concepto.nullable().default(null),
    tercero: campos.tercero.schema,
    tercero_doc: campos.tercero_doc.schema,
    comision_origen: comision.default('0'),
    comision_destino: comision.default('0'),
    referencia: campos.referencia.schema,
    motivo: campos.motivo.schema,
    /** Who carries cash to another branch: a user, or another person by name and document. */
    portador_id: z.int().nullable().default(null),
    portador: campos.portador.schema,
    portador_doc: campos.portador_doc.schema,
    /** Ids answered by `subirComprobante`. */
    comprobantes: z.array(idSchema).max(5, 'Adjunte como máximo 5 comprobantes.').default([]),
    confirmo_duplicado: z.boolean().default(false),
  })
  .superRefine((r, ctx) => {
    const fail = (campo: string, message: string) =>
      ctx.addIssue({ code: 'custom', message, path: [campo], input: r })
    const tercero = r.tipo === 'tercero'
    const typed = [r.monto, r.recibido, r.tasa].filter((value) => value !== null).length
    if (tercero) {
      if (r.destino_id !== null) fail('destino_id', 'Una transferencia a tercero no lleva destino.')
      if (r.concepto === null) fail('concepto', 'Elija un concepto.')
      if (r.tercero === null) fail('tercero', 'Escriba a quién se transfiere.')
      if (Number(r.comision_destino) !== 0) fail('comision_destino', 'No lleva esta comisión.')
    } else {
      if (r.destino_id === null) fail('destino_id', 'Elija la cuenta de destino.')
      if (r.concepto !== null) fail('concepto', 'Solo una transferencia a tercero lo lleva.')
      if (r.tercero !== null) fail('tercero', 'Solo una transferencia a tercero lo lleva.')
      if (r.tercero_doc !== null) fail('tercero_doc', 'Solo una transferencia a tercero lo lleva.')
    }
    if (r.portador_id !== null) {
      if (r.portador !== null) fail('portador', 'Elija una persona de la casa o escriba otra.')
      if (r.portador_doc !== null) fail('portador_doc', 'Solo de quien no es de la casa.')
    } else if ((r.portador === null) !== (r.portador_doc === null)) {
      const [campo, falta] =
        r.portador === null
          ? (['portador', 'Escriba quién lo lleva.'] as const)
          : (['portador_doc', 'Escriba el documento de quien lo lleva.'] as const)
      fail(campo, falta)
    }
    if (r.tipo === 'conversion') {
      if (typed !== 2) fail('tasa', 'Escriba dos de estos tres: monto, recibido y tasa.')
    } else {
      if (r.monto === null) fail('monto', 'Escriba el monto.')
      if (r.recibido !== null) fail('recibido', 'Solo una conversión lo lleva.')
      if (r.tasa !== null) fail('tasa', 'Solo una conversión lleva tasa.')
    }
  })
export type Registro = z.input<typeof registro>

export const conteo = z.strictObject({
  clase: clasePieza,
  valor: montoSchema,
  cantidad: cantidadPiezas,
})

export const recepcion = z.strictObject({
  contado: montoSchema,
  denominaciones: z
    .array(conteo)
    .min(1, 'El conteo está vacío.')
    .max(40, 'Son demasiadas denominaciones.')
    .nullable()
    .default(null),
  nota: campos.nota.schema,
})

/** Who bears what the receiver counted differently: the house, or for a shortage its sender or its receiver. */
export const resolucion = z.strictObject({
  cargo: z.enum(['casa', 'personal'], { error: 'Elija quién asume la diferencia.' }),
  cargo_usuario_id: z.int().nullable().default(null),
  nota: campos.nota_diferencia.schema,
})
