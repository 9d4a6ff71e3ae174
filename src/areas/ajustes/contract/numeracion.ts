import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import { endpoint } from '../../../core/contract.ts'
import { entero, seleccionDe, texto } from '../../../core/fields.ts'

type Tipo = Palabras['series_prefijos.tipo']

/** What each kind of numbered document is called, by the kind's own word: its prefix until the house chooses another. */
const DOCUMENTOS: Record<Tipo, string> = {
  CV: 'Compras y ventas',
  TK: 'Tickets',
  OR: 'Órdenes',
  TR: 'Transferencias',
  GA: 'Gastos',
  AJ: 'Ajustes de saldo',
  TC: 'Turnos de caja',
  LQ: 'Liquidaciones de comisiones',
  LT: 'Archivos para el banco',
}

/** What a kind of document is called. */
export const nombreDe = (tipo: Tipo) => DOCUMENTOS[tipo]

export const camposNumeracion = {
  tipo: seleccionDe<'series_prefijos.tipo'>('Documento', DOCUMENTOS),
  prefijo: texto('Prefijo', {
    max: 4,
    patron: /^[A-Z][A-Z0-9]{0,3}$/,
    mensaje: 'Escriba de 1 a 4 letras mayúsculas o números, primero una letra.',
  }),
  numero: entero('Primer número', { min: 1, max: 900_000 }),
}

const numeracionDe = z.object({
  tipo: camposNumeracion.tipo.schema,
  prefijo: z.string(),
  /** Prefixes under which there are documents still. */
  anteriores: z.array(z.string()),
  /** Its series of this year and of the next: the house's, then those of branches with a code. */
  series: z.array(
    z.object({
      sucursal_id: z.int().nullable(),
      sucursal: z.string().nullable(),
      anio: z.int(),
      /** It has a document: its first number stays. */
      empezada: z.boolean(),
      numero: z.int(),
      siguiente: z.string(),
    }),
  ),
})
export type Numeracion = z.infer<typeof numeracionDe>

const { tipo, prefijo, numero } = camposNumeracion
const response = z.object({ message: z.string() })

export const numeracion = {
  numeracion: endpoint({
    method: 'GET',
    path: '/ajustes/numeracion',
    acceso: 'ajustes:ver',
    resumen: 'Con qué número sigue cada clase de documento',
    response: z.array(numeracionDe),
  }),
  cambiarPrefijo: endpoint({
    method: 'PUT',
    path: '/ajustes/numeracion/prefijo',
    acceso: 'ajustes:editar',
    resumen: 'Cambia el prefijo de los documentos por venir; los que hay conservan el suyo',
    body: z.strictObject({ tipo: tipo.schema, prefijo: prefijo.schema }),
    response,
  }),
  iniciarSerie: endpoint({
    method: 'PUT',
    path: '/ajustes/numeracion/inicio',
    acceso: 'ajustes:editar',
    resumen:
      'Dice con qué número empieza una serie que este año, o el que viene, no tiene documentos',
    body: z.strictObject({
      tipo: tipo.schema,
      /** Null: the house's series. */
      sucursal_id: z.int().positive().nullable(),
      anio: z.int().min(2000).max(2200),
      numero: numero.schema,
    }),
    response,
  }),
}
