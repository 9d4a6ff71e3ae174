import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** A reading of the database that its arguments determine; nobody changes what it answers. */
type Leer<A extends readonly unknown[], R> = (db: Db, ...args: A) => Promise<R>

/** Reads once for all who ask the same with the same arguments while nothing changed in the database. */
export type Foto = <A extends readonly unknown[], R>(leer: Leer<A, R>, ...args: A) => Promise<R>

/** Between two photos of a database in this process, however much is written and however many ask. */
export const PAUSA_MS = 500
/** For this long the clock alone makes no figure old. */
const RELOJ_S = 5

/** What was read of the mark, and as which look of this process. */
interface Mirada {
  marca: string
  n: number
}

interface Tomada extends Mirada {
  desde: number
  foto: Foto
}

/** What one process keeps of one database. */
interface Camara {
  miradas: number
  ultima?: Tomada
  /** The look that is under way, and the next one, which everybody shares who asks before it begins. */
  mirando?: Promise<unknown>
  mirada?: Promise<Mirada>
  /** Waits for its turn to be taken; who asks meanwhile gets it too. */
  proxima?: Promise<Foto>
}

const camaras = new WeakMap<Db, Camara>()

/**
 * The photo of the database for one request: all that was committed before the request is in it. Two equal marks
 * mean that nothing was committed between them, so what was read under one is right under the other.
 */
export async function fotoDe(db: Db): Promise<Foto> {
  const camara = camaras.get(db) ?? { miradas: 0 }
  camaras.set(db, camara)
  if (camara.proxima) return camara.proxima
  const mirada = await mirar(db, camara)
  const { ultima } = camara
  if (ultima && (ultima.n >= mirada.n || ultima.marca === mirada.marca)) return ultima.foto
  if (camara.proxima) return camara.proxima
  const wait = ultima ? ultima.desde + PAUSA_MS - performance.now() : 0
  if (wait <= 0) return tomar(db, camara, mirada)
  camara.proxima = sleep(wait).then(async () => {
    // Who asks from here on may ask after the mark was read.
    delete camara.proxima
    return tomar(db, camara, await mirar(db, camara))
  })
  return camara.proxima
}

/** One look for all who ask before it is sent: one that is under way may be older than the last commit. */
function mirar(db: Db, camara: Camara): Promise<Mirada> {
  camara.mirada ??= (camara.mirando ?? Promise.resolve()).then(async () => {
    delete camara.mirada
    camara.miradas += 1
    const n = camara.miradas
    const look = marcaDe(db)
    camara.mirando = look.catch(() => undefined)
    return { n, marca: await look }
  })
  return camara.mirada
}

/** The set of committed transactions, which each commit of a change changes, and the clock, coarsely. */
async function marcaDe(db: Db): Promise<string> {
  const { rows } = await sql<{ marca: string }>`
    SELECT pg_current_snapshot() || ' ' || floor(extract(epoch FROM ahora()) / ${sql.lit(RELOJ_S)}) AS marca`.execute(
    db,
  )
  return rows[0]?.marca ?? ''
}

function tomar(db: Db, camara: Camara, mirada: Mirada): Foto {
  const { ultima } = camara
  if (ultima && (ultima.n >= mirada.n || ultima.marca === mirada.marca)) return ultima.foto
  const hechas = new Map<unknown, Map<string, Promise<unknown>>>()
  const foto: Foto = <A extends readonly unknown[], R>(leer: Leer<A, R>, ...args: A) => {
    const hecha = hechas.get(leer) ?? new Map<string, Promise<unknown>>()
    hechas.set(leer, hecha)
    const key = JSON.stringify(args)
    const known = hecha.get(key) as Promise<R> | undefined
    if (known) return known
    const made = leer(db, ...args)
    hecha.set(key, made)
    // What failed is asked again.
    made.catch(() => hecha.delete(key))
    return made
  }
  camara.ultima = { ...mirada, desde: performance.now(), foto }
  return foto
}
