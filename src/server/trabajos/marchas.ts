import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { causaDe } from '../log/causa.ts'
import { repeat, type Watch } from '../proceso/jobs.ts'

const HOUR_MS = 3_600_000
/** A job that fails each second is written down each minute. */
const MINUTE_MS = 60_000

/** How a job of this process runs, as it is measured. */
export interface Marcha {
  trabajo: string
  /** Milliseconds between two runs. */
  cada: number
  /** Seconds since its last success, or since it was started. */
  edad: number
  /** Failures in a row. */
  fallas: number
}

export interface Marchas {
  /** Who hears of the runs of a job; `nombre` as people read it. */
  de(trabajo: string, nombre: string): Watch
  /** Those that run: one that this house does not ask for, as a backup without a folder, is none. */
  leer(): Marcha[]
  /** Writes which jobs run here, and which went well since it was last called: done once an hour. */
  latir(): Promise<void>
  /** Takes the jobs of this process away, once they have stopped. */
  cerrar(): Promise<void>
}

/**
 * Keeps how the jobs of this process run, in memory for whoever measures, and in the database for people: its
 * start, each failure and what ends it at once, a success that follows a success once an hour, so that a house at night
 * writes next to nothing (ADR 0109). Failures are told to `onError` with the job's name. A note that cannot be written
 * is dropped: why the database refuses it is told by what asks it.
 */
export function marchasDe(db: Db, onError: (error: unknown, who: string) => void): Marchas {
  const all = new Map<string, ReturnType<typeof una>>()
  const write = (query: ReturnType<typeof sql>) =>
    query.execute(db).then(
      () => true,
      () => false,
    )

  function una(trabajo: string, nombre: string) {
    const started = performance.now()
    let ms = 0
    let ended: number | null = null
    let fallas = 0
    let pending = 0
    let written = Number.NEGATIVE_INFINITY
    let anduvo = false
    let empezado = false
    const note = async (n: number, motivo: string | null) => {
      await empezando
      await write(
        sql`SELECT trabajo_anotar(${trabajo}, ${nombre}, ${ms}::int, ${n}::int, ${motivo})`,
      )
    }
    const fails = async (error: unknown) => {
      onError(error, trabajo)
      fallas += 1
      pending += 1
      anduvo = false
      if (fallas > 2 && performance.now() - written < MINUTE_MS) return
      written = performance.now()
      const told = pending
      pending = 0
      await note(told, causaDe(error).message)
    }
    const watch: Watch = Object.assign(fails, {
      every(period: number) {
        // Those that are started together are written down together.
        if (ms === 0) empezando = empezando.then(empezar)
        ms = period
      },
      async well() {
        const first = ended === null || fallas > 0
        ended = performance.now()
        fallas = 0
        pending = 0
        anduvo = true
        if (first) await note(0, null)
      },
    })
    return {
      watch,
      nombre,
      /** It runs, and nothing says so yet. */
      nuevo: () => ms > 0 && !empezado,
      /** `dicho`: its start is written down; else the next beat does it. */
      empieza(dicho: boolean) {
        empezado = dicho
      },
      /** Whether its last run that ended went well and no beat has said so yet. */
      anduvo: () => anduvo,
      /** `dicho`: a beat says so; else it could not, and the next one does. */
      latido(dicho: boolean) {
        anduvo = !dicho && fallas === 0
      },
      leer: () => ({
        trabajo,
        cada: ms,
        edad: (performance.now() - (ended ?? started)) / 1000,
        fallas,
      }),
    }
  }

  /** Writes down the jobs that begin, before they have run: one that hangs in its first run would be known to nobody. */
  const empezar = async () => {
    const nuevos = [...all].filter(([, one]) => one.nuevo())
    if (nuevos.length === 0) return
    for (const [, one] of nuevos) one.empieza(true)
    const names = nuevos.map(([name]) => name)
    const [nombres, cada] = [
      nuevos.map(([, one]) => one.nombre),
      nuevos.map(([, one]) => one.leer().cada),
    ]
    const written = await write(
      sql`SELECT trabajos_empezar(${names}::text[], ${nombres}::text[], ${cada}::int[])`,
    )
    if (!written) for (const [, one] of nuevos) one.empieza(false)
  }
  let empezando: Promise<void> = Promise.resolve()

  const latir = async () => {
    // Of one whose start is not written down the row may still say when it ran before it was taken away.
    const runs = [...all].filter(([, one]) => one.leer().cada > 0 && !one.nuevo())
    const well = runs.filter(([, one]) => one.anduvo())
    // Before it is written: a run that ends meanwhile is of the next beat. A job that hangs has none to tell then.
    for (const [, one] of well) one.latido(true)
    const [names, andan] = [runs, well].map((some) => some.map(([name]) => name))
    const cada = runs.map(([, one]) => one.leer().cada)
    const written = await write(
      sql`SELECT trabajos_latir(${names}::text[], ${cada}::int[], ${andan}::text[])`,
    )
    if (!written) for (const [, one] of well) one.latido(false)
    empezando = empezando.then(empezar)
    await empezando
  }
  const stop = repeat(HOUR_MS, latir, () => {})
  return {
    de(trabajo, nombre) {
      if (all.has(trabajo)) throw new Error(`two jobs are called ${trabajo}`)
      const one = una(trabajo, nombre)
      all.set(trabajo, one)
      return one.watch
    },
    leer: () => [...all.values()].map((one) => one.leer()).filter(({ cada }) => cada > 0),
    latir,
    async cerrar() {
      await stop()
      await empezando
      await write(sql`SELECT trabajos_dejar(${[...all.keys()]}::text[])`)
    },
  }
}
