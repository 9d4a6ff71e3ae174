import { REFUSALS } from './rechazos.ts'

export type RefusalCode = keyof typeof REFUSALS

export interface FieldError {
  msg: string
  campo?: string
}

/**
 * A refusal: the business says no, nothing was changed. Thrown anywhere, turned into status and
 * sentence in one place. `data` fills the sentence and travels as `detalle`; it never holds secrets.
 */
export class DomainError extends Error {
  readonly code: RefusalCode
  readonly data: Record<string, unknown>
  readonly errors: FieldError[] | undefined

  constructor(code: RefusalCode, data: Record<string, unknown> = {}, errors?: FieldError[]) {
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

/** The Spanish sentence of a refusal, with its data filled in. */
export function sentence(code: RefusalCode, data: Record<string, unknown>): string {
  return REFUSALS[code][1].replace(/\{(\w+)\}/g, (_, key: string) => String(data[key] ?? '—'))
}

/** What every error answers on the wire (api.md, Errors). */
export interface ErrorBody {
  /** Of the calls whose answer says `ok`. */
  ok?: false
  message: string
  errors?: FieldError[]
  codigo?: string
  detalle?: Record<string, unknown>
}
