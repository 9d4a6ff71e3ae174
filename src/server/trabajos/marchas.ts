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
  /** Takes the jobs of this process away, once they have stopped. */
  cerrar(): Promise<void>
}

/**
 * Keeps how the jobs of this process run, in memory for whoever measures, and in the database for people:
 * each failure and what ends it at once, a success that follows a success once an hour, so that a house at night
 * writes next to nothing (ADR 0109). Failures are told to `onError` with the job's name. A note that cannot be written
 * is dropped: why the database refuses it is told by what asks it.
 */
export function marchasDe(db: Db, onError: (error: unknown, who: string) => void): Marchas {
  const all = new Map<string, ReturnType<typeof una>>()
  const write = async (query: ReturnType<typeof sql>) => {
    await query.execute(db).catch(() => {})
  }

  function una(trabajo: string, nombre: string) {
    const started = performance.now()
    let ms = 0
    let ended: number | null = null
    let fallas = 0
    let pending = 0
    let written = Number.NEGATIVE_INFINITY
    let beats = false
    const note = (n: number, motivo: string | null) =>
      write(sql`SELECT trabajo_anotar(${trabajo}, ${nombre}, ${ms}::int, ${n}::int, ${motivo})`)
    const fails = async (error: unknown) => {
      onError(error, trabajo)
      fallas += 1
      pending += 1
      beats = false
      if (fallas > 2 && performance.now() - written < MINUTE_MS) return
      written = performance.now()
      const told = pending
      pending = 0
      await note(told, causaDe(error).message)
    }
    const watch: Watch = Object.assign(fails, {
      every(period: number) {
        ms = period
      },
      async well() {
        const first = ended === null || fallas > 0
        ended = performance.now()
        fallas = 0
        pending = 0
        beats = true
        if (first) await note(0, null)
      },
    })
    return {
      watch,
      beats: () => beats,
      leer: () => ({
        trabajo,
        cada: ms,
        edad: (performance.now() - (ended ?? started)) / 1000,
        fallas,
      }),
    }
  }

  const beat = async () => {
    const names = [...all].flatMap(([name, one]) => (one.beats() ? [name] : []))
    await write(sql`SELECT trabajos_latir(${names}::text[])`)
  }
  const stop = repeat(HOUR_MS, beat, () => {})
  return {
    de(trabajo, nombre) {
      if (all.has(trabajo)) throw new Error(`two jobs are called ${trabajo}`)
      const one = una(trabajo, nombre)
      all.set(trabajo, one)
      return one.watch
    },
    leer: () => [...all.values()].map((one) => one.leer()).filter(({ cada }) => cada > 0),
    async cerrar() {
      await stop()
      await write(sql`SELECT trabajos_dejar(${[...all.keys()]}::text[])`)
    },
  }
}
