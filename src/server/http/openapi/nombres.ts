import { z } from 'zod'
import { alternado, apunte, empresa, guardado, historial } from '../../../core/contract.ts'
import { enCamello } from './llamada.ts'

/** A JSON Schema, as far as it is looked into. */
export type Esquema = Record<string, unknown>

interface Contenido {
  schema?: Esquema
}

interface Parametro {
  name: string
  in: string
  schema: Esquema
}

/** One call in the document. */
export interface Operacion {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  parameters?: Parametro[]
  requestBody?: { content: Record<string, Contenido> }
  responses: Record<
    string,
    object & { description?: string; headers?: object; content?: Record<string, Contenido> }
  >
}

export interface Documento {
  tags?: object[]
  components: Record<string, Record<string, object>>
  paths: Record<string, Record<string, Operacion>>
}

/** Schemas of the core that many answers have in them. */
const CONOCIDOS = {
  Guardado: guardado,
  Alternado: alternado,
  Hecho: historial.element,
  Apunte: apunte,
  Empresa: empresa,
}

const ENTERO = /^\^(?:\[1-9\]\\d\{0,(\d+)\}|\\d\{1,(\d+)\})\$$/

/** A number that an address carries as text: the pattern of its digits, said as the number that it is. */
function numero(schema: Esquema): Esquema {
  const found = ENTERO.exec(String(schema.pattern ?? ''))
  if (!found || schema.type !== 'string') return schema
  const { pattern: _, ...rest } = schema
  const id = found[1] !== undefined
  const digitos = id ? Number(found[1]) + 1 : Number(found[2])
  return {
    ...rest,
    type: 'integer',
    ...(digitos > 9 && { format: 'int64' }),
    minimum: id ? 1 : 0,
    maximum: Number('9'.repeat(digitos)),
  }
}

/** The same schema without the bounds of JavaScript's own numbers, which say nothing of the business. */
function limpio(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(limpio)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([, bound]) => typeof bound !== 'number' || Math.abs(bound) !== Number.MAX_SAFE_INTEGER,
  )
  return Object.fromEntries(entries.map(([key, inner]) => [key, limpio(inner)]))
}

const mayuscula = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Schemas by name: equal ones share the first one's name. */
class Esquemas {
  readonly todos: Record<string, Esquema> = {}
  readonly #nombres = new Map<string, string>()

  /** The reference to a schema that stands under this name from now on, or under its own since before. */
  tomar(schema: Esquema, name: string): Esquema {
    const text = JSON.stringify(schema)
    const known = this.#nombres.get(text)
    if (!known && name in this.todos) throw new Error(`two schemas are called ${name}`)
    if (!known) {
      this.#nombres.set(text, name)
      this.todos[name] = schema
    }
    return { $ref: `#/components/schemas/${known ?? name}` }
  }

  /** The same with each known schema inside replaced by its name. */
  conocidos(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.conocidos(one))
    if (typeof value !== 'object' || value === null) return value
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, this.conocidos(one)]),
    )
    const known = inner.type === 'object' ? this.#nombres.get(JSON.stringify(inner)) : undefined
    return known ? { $ref: `#/components/schemas/${known}` } : inner
  }
}

/** A body or an answer under a name, and the rows of a list under theirs. */
function nombrar(esquemas: Esquemas, schema: Esquema, name: string, fila: string): Esquema {
  if (schema.type === 'array') {
    const items = schema.items as Esquema
    return items.type === 'object' ? { ...schema, items: esquemas.tomar(items, fila) } : schema
  }
  const { items } = (schema.properties ?? {}) as { items?: Esquema }
  const paged =
    items?.type === 'array'
      ? {
          ...schema,
          properties: {
            ...(schema.properties as object),
            items: nombrar(esquemas, items, name, fila),
          },
        }
      : schema
  return schema.type === 'object' || schema.anyOf || schema.oneOf
    ? esquemas.tomar(paged, name)
    : schema
}

/**
 * The document with its bodies, answers and rows under names that follow from the call, and with numbers for what an
 * address carries as digits. Generators make a type of each name.
 */
export function nombrado(document: Documento): Documento {
  const esquemas = new Esquemas()
  for (const [name, schema] of Object.entries(CONOCIDOS)) {
    const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'output' })
    esquemas.tomar(limpio(plain) as Esquema, name)
  }
  for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each))) {
    for (const parameter of operation.parameters ?? []) parameter.schema = numero(parameter.schema)
    const { operationId = '', tags: [tag = ''] = [] } = operation
    const call = mayuscula(operationId)
    const listing = operationId === `${enCamello(tag)}Listar`
    const fila = listing ? `${mayuscula(enCamello(tag))}Fila` : `${call}Fila`
    const bodies = Object.values(operation.requestBody?.content ?? {})
    const answers = Object.values(operation.responses).flatMap(({ content = {} }) =>
      Object.values(content),
    )
    for (const [contents, kind] of [
      [bodies, 'Cuerpo'],
      [answers, 'Respuesta'],
    ] as const)
      for (const content of contents) {
        const plain = esquemas.conocidos(limpio(content.schema ?? {})) as Esquema
        content.schema = nombrar(
          esquemas,
          plain,
          `${call}${kind}`,
          kind === 'Cuerpo' ? `${call}Linea` : fila,
        )
      }
  }
  document.components.schemas = esquemas.todos
  return document
}
