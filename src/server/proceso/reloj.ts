import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type MonedaFuncional, ponerMoneda } from '../../core/dinero/moneda.ts'
import { type RefusalCode, sentence } from '../../core/errors.ts'
import { ponerZona } from '../../core/zona.ts'
import type { Db } from '../db/db.ts'

/**
 * Why the machine's clock is not trusted to date anything, in one Spanish sentence; null when it is (ADR 0041).
 * `pide_hora`: whoever confirms it types the hour too.
 */
export async function dudaDelReloj(db: Db): Promise<{ duda: string | null; pide_hora: boolean }> {
  const { rows } = await sql<{ duda: { codigo: RefusalCode } | null }>`
    SELECT reloj_duda() AS duda`.execute(db)
  const duda = rows[0]?.duda
  const pide_hora = duda?.codigo === 'RELOJ_DISTINTO' || duda?.codigo === 'RELOJ_SALTO'
  return { duda: duda ? sentence(duda.codigo, duda) : null, pide_hora }
}

/** The areas whose changes `tomarCasa` has to read. */
export const TOMADO_DE: readonly string[] = ['ajustes', 'monedas', 'paises']

/**
 * Takes the house's time zone and the currency of its books from the database into this process: what it writes to
 * people is in them.
 */
export async function tomarCasa(db: Db): Promise<void> {
  const { rows } = await sql<{ zona: string; moneda: MonedaFuncional }>`
    SELECT zona_horaria() AS zona, jsonb_build_object('id', m.id, 'iso', iso, 'nombre', m.nombre, 'simbolo', simbolo,
      'decimales', m.decimales, 'pais', p.id, 'pais_nombre', p.nombre) AS moneda
    FROM monedas m, paises p WHERE m.funcional AND p.id = pais_de_la_casa()`.execute(db)
  if (!rows[0]) return
  ponerZona(rows[0].zona)
  ponerMoneda(rows[0].moneda)
}

/**
 * Keeps what `tomar` takes up to date. Each call reads again, after the reading that is under way, so that an older
 * answer never replaces a newer one; it resolves when its reading has ended. One that fails is told to `falla` and done
 * again after `pausa` milliseconds.
 */
export function alDia(tomar: () => Promise<void>, falla: (error: unknown) => void, pausa = 1000) {
  let ultima = Promise.resolve()
  let espera: Promise<void> | null = null
  let cerrado = false
  const una = async () => {
    espera = null
    if (cerrado) return
    try {
      await tomar()
    } catch (error) {
      falla(error)
      setTimeout(leer, pausa).unref()
    }
  }
  function leer(): Promise<void> {
    if (!espera) ultima = espera = ultima.then(una)
    return espera
  }
  /** Waits for the reading under way; none follows. */
  const cerrar = () => {
    cerrado = true
    return ultima
  }
  return { leer, cerrar }
}

/** A hook that awaits `leer` before a change of what `tomarCasa` reads is answered, so that the answer already says it. */
export const trasCambiar =
  (leer: () => Promise<void> = async () => {}) =>
  async ({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): Promise<void> => {
    const area = routeOptions.config?.endpoint?.path.split('/')[1] ?? ''
    if (method !== 'GET' && statusCode < 400 && TOMADO_DE.includes(area)) await leer()
  }
