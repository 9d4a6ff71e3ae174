import { randomUUID } from 'node:crypto'
import { decimal } from '../../../core/dinero/decimal.ts'
import type { Quien } from '../../../server/acceso/sesion.ts'
import { type Db, transaction } from '../../../server/db/db.ts'
import { repeat, type Watch } from '../../../server/proceso/jobs.ts'
import { type Arriba, ofRow, publishAll } from '../publicar.ts'
import { lock, noteAll } from '../queries.ts'
import type { Precios } from '../rules.ts'
import { superaAlerta } from '../rules.ts'
import { descargar } from './descarga.ts'
import { lockSource, replaceProposal, takeDue, tooFar, writeReading } from './queries.ts'
import { LecturaError, preciosDe } from './rules.ts'

const CADA_MS = 5_000
/** Sources that one process reads in parallel, so that a slow one does not delay the others. */
const A_LA_VEZ = 4

export interface Lector {
  db: Db
  arriba: Arriba
  /** Allows http and private addresses: for tests, or a source inside the house. */
  locales: boolean
}

/**
 * The actor of an automatic publication: without user and permissions; the source's name is stored as the reason. A new
 * request id for each reading, so that the rates it moves are announced as one event.
 */
function nadie(): Quien {
  const of = { usuario_id: null, sesion_id: null, permisos: [], ip: null, solicitud: randomUUID() }
  return of as unknown as Quien
}

/**
 * Reads due sources in a loop; any number of processes may run it. Answers a function that stops it after the reading
 * in progress.
 */
export function startFuentes(lector: Lector, watch: Watch): () => Promise<void> {
  return repeat(CADA_MS, () => leerDebidas(lector), watch)
}

/** Reads every due source once; answers how many. */
export async function leerDebidas(lector: Lector): Promise<number> {
  let read = 0
  const worker = async () => {
    for (;;) {
      const due = await takeDue(lector.db)
      if (!due) return
      await leerUna(lector, due)
      read += 1
    }
  }
  await Promise.all(Array.from({ length: A_LA_VEZ }, worker))
  return read
}

/** The stricter limit: a source never publishes a change that a person would have to type twice. */
function menor(a: string, b: string): string {
  return decimal(a).lt(decimal(b)) ? a : b
}

const LEJOS =
  'Se aleja más de lo permitido del último precio que una persona confirmó, o en una hora: solo se propone.'

/** One reading: downloads outside of any transaction, then applies the result in one. */
async function leerUna(
  lector: Lector,
  due: { par_id: number; version: number; url: string },
): Promise<void> {
  const { db, locales } = lector
  let respuesta: string | null = null
  let fallo: string | null = null
  try {
    respuesta = await descargar(due.url, { locales })
  } catch (error) {
    if (!(error instanceof LecturaError)) throw error
    fallo = error.message
  }
  await transaction(db, async (tx) => {
    // Lock order of all publications: the pair first.
    const par = (await lock(tx, [due.par_id], 'publicar')).get(due.par_id)
    const fuente = await lockSource(tx, due.par_id)
    // Changed or switched off during the download: the answer belongs to the old settings.
    if (!par?.estatus || !fuente?.activa || fuente.version !== due.version) return
    let precios: Precios | null = null
    try {
      if (fallo === null)
        precios = preciosDe(respuesta ?? '', { ...fuente, precision: par.precision })
    } catch (error) {
      if (!(error instanceof LecturaError)) throw error
      fallo = error.message
    }
    const limit = menor(fuente.salto_pct, par.alerta_pct)
    const grande = precios !== null && superaAlerta(par, precios, limit)
    const lejos =
      precios !== null && fuente.modo === 'publica' && (await tooFar(tx, par.id, precios))
    const salto = grande || lejos
    const error =
      fallo ??
      (grande
        ? `El cambio supera el salto máximo de ${limit} %: solo se propone.`
        : lejos
          ? LEJOS
          : null)
    await writeReading(tx, par.id, {
      respuesta: respuesta?.replaceAll('\0', '') ?? null,
      precios,
      error,
    })
    if (!precios) return
    if (fuente.modo === 'publica' && !salto)
      return publicar({ ...lector, db: tx }, par.id, precios, fuente.nombre)
    return proponer(tx, { id: par.id, ...precios, antes: par, fuente: fuente.nombre, salto })
  })
}

/** Publishes as a person would, in the transaction of the reading. */
async function publicar(
  { db, arriba }: Lector,
  id: number,
  precios: Precios,
  nombre: string,
): Promise<void> {
  await replaceProposal(db, id, null)
  const cambios = [{ id, ...precios, confirmar: false }]
  const publicacion = { cambios, motivo: `Fuente ${nombre}`, revision: undefined, prefix: ofRow }
  await publishAll({ db, quien: nadie() }, publicacion, arriba)
}

interface Dicho extends Precios {
  id: number
  antes: Precios
  fuente: string
  salto: boolean
}

/** Makes a proposal for a person to accept; none when the source agrees with the prices in force. */
async function proponer(db: Db, { id, compra, venta, antes, fuente, salto }: Dicho): Promise<void> {
  const same = antes.compra === compra && antes.venta === venta
  const news = await replaceProposal(db, id, same ? null : { compra, venta, fuente, salto })
  if (!news) return
  const rows = [
    {
      id,
      antes: { compra: antes.compra, venta: antes.venta },
      despues: same ? null : { compra, venta, fuente: `Fuente ${fuente}`, salto },
    },
  ]
  await noteAll({ db, quien: nadie() }, 'pares-divisas', 'proponer', rows)
}
