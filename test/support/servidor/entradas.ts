import { sql } from 'kysely'
import { z } from 'zod'
import type { Endpoint } from '../../../src/core/contract.ts'
import { areas } from '../../../src/main.app.ts'
import type { TestApp } from './app.ts'

/** Every call of every served area, with its name `METHOD /path`. */
export const llamadas: [nombre: string, endpoint: Endpoint][] = areas.flatMap(({ contrato }) =>
  Object.values(contrato).map((endpoint): [string, Endpoint] => [
    `${endpoint.method} ${endpoint.path}`,
    endpoint,
  ]),
)

/** The part of an input's JSON Schema that is needed to generate one. */
export interface Forma {
  type?: string
  properties?: Record<string, Forma>
  required?: string[]
  items?: Forma
  anyOf?: Forma[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

export function formaDe(schema: z.ZodType): Forma {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Forma
}

/** An input that is valid by its schema; the rules of the business may still refuse it. */
export function ejemplo(forma: Forma, nombre = ''): unknown {
  if (forma.anyOf) return ejemplo(forma.anyOf[0] as Forma, nombre)
  if (forma.enum) return forma.enum[0]
  if ('const' in forma) return forma.const
  if (forma.type === 'object') {
    const entries = Object.entries(forma.properties ?? {})
    return Object.fromEntries(entries.map(([name, part]) => [name, ejemplo(part, name)]))
  }
  if (forma.type === 'array') return [ejemplo(forma.items ?? {}, nombre)]
  if (forma.type === 'integer') return Math.max(1, forma.minimum ?? 1)
  if (forma.type === 'boolean') return true
  return ejemploTexto(forma, nombre)
}

function ejemploTexto({ format, pattern, minLength = 1 }: Forma, nombre: string): string {
  if (format === 'date') return '2025-11-20'
  if (/monto|tasa|compra|venta|saldo|limite|contravalor|servicio|redondeo/.test(nombre)) return '1'
  if (nombre === 'pais') return 'pe'
  const tries = ['1', 'pe', 'USD', 'abc', 'ABC', '+51987654321', 'a@b.com', '12345678']
  const fits = tries.find(
    (text) => text.length >= minLength && (!pattern || new RegExp(pattern).test(text)),
  )
  return fits ?? 'a'.repeat(minLength)
}

/**
 * Says of each input of one call whether it is worth sending: its schema takes it, or refuses it for other reasons than
 * those before. The answer to a refusal is made of its reasons alone; that the call asks its schema about every field at
 * all is for who sends what no field takes.
 */
export function distintas(schema: z.ZodType): (input: unknown) => { vale: boolean; pasa: boolean } {
  const seen = new Set<string>()
  return (input) => {
    const { success, error } = schema.safeParse(input)
    if (success) return { vale: true, pasa: true }
    const why = JSON.stringify(error.issues.map((issue) => ({ ...issue, path: issue.path.length })))
    const vale = !seen.has(why)
    seen.add(why)
    return { vale, pasa: false }
  }
}

/** The call's URL, with every path parameter replaced by the id of no record. */
export function rutaDe({ path }: Endpoint, valor = '999999999'): string {
  return `/api${path.replace(/:\w+/g, valor)}`
}

/** The last digest of a database, and the snapshot of transactions that it was read in. */
const HUELLAS = new WeakMap<object, { vista: string; digest: string }>()

/**
 * A digest of all stored data, except for what any request may write: the last use of sessions, failed
 * sign-ins, and denials in the audit. In one process of PostgreSQL: to start others for so many small tables took ten
 * times as long as to read them.
 */
export function huella({ db }: Pick<TestApp, 'db'>): Promise<string> {
  const una = db.transaction().setIsolationLevel('repeatable read')
  return una.execute(async (tx) => {
    // What two equal snapshots see is the same: most calls are refused before they begin to write.
    const { rows: seen } = await sql<{
      s: string
    }>`SELECT pg_current_snapshot()::text AS s`.execute(tx)
    const vista = seen[0]?.s ?? ''
    const known = HUELLAS.get(db)
    if (known?.vista === vista) return known.digest
    await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx)
    const { rows } = await sql<{ tabla: string }>`
      SELECT tablename AS tabla FROM pg_tables WHERE schemaname = 'public'
        AND tablename NOT IN ('sesiones', 'intentos_ingreso', 'accesos_repetidos', 'auditoria', 'auditoria_por_sellar', 'auditoria_cadena',
          'migraciones') ORDER BY 1`.execute(tx)
    const parts = rows.map(
      ({
        tabla,
      }) => `SELECT '${tabla}' AS t, md5(coalesce(string_agg(x::text, '|' ORDER BY x::text), '')) AS h
                    FROM public."${tabla}" x`,
    )
    parts.push("SELECT 'auditoria', count(*)::text FROM auditoria WHERE accion <> 'denegado'")
    const { rows: digests } = await sql<{
      t: string
      h: string
    }>`${sql.raw(parts.join(' UNION ALL '))} ORDER BY 1`.execute(tx)
    const digest = JSON.stringify(digests)
    HUELLAS.set(db, { vista, digest })
    return digest
  })
}

/** Words that appear only in the output of a database, a framework or a stack trace. */
const DELATA =
  /\b(select|insert|update|delete|from|where|relation|column|constraint|syntax error|violates|null value|at .*\.ts:\d|node_modules|zod|fastify|FST_|Invalid|Expected|received|undefined|stack|ECONN)\b/i

/** What is wrong with the answer to an invalid input; null if the answer is as required. */
export function reparo(
  status: number,
  body: unknown,
  headers: Record<string, unknown>,
): string | null {
  if (status < 400 || status > 499) return `status ${status}`
  if (!String(headers['content-type']).startsWith('application/json')) return 'not JSON'
  const { message, errors } = body as { message?: unknown; errors?: { msg?: unknown }[] }
  if (typeof message !== 'string' || message.length < 5) return 'no message'
  if (status === 400 && !(Array.isArray(errors) && errors.length > 0)) return '400 without errors'
  const said = [message, ...(errors ?? []).map(({ msg }) => String(msg))]
  const tells = said.find((text) => DELATA.test(text))
  if (tells) return `says ${tells}`
  if (!/[a-záéíóúñ] /i.test(message)) return `not a sentence: ${message}`
  return null
}
