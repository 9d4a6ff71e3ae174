import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../core/contract.ts'
import { DomainError } from '../../../core/errors.ts'
import { puede } from '../../../core/permisos.ts'
import { anotarToken } from '../../acceso/bitacora.ts'
import { claveEn } from '../../acceso/claves-api/clave-api.ts'
import { leerIntegracion } from '../../acceso/claves-api/integracion.ts'
import {
  exigirIngreso,
  huellaDe,
  type Quien,
  readSession,
  type Sesiones,
} from '../../acceso/sesion.ts'
import type { Db } from '../../db/db.ts'
import type { Denegados } from './denegado.ts'
import type { Guardia } from './limites.ts'

/** What admits or refuses a request. */
interface Given {
  db: Db
  guardia: Guardia
  denegados: Denegados
  sesiones: Sesiones
}

/** The user that the access hook found, by request. */
export const admitted = new WeakMap<FastifyRequest, Quien>()

/** Whose limit a request was counted at, and how many requests are left. */
const contados = new WeakMap<FastifyRequest, ['sesion' | 'clave', number | null]>()

/** What the answer to a request says of its asker's limit, as headers. */
export function cuotaDe(guardia: Guardia, request: FastifyRequest): Record<string, string> {
  const contado = contados.get(request)
  return contado ? guardia.cabeceras(...contado) : {}
}

/** Rows of a page from which on a list is asked for to be printed or exported. */
const GRANDE = 100

/** Runs a heavy call in a place of its session. */
export function inPlace<T>(
  guardia: Guardia,
  { pesada }: Endpoint,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const { limite = 0 } = (request.query ?? {}) as { limite?: number }
  const quien = admitted.get(request)
  return quien && (pesada || limite > GRANDE) ? guardia.pesada(quien.sesion_id, work) : work()
}

/**
 * Who may call: the session or the key, its rate, and the permission.
 * @throws DomainError SESION_REQUERIDA, CLAVE_API_NO_VALE, SOLO_PERSONA, SIN_PERMISO, or 429
 */
export async function admit(
  given: Given,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const { db, guardia, denegados, sesiones } = given
  if (endpoint.pausada) guardia.pausa(request.ip)
  if (endpoint.acceso === 'publico') return
  const clave = claveEn(request.headers.authorization, tokenOf(request) !== '')
  // Whoever writes is known by the database alone.
  const how = endpoint.method === 'GET' ? { guardadas: sesiones } : {}
  const quien =
    clave === null ? await sessionOf(db, request, how) : await integrationOf(db, request, clave)
  const de = quien.clave_api ? 'clave' : 'sesion'
  // Said of a refusal too.
  contados.set(request, [de, 0])
  contados.set(request, [de, guardia.sesion(quien.sesion_id)])
  if (quien.clave_api && !endpoint.integra) {
    await denegados.anotar(quien, endpoint, request, 'clave-api')
    throw new DomainError('SOLO_PERSONA')
  }
  if (endpoint.acceso !== 'ingreso') exigirIngreso(quien)
  if (!puede(quien.permisos, endpoint.acceso)) {
    await denegados.anotar(quien, endpoint, request, endpoint.acceso)
    throw new DomainError('SIN_PERMISO', { permiso: endpoint.acceso })
  }
  admitted.set(request, quien)
}

/** The integration of a request's key; a browser's cookies or a session beside it are somebody else's. */
async function integrationOf(db: Db, request: FastifyRequest, clave: string): Promise<Quien> {
  const { 'x-token': token, cookie } = request.headers
  if (token !== undefined || cookie !== undefined) throw new DomainError('CLAVE_API_Y_SESION')
  return leerIntegracion(db, clave, { ip: request.ip, solicitud: request.id })
}

/** The session of a request's `x-token`; without `tocar` it stays idle. @throws DomainError SESION_REQUERIDA */
export async function sessionOf(
  db: Db,
  request: FastifyRequest,
  how?: Parameters<typeof readSession>[3],
): Promise<Quien> {
  const origin = { ip: request.ip, solicitud: request.id }
  const token = tokenOf(request)
  const quien = await readSession(db, token, origin, how)
  if (quien) return quien
  await anotarToken(db, huellaDe(token), origin)
  throw new DomainError('SESION_REQUERIDA')
}

/** The token of a request; an empty text without one. */
export function tokenOf(request: FastifyRequest): string {
  const header = request.headers['x-token']
  return typeof header === 'string' ? header : ''
}
