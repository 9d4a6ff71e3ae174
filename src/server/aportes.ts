import { type RawBuilder, sql } from 'kysely'
import type { Palabras } from '../core/base.ts'
import type { Permiso } from '../core/permisos.ts'
import type { Afuera } from './acceso/clave.ts'
import type { Quien } from './acceso/sesion.ts'
import type { Db } from './db/db.ts'
import type { Hallable } from './http/respuesta/hallar.ts'
import type { Plantilla } from './noticia.ts'
import type { LeePapel } from './papel.ts'
import type { Watch } from './proceso/jobs.ts'

/**
 * A rule of the books, in Spanish, and the query that answers each violation as `detalle`. `:nuevas(table, id)` in it
 * limits the hourly check to rows that were sealed since the last one; a rule without it is checked on
 * demand only.
 */
export type Regla = readonly [regla: string, consulta: string]

/** A figure of the house that is measured when it is asked for: a name and help of Prometheus, and a query of one `valor`. */
export interface Medida {
  nombre: string
  ayuda: string
  consulta: string
}

/** Counts pending work of one kind: shown in the bell and as a warning on the dashboard. */
export interface Contador {
  clave: string
  /** Position among the counters without money at risk, ascending; those with money at risk come first. */
  lugar: number
  /** The permission to act on it; null where it is everybody's own. */
  permiso: Permiso | null
  uno: string
  varios: string
  /** Answers one number. `:yo` is the id of the reader, whose own requests count where nobody else can answer. */
  consulta: string
  /** Answers one number: the money at risk in the functional currency. Only asked where the count is not zero. */
  riesgo?: string
  /** Answers one text: which they are. Only asked where the count is not zero. */
  nombra?: string
  pantalla: string
  filtro?: Record<string, string>
}

/** Whose requests are read: the reader's own, or those of others that he may approve. */
export interface Lector {
  quien: Quien
  propias: boolean
}

/** A kind of request that waits for approval. */
export interface Aprobable {
  /** Where the kind stands among all requests, the smallest first: a rate has a client waiting at the counter. */
  lugar: number
  /** The permission to approve or refuse it. */
  permiso: Permiso
  /** Several may be approved together; where it is not said, each is looked at by itself (R-355). */
  juntas?: true
  /**
   * Reads the pending requests: id, numero, fecha, titulo, importe, motivo, aviso, solicitante, vence_en, confirma
   * (what the approver has seen and sends back; null when it must be opened on its own screen first) and `valor`, the
   * amount in soles that is compared with the approver's limit. A kind of which several are approved together also
   * reads `importes`: what each would move, `[{moneda_id, monto}]`, negative where it goes out.
   */
  espera(lector: Lector): RawBuilder<unknown>
}

/** The arguments with which a job of the server starts. */
export interface Entorno {
  db: Db
  afuera: Afuera & { anclas: string }
  env: NodeJS.ProcessEnv
}

/** A background job. */
export interface Trabajo {
  /** As people read it when it fails: `mensajes de Telegram`. */
  nombre: string
  /** Starts it, and tells `watch` of each run. Answers a function that stops it after the run in progress has finished. */
  empieza(entorno: Entorno, watch: Watch): () => Promise<void>
}

/** A table of which whoever sees some branches alone does not see every row, and a row of it in words. */
export interface Fila {
  tabla: string
  que: string
  /** A condition on its row, as SQL. */
  si?: string
  /** The field of the body that has the id, or ids, in place of `:id`. */
  cuerpo?: string
}

/** What an area contributes, besides its calls, to lists that the program gathers without knowing the area. */
export interface Aportes {
  /** Figures for whoever watches the program: none of them names a person. */
  mide?: readonly Medida[]
  /** Rules of the books. */
  verifica?: readonly Regla[]
  contadores?: readonly Contador[]
  /** Message templates by event; an event without one is told by its name and the document's number. */
  avisos?: Readonly<Partial<Record<Palabras['telegram_eventos.evento'], Plantilla>>>
  /** Requests that wait for approval, by kind. */
  aprueba?: Readonly<Record<string, Aprobable>>
  /** Areas of which its calls show something to who may not open them: he hears that they changed (R-130). */
  muestra?: readonly string[]
  /** Areas whose calls show something of this one; the same for theirs. */
  seVeEn?: readonly string[]
  /** Reads what the printed papers of its documents say, so that anybody can check one (R-174). */
  papeles?: LeePapel
  /** What the `:id` of its calls is of, by the beginning of their path (R-260). */
  filas?: Readonly<Record<string, Fila>>
  /** Lists in which the palette finds what was typed, by the name by which it asks for them. */
  halla?: Readonly<Record<string, Hallable>>
  /** Jobs of the server, by the name under which they are logged and measured. */
  trabajos?: Readonly<Record<string, Trabajo>>
}

/** Parts of queries of what waits: nothing to send back; an amount as people read it; whose they are. */
export const NADA = sql`'{}'::jsonb`
export const monto = (amount: string, moneda: string) =>
  sql`importe_texto(${sql.ref(amount)}, ${sql.ref(`${moneda}.simbolo`)}, ${sql.ref(`${moneda}.decimales`)})`
/** What a request would move, for those who approve several together. */
export const mueve = (amount: string, moneda: string) =>
  sql`jsonb_build_array(jsonb_build_object('moneda_id', ${sql.ref(`${moneda}.id`)},
    'monto', round(${sql.raw(amount)}, ${sql.ref(`${moneda}.decimales`)})::text))`
export const de = ({ quien, propias }: Lector, column: string) =>
  sql`${sql.ref(column)} ${propias ? sql`=` : sql`<>`} ${quien.usuario_id}`
