import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '../../core/contract.ts'
import { enPlural, MONEDA_SUPUESTA, monedaFuncional } from '../../core/dinero/moneda.ts'
import { type DatosRechazo, DomainError } from '../../core/errors.ts'
import { formatHace } from '../../core/formato.ts'
import type { Quien } from '../acceso/sesion.ts'
import type { Db } from '../db/db.ts'

/** Whether this schema has the field `version`, which detects concurrent edits of a row. */
function hasVersion(schema: z.ZodType): boolean {
  return 'version' in ((schema as { shape?: object }).shape ?? {})
}

/** Whether the call reads one row with its `version`: its answer then carries an `ETag`. */
export function tagged({ method, path, response }: Endpoint): boolean {
  return method === 'GET' && path.endsWith('/:id') && hasVersion(response)
}

/** Whether the call takes the version that was read, in its body or as `If-Match`. */
export function guarded({ method, path, body }: Endpoint): boolean {
  return method === 'PUT' && path.endsWith('/:id') && hasVersion(body)
}

/** A strong ETag: a version identifies one state of the editable fields; balances in the answer are not part of it. */
export function etagOf(answer: unknown): string {
  return `"v${(answer as { version: number }).version}"`
}

const ETAG = /^"v(\d{1,9})"$/

/**
 * The body with the version that `If-Match` names, if the header is there.
 * @throws DomainError VALIDACION when it is no ETag of ours, contradicts the body, or the call has no versions:
 * a condition is never silently ignored.
 */
export function withIfMatch(endpoint: Endpoint, header: unknown, body: unknown): unknown {
  if (header === undefined || endpoint.method === 'GET') return body
  if (!guarded(endpoint)) throw invalid('Esta llamada no admite la cabecera If-Match.')
  const typed = ETAG.exec(String(header))?.[1]
  if (!typed) throw invalid('If-Match debe ser el ETag que se leyó, por ejemplo "v7".')
  const version = Number(typed)
  // A body that is not an object is refused later by its schema.
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
 * Adds to the refusal of a stale version who saved in between and when, from the audit; any other error is returned
 * unchanged. `detalle`: `{ version, actual, por, cuando, hace }`; `cuando` is null when no user of the house did it.
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

/** The last audit row. A part of an area has its own name there (`comisiones-reglas`); an action has the area's. */
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

/**
 * Refuses a write of a page that was drawn in another currency of the books than they are kept in now: what was
 * typed there would be taken for as much of this one. A call that names none is not asked.
 * @throws DomainError LIBROS_OTROS
 */
export function exigirLibros({ method, path }: Endpoint, headers: IncomingHttpHeaders): void {
  const supuesta = headers[MONEDA_SUPUESTA]
  if (method === 'GET' || path.startsWith('/auth/') || supuesta === undefined) return
  if (supuesta !== String(monedaFuncional().id))
    throw new DomainError('LIBROS_OTROS', { libros: enPlural() })
}
