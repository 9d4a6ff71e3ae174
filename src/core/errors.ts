import { enPlural } from './dinero/moneda.ts'
import { type Ademas, REFUSALS } from './rechazos.ts'
import { REPAROS } from './reparos.ts'
import { unoDe } from './texto/una-vez.ts'

export type RefusalCode = keyof typeof REFUSALS

export interface FieldError {
  msg: string
  campo?: string
}

type Hueco<S extends string> = S extends `${string}{${infer Key}}${infer Rest}`
  ? Key | Hueco<Rest>
  : never

type Propio<C extends RefusalCode> = [C] extends [keyof Ademas] ? Ademas[C] : Record<never, never>

type Claves<C extends RefusalCode> = Hueco<(typeof REFUSALS)[C][1]> | keyof Propio<C>

/** The data of a refusal: a value for each placeholder of its sentence, and the fields that `Ademas` declares. */
export type DatosRechazo<C extends RefusalCode> = [Claves<C>] extends [never]
  ? Record<string, never>
  : Propio<C> & { [K in Exclude<Claves<C>, keyof Propio<C>>]: string | number }

/** The arguments after the code; `data` is optional when the refusal needs none. */
type Resto<C extends RefusalCode> =
  Record<never, never> extends DatosRechazo<C>
    ? [data?: DatosRechazo<C>, errors?: FieldError[]]
    : [data: DatosRechazo<C>, errors?: FieldError[]]

/**
 * A refusal: a business rule was not met, and nothing was changed. Any code may throw it; the server turns it into a
 * status and a sentence in one place. `data` fills the sentence and is sent as `detalle`, so it never holds secrets.
 */
export class DomainError<C extends RefusalCode = RefusalCode> extends Error {
  readonly code: RefusalCode
  readonly data: Record<string, unknown>
  readonly errors: FieldError[] | undefined

  constructor(code: C, ...[given, errors]: Resto<C>) {
    const data = { ...given }
    super(sentence(code, data))
    this.name = 'DomainError'
    this.code = code
    this.data = data
    this.errors = errors
  }

  get status(): number {
    return REFUSALS[this.code][0]
  }
}

/**
 * The Spanish sentence of a refusal, with its placeholders filled from `data`; a missing value becomes `—`, and
 * `{libros}` the currency of the books, as in «en soles».
 */
export function sentence(code: RefusalCode, data: Record<string, unknown>): string {
  return filled(REFUSALS[code][1], data)
}

/** What the database finds wrong with a field: SQL `reparo`, with the field where there is one. */
export interface Reparo {
  campo?: string | null
  /** The key of its sentence. */
  msg: string
  datos: Record<string, unknown>
}

/** The same in words. */
export function fieldError({ campo, msg, datos }: Reparo): FieldError {
  const words = filled(REPAROS[msg as keyof typeof REPAROS] ?? msg, datos)
  return { msg: words, ...(typeof campo === 'string' && { campo }) }
}

const filled = (text: string, data: Record<string, unknown>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => {
    const said = String(data[key] ?? (key === 'libros' ? enPlural() : '—'))
    // SQL lists people with commas; any one of them will do.
    return key === 'quienes' ? unoDe(said.split(', ')) : said
  })

/** What every error answers on the wire. */
export interface ErrorBody {
  /** Present only on the calls whose answers have `ok`. */
  ok?: false
  message: string
  errors?: FieldError[]
  codigo?: string
  detalle?: Record<string, unknown>
}
