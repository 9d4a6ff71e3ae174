/*
 * In the browser this module stands in for zod wherever a contract or a field imports it (vite.config.ts). It keeps
 * how each schema is made and makes none: lists show labels, controls and addresses, and only a form validates. A form
 * imports `validar.ts`, which brings zod; from then on a schema is made when it is first asked to judge a value.
 */

type Objeto = Record<string, unknown>

/** The calls that judge a value. All others make a schema out of others. */
const JUZGA = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

let zod: unknown
const porHacer = new WeakMap<object, () => unknown>()

/** Names the library that makes the schemas. Called once, by `validar.ts`. */
export function despertar(library: unknown): void {
  zod = library
}

/** The schema behind what was kept; anything else as it is. */
export function hecho<T>(value: T): T
export function hecho(value: unknown): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value
  const make = porHacer.get(value)
  if (make) return make()
  if (Array.isArray(value)) return value.map((one) => hecho(one))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hecho(one)]))
}

/** Keeps one step: `make` is asked once, when a schema that stands on it is needed. */
function guardado(make: () => unknown, llamada: (args: unknown[]) => unknown): unknown {
  let made: { value: unknown } | undefined
  const kept = new Proxy(() => undefined, {
    get(_target, name) {
      // Neither a promise nor a text.
      if (typeof name === 'symbol' || name === 'then') return undefined
      return miembro(kept, name)
    },
    apply: (_target, _self, args) => llamada(args),
    // A spread or a list of its names would silently be empty.
    ownKeys() {
      throw new Error('a schema is not made yet: its parts have no names here')
    },
    has() {
      throw new Error('a schema is not made yet: its parts have no names here')
    },
  })
  porHacer.set(kept, () => {
    made ??= { value: make() }
    return made.value
  })
  return kept
}

/** A property of what was kept: a method that makes another schema or judges, or a schema inside. */
function miembro(de: object, name: string): unknown {
  const owner = () => porHacer.get(de)?.() as Objeto
  const call = (args: unknown[]) => {
    const self = owner()
    return Reflect.apply(
      self[name] as () => unknown,
      self,
      args.map((one) => hecho(one)),
    )
  }
  if (JUZGA.has(name)) return (...args: unknown[]) => call(args)
  return guardado(
    () => owner()[name],
    (args) => guardado(() => call(args), sinLlamada),
  )
}

function sinLlamada(): never {
  throw new Error('a schema is no function')
}

export const z = guardado(() => {
  if (!zod) throw new Error('no schema can judge before validar.ts is imported')
  return zod
}, sinLlamada)
