import { z } from 'zod'
import { endpoint, guardado, historial, idParam, siVersion, termParam } from './contract.ts'
import {
  type Campo,
  type Campos,
  type CampoTexto,
  type Control,
  type ShapeOf,
  shape,
} from './fields.ts'
import type { Permiso } from './permisos.ts'

/** How the screens name one row and several rows of a catalogue. */
export interface Palabras {
  singular: string
  plural: string
  genero: 'm' | 'f'
}

/** The part of a catalogue that the menu and the guard need; its fields are loaded with its screens. */
export interface Cabecera {
  /** The one word for URL, API path, folder, permission and (with `_`) table. */
  area: string
  palabras: Palabras
  permisos: { ver: Permiso; editar: Permiso }
}

/** The key of a row: a number that the database gives, or a code. */
type Clave = z.ZodInt | z.ZodType<string>

export interface CatalogoInput<
  C extends Campos,
  X extends z.ZodRawShape,
  I extends Clave = z.ZodInt,
> extends Cabecera {
  campos: C
  /** The code by which rows are named, typed once; without it the database numbers them. */
  clave?: CampoTexto<I>
  /** Read-only columns that are answered with each row besides its fields. */
  extra?: X
  /** Columns of the list, in order. */
  lista: readonly (keyof C & string)[]
  /** Columns that `search/{term}` searches. */
  busca: readonly string[]
}

/** What every row of a catalogue has besides its key and its fields. */
const common = { estatus: z.boolean(), version: z.int() }

type RowShape<C extends Campos, X extends z.ZodRawShape, I extends Clave> = {
  id: I
} & typeof common &
  AnswerShape<C> &
  X
type NewShape<C extends Campos, I extends Clave> = ShapeOf<C> &
  (I extends z.ZodInt ? unknown : { id: I })
type AnswerShape<C extends Campos> = { [K in keyof C]: z.ZodType<z.output<C[K]['schema']>> }

/** The call for who did what to one row of an area, with the permission to see the row. */
export const historialDe = (area: string, ver: Permiso, params = idParam) =>
  endpoint({
    method: 'GET',
    path: `/${area}/:id/historial`,
    acceso: ver,
    resumen: 'Quién creó y cambió el registro, lo último primero',
    params,
    response: historial,
  })

/**
 * Declares a plain catalogue and its seven calls: list, search, get, history, create, edit, toggle. Answers are validated by
 * type only, so a row that was saved under an older rule is still shown.
 */
export function catalogo<
  C extends Campos,
  X extends z.ZodRawShape = Record<never, never>,
  I extends Clave = z.ZodInt,
>(input: CatalogoInput<C, X, I>) {
  const { area, campos, permisos, clave } = input
  const base = `/${area}`
  const id = (clave ? z.string() : z.int()) as unknown as I
  const params = (clave ? z.strictObject({ id: clave.schema }) : idParam) as typeof idParam
  const row = z.object({
    id,
    ...common,
    ...answerShape(campos),
    ...(input.extra ?? ({} as X)),
  } as RowShape<C, X, I>)
  const body = z.strictObject({
    ...(clave && shape({ id: clave })),
    ...shape(campos),
  }) as unknown as z.ZodObject<NewShape<C, I>, z.core.$strict>
  const saved = guardado.extend({ id })
  const edit = z.strictObject({ ...shape(campos), version: z.int() }) as z.ZodObject<
    ShapeOf<C> & { version: z.ZodInt },
    z.core.$strict
  >
  const ver = { acceso: permisos.ver }
  const editar = { acceso: permisos.editar }
  const { singular, plural } = input.palabras
  return {
    ...input,
    row,
    contrato: {
      listar: endpoint({
        ...ver,
        method: 'GET',
        path: base,
        resumen: `Lista de ${plural}`,
        response: z.array(row),
      }),
      buscar: endpoint({
        ...ver,
        method: 'GET',
        path: `${base}/search/:term`,
        resumen: `Busca ${plural}`,
        params: termParam,
        response: z.array(row),
      }),
      obtener: endpoint({
        ...ver,
        method: 'GET',
        path: `${base}/:id`,
        resumen: `Un registro de ${plural}`,
        params,
        response: row,
      }),
      historial: historialDe(area, permisos.ver, params),
      crear: endpoint({
        ...editar,
        method: 'POST',
        path: base,
        resumen: `Crea: ${singular}`,
        body,
        response: saved,
        status: 201,
      }),
      editar: endpoint({
        ...editar,
        method: 'PUT',
        path: `${base}/:id`,
        resumen: `Edita: ${singular}`,
        params,
        body: edit,
        response: saved,
      }),
      estatus: endpoint({
        ...editar,
        method: 'PUT',
        path: `${base}/estatus/:id`,
        resumen: `Activa o desactiva: ${singular}`,
        params,
        query: siVersion,
        response: saved.extend({ estatus: z.boolean(), version: z.int() }),
      }),
    },
  }
}

/** A catalogue with any fields: what the generic server and the generic screens accept. */
export type Catalogo = ReturnType<typeof catalogo<Campos, z.ZodRawShape>>

/** Schemas of a row's own fields in answers. They check the type of each value and no rule of input. */
export function answerShape<C extends Campos>(campos: C): AnswerShape<C> {
  return Object.fromEntries(
    Object.entries(campos).map(([name, campo]) => [name, answerSchema(campo)]),
  ) as AnswerShape<C>
}

const ANSWERS: Record<Control['tipo'], z.ZodType> = {
  texto: z.string(),
  clave: z.string(),
  decimal: z.string(),
  entero: z.int(),
  booleano: z.boolean(),
  fecha: z.string(),
  seleccion: z.string(),
  referencia: z.union([z.int(), z.string()]),
  busqueda: z.int(),
  etiquetas: z.array(z.string()),
  logo: z.string(),
  lista: z.array(z.record(z.string(), z.unknown())),
}

/** Controls that always have a value: with no input it is false or an empty list. */
const NEVER_NULL: readonly Control['tipo'][] = ['booleano', 'etiquetas', 'lista']

function answerSchema({ control, requerido }: Campo): z.ZodType {
  const plain = ANSWERS[control.tipo]
  return requerido || NEVER_NULL.includes(control.tipo) ? plain : plain.nullable()
}
