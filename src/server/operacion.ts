import { sql } from 'kysely'
import { DomainError, type RefusalCode } from '../core/errors.ts'
import type { Quien } from './acceso/sesion.ts'
import { callSql, type Db, type RefusalData, refusal } from './db/db.ts'
import { porBase } from './db/lote/lote.ts'
import { isLost } from './proceso/breaker.ts'

/** A request that posts, as the database takes it (server/sql/operaciones.sql, compras-ventas/sql/registrar.sql). */
export interface Pedido {
  /** The name of its two functions; the counter's registering has its own. */
  accion?: string
  /** The kind of its key: one key may stand for two kinds of request. */
  ruta: string
  quien: Record<string, unknown>
  /** Null: asked for without a key. */
  clave: string | null
  /** The digest of its content, in hex. */
  huella: string
  /** The document that it moves. */
  id?: number | null
  p: object
}

/** What the database answers to each of a set. */
type Respuesta =
  | { repetida: boolean; respuesta: unknown }
  | { rechazo: { codigo: RefusalCode; datos: RefusalData } }
  | { aparte: true }

interface Hecho {
  /** It is the first answer to a key that was used before. */
  repetida: boolean
  respuesta: unknown
}

export interface ConjuntosOptions<P extends Pedido> {
  /** The SQL function that registers a set: rules, ledger, documents, audit and kept answers, in one transaction. */
  funcion: string
  /** What two requests must not have in common, besides their key, their person and their document. */
  ocupa?(pedido: P): readonly string[]
  orden(pedido: P): number
}

/**
 * Registers requests of one area in sets: those that come while a set is under way go together with the next one, each
 * with its own answer. @throws what the database refuses a request for.
 */
export function conjuntos<P extends Pedido>({ funcion, ocupa, orden }: ConjuntosOptions<P>) {
  const lotes = porBase<P, Hecho | DomainError>({
    maximo: 32,
    // Half of the connections: the other calls of the house need the rest.
    aLaVez: 5,
    paciencia: 100,
    claves: (pedido) => [
      ...(pedido.clave === null ? [] : [pedido.clave]),
      `persona ${pedido.quien.usuario_id}`,
      ...(pedido.id == null ? [] : [`documento ${pedido.id}`]),
      ...(ocupa?.(pedido) ?? []),
    ],
    orden: (a, b) => orden(a) - orden(b),
    incierto: isLost,
    pedir: async (db, pedidos) => {
      const call = sql`${sql.ref(funcion)}(${JSON.stringify(pedidos)}::jsonb)`
      const answers = await callSql<Respuesta[]>(db, call)
      return answers.map((answer) => {
        if ('aparte' in answer) return null
        return 'rechazo' in answer ? refusal(answer.rechazo.codigo, answer.rechazo.datos) : answer
      })
    },
  })
  return async (db: Db, pedido: P): Promise<Hecho> => {
    const answer = await lotes(db).pedir(pedido)
    if (answer instanceof DomainError) throw answer
    return answer
  }
}

interface Llamada {
  db: Db
  quien: Quien
  clave?: string
  huella?: Buffer
  endpoint: { path: string }
  repetida(): void
}

/**
 * How the calls of one area that post are asked for: `accion` names its two SQL functions, `quien` is who acts and what
 * he may do, `id` the document that it moves. An area has one, so that all its requests may share sets.
 */
export function operaciones() {
  const registrar = conjuntos<Pedido>({
    funcion: 'operaciones_registrar',
    // The order in which documents are locked; new ones have none.
    orden: ({ id }) => id ?? 0,
  })
  return async <T>(
    { db, clave, huella, endpoint, repetida }: Llamada,
    accion: string,
    quien: Record<string, unknown>,
    p: object,
    id: number | null = null,
  ): Promise<T> => {
    const answer = await registrar(db, {
      accion,
      ruta: endpoint.path,
      quien,
      clave: clave || null,
      huella: huella?.toString('hex') ?? '',
      id,
      p,
    })
    if (answer.repetida) repetida()
    return answer.respuesta as T
  }
}
