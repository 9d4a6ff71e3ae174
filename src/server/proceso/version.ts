import { sql } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '../../core/contract.ts'
import { type DatosRechazo, DomainError } from '../../core/errors.ts'
import { formatHace } from '../../core/formato.ts'
import type { Quien } from '../acceso/sesion.ts'
import type { Db } from '../db/db.ts'

/** `version` is a field of this schema: the row can be edited by two people, and says which state it is in. */
function hasVersion(schema: z.ZodType): boolean {
  return 'version' in ((schema as { shape?: object }).shape ?? {})
}

/** Answers one row with its `version`: the answer carries an `ETag`. */
export function tagged({ method, path, response }: Endpoint): boolean {
  return method === 'GET' && path.endsWith('/:id') && hasVersion(response)
}

/** Takes the version that was read, in its body or as `If-Match`. */
export function guarded({ method, path, body }: Endpoint): boolean {
  return method === 'PUT' && path.endsWith('/:id') && hasVersion(body)
}

/** Strong, because a version names one state of what can be edited; balances beside it move without it. */
export function etagOf(answer: unknown): string {
  return `"v${(answer as { version: number }).version}"`
}

const ETAG = /^"v(\d{1,9})"$/

/**
 * The body with the version that `If-Match` names, if the header is there.
 * @throws DomainError VALIDACION when it is no ETag of ours, contradicts the body, or the call knows no versions:
 * a condition is never passed over in silence.
 */
export function withIfMatch(endpoint: Endpoint, header: unknown, body: unknown): unknown {
  if (header === undefined || endpoint.method === 'GET') return body
  if (!guarded(endpoint)) throw invalid('Esta llamada no admite la cabecera If-Match.')
  const typed = ETAG.exec(String(header))?.[1]
  if (!typed) throw invalid('If-Match debe ser el ETag que se leyó, por ejemplo "v7".')
  const version = Number(typed)
  // What is no object is refused by its schema.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  if (!('version' in body)) return { ...body, version }
  if (body.version !== version) throw invalid('If-Match y version no coinciden.')
  return body
}

function invalid(msg: string): DomainError {
  return new DomainError('VALIDACION', {}, [{ msg, campo: 'If-Match' }])
}

interface Autor {
  usuario_id: number
  nombre: string
  fecha: string
  ahora: string
}

/**
 * A stale version, with who saved in between and when, as the audit has it. Any other error as it came.
 * `detalle`: `{ version, actual, por, cuando, hace }`; `cuando` is null when nobody of the house did it.
 */
export async function namingWho(
  db: Db,
  endpoint: Endpoint,
  params: unknown,
  quien: Quien,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== 'VERSION') return error
  const data = error.data as DatosRechazo<'VERSION'>
  const actual: { id?: number } = data.actual ?? {}
  const id = actual.id ?? (params as { id?: number }).id
  const autor = await lastChange(db, endpoint.path, id)
  return new DomainError('VERSION', { ...data, ...words(autor, quien) })
}

/** A part of an area has its own name in the audit, `comisiones-reglas`; a verb of an area's rows has the area's. */
async function lastChange(db: Db, path: string, id: unknown): Promise<Autor | undefined> {
  const [area = '', ...rest] = path.split('/').filter((part) => part && part !== ':id')
  const parte = [area, ...rest].join('-')
  const { rows } = await sql<Autor>`
    SELECT u.id AS usuario_id, usuarios_corto(u) AS nombre,
           a.fecha, ahora() AS ahora
    FROM auditoria a JOIN usuarios u ON u.id = a.usuario_id
    WHERE a.entidad IN (${parte}, ${area}) AND a.entidad_id = ${String(id)} AND a.accion <> 'denegado'
    ORDER BY a.entidad = ${parte} DESC, a.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

function words(autor: Autor | undefined, quien: Quien) {
  if (!autor) return { por: 'Otra persona', cuando: null, hace: 'antes que usted' }
  const hace = formatHace(autor.fecha, Date.parse(autor.ahora))
  return autor.usuario_id === quien.usuario_id
    ? { por: 'Usted', cuando: autor.fecha, hace: `${hace} en otra ventana` }
    : { por: autor.nombre, cuando: autor.fecha, hace }
}
