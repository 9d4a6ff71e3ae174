import { safeEncode } from 'zod/v4/core'
import type { Endpoint } from '../../../core/contract.ts'
import { Escrita } from './escrita.ts'

/*
 * The server answers what its queries say, as it is. That this is what the contract says is seen while it is tested and
 * developed, where every answer is judged.
 */

/** Answers as they are. */
export const tal = () => (answer: unknown) =>
  answer instanceof Escrita ? answer.texto : JSON.stringify(answer)

/** @throws Error when an answer is not exactly what its contract says: a key that it does not know, a wrong value. */
export const juzgada =
  ({ schema, method, url }: { schema: unknown; method: string; url: string }) =>
  (answer: unknown): string => {
    const said = tal()(answer)
    // An answer that is text already is judged as it will be read.
    const whole = answer instanceof Escrita ? JSON.parse(said) : answer
    const { data, error } = safeEncode(schema as Endpoint['response'], whole)
    const faults = error
      ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      : diferencias(JSON.parse(said), JSON.parse(JSON.stringify(data)))
    if (faults.length > 0) {
      throw new Error(`${method} ${url} answers what its contract does not say: ${faults[0]}`)
    }
    return said
  }

/** Where two JSON values differ, as paths. */
export function diferencias(one: unknown, other: unknown, path = '$'): string[] {
  if (one === other) return []
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other))
    return [path]
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].flatMap((key) => diferencias(one[key], other[key], `${path}.${key}`))
}

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
