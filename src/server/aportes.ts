import { type RawBuilder, sql } from 'kysely'
import type { Permiso } from '../core/permisos.ts'
import type { Afuera } from './acceso/clave.ts'
import type { Quien } from './acceso/sesion.ts'
import type { Db } from './db/db.ts'
import type { Plantilla } from './noticia.ts'

/** What must hold of the books, in Spanish, and the query that finds what breaks it, as `detalle`. */
export type Regla = readonly [regla: string, consulta: string]

/** What waits for somebody, as a query that counts it: the bell rings for it and the dashboard warns of it. */
export interface Contador {
  clave: string
  /** Where it stands among those without money at risk, which come after those with: the smallest first. */
  lugar: number
  /** Who can do something about it. */
  permiso: Permiso
  uno: string
  varios: string
  /** Answers one number; `:yo` is the id of who looks: nobody is called to answer himself. */
  consulta: string
  /** Answers one number: the money at risk in the functional currency. Only asked where the count is not zero. */
  riesgo?: string
  pantalla: string
  filtro?: Record<string, string>
}

/** Whose requests are read: those of others, which he may answer, or his own. */
export interface Lector {
  quien: Quien
  propias: boolean
}

/** A kind of request that waits for somebody's yes. */
export interface Aprobable {
  /** Who may answer it. */
  permiso: Permiso
  /**
   * Reads what waits: id, numero, fecha, titulo, importe, motivo, aviso, solicitante, vence_en, confirma (what the
   * approver has seen and sends back; null: it is to be looked at on its own screen first) and `pen`, what the
   * approver's limit is compared with, in soles.
   */
  espera(lector: Lector): RawBuilder<unknown>
}

/** What a job of the server is started with. */
export interface Entorno {
  db: Db
  afuera: Afuera & { datos: string }
  env: NodeJS.ProcessEnv
}

/** Starts something that goes on besides answering; answers how to stop it: what is under way is finished first. */
export type Trabajo = (entorno: Entorno, onError: (error: unknown) => void) => () => Promise<void>

/** What an area contributes, besides its calls, to what others gather: they need not know of it. */
export interface Aportes {
  /** Rules of the books. */
  verifica?: readonly Regla[]
  contadores?: readonly Contador[]
  /** The text of its news, by event; an event without one says its name and the number of what it happened to. */
  avisos?: Readonly<Record<string, Plantilla>>
  /** Requests that wait for a yes, by kind. */
  aprueba?: Readonly<Record<string, Aprobable>>
  /** Jobs of the server, by the name that their errors are told with. */
  trabajos?: Readonly<Record<string, Trabajo>>
}

/** Parts of queries of what waits: nothing to send back; an amount as people read it; whose they are. */
export const NADA = sql`'{}'::jsonb`
export const monto = (amount: string, moneda: string) =>
  sql`importe_texto(${sql.ref(amount)}, ${sql.ref(`${moneda}.simbolo`)}, ${sql.ref(`${moneda}.decimales`)})`
export const de = ({ quien, propias }: Lector, column: string) =>
  sql`${sql.ref(column)} ${propias ? sql`=` : sql`<>`} ${quien.usuario_id}`
