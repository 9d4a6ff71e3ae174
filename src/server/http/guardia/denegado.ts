import { sql } from 'kysely'
import type { Endpoint } from '../../../core/contract.ts'
import { DomainError } from '../../../core/errors.ts'
import { auditOf, type Quien } from '../../acceso/sesion.ts'
import { type Db, toRefusal } from '../../db/db.ts'

/** The part of a request that a denial records. */
interface Pedida {
  method: string
  url: string
}

/** Equal denials within this time are one further row. */
const PERIODO_MS = 60_000

/** The repetitions of a denial since its last row. */
interface Repetida {
  veces: number
  /** Writes the row of the repetitions. */
  anotar: () => Promise<void>
  timer: NodeJS.Timeout
}

export interface Denegados {
  /** Records that a call was denied: the first time at once, equal ones later as one row a minute. */
  anotar(quien: Quien, endpoint: Endpoint, request: Pedida, permiso: unknown): Promise<void>
  /** The same for a denial found inside the handler, like granting a permission that one lacks. Throws `error` on. */
  tarde(
    quien: Quien | undefined,
    endpoint: Endpoint,
    request: Pedida,
    error: unknown,
  ): Promise<never>
  /** Writes what is still only counted. */
  cerrar(): Promise<void>
}

export function denegadosDe(db: Db, onError: (error: unknown) => void): Denegados {
  const repetidas = new Map<string, Repetida>()
  const escribir = async (quien: Quien, path: string, despues: object) => {
    const text = JSON.stringify(despues)
    await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'denegado', ${path}, NULL, NULL, ${text}::jsonb)`.execute(
      db,
    )
  }
  const terminar = async (key: string) => {
    const found = repetidas.get(key)
    clearTimeout(found?.timer)
    repetidas.delete(key)
    if (found && found.veces > 0) await found.anotar().catch(onError)
  }

  async function anotar(
    quien: Quien,
    { path, method }: Endpoint,
    request: Pedida,
    permiso: unknown,
  ) {
    const key = JSON.stringify([quien.sesion_id, method, path, permiso])
    const pedido = pedidoDe(request)
    const known = repetidas.get(key)
    if (known) {
      known.veces += 1
      known.anotar = () => escribir(quien, path, { permiso, pedido, veces: known.veces })
      return
    }
    const timer = setTimeout(() => void terminar(key), PERIODO_MS).unref()
    repetidas.set(key, { veces: 0, anotar: async () => {}, timer })
    await escribir(quien, path, { permiso, pedido })
  }

  return {
    anotar,
    async tarde(quien, endpoint, request, error) {
      const refusal = toRefusal(error)
      if (quien && refusal instanceof DomainError && refusal.status === 403)
        await anotar(quien, endpoint, request, refusal.data.permiso ?? refusal.code)
      throw error
    },
    async cerrar() {
      await Promise.all([...repetidas.keys()].map(terminar))
    },
  }
}

/** Method and path of a denied request, without its query. */
function pedidoDe({ method, url }: Pedida): string {
  return `${method} ${url.split('?')[0]?.slice(0, 200)}`
}
