import { sql } from 'kysely'
import { type MonedaFuncional, ponerMoneda } from '../../core/dinero/moneda.ts'
import { type RefusalCode, sentence } from '../../core/errors.ts'
import { ponerZona } from '../../core/zona.ts'
import type { Db } from '../db/db.ts'

/** Why the machine's clock is not trusted to date anything, in one Spanish sentence; null when it is (ADR 0041). */
export async function dudaDelReloj(db: Db): Promise<string | null> {
  const { rows } = await sql<{ duda: { codigo: RefusalCode } | null }>`
    SELECT reloj_duda() AS duda`.execute(db)
  const duda = rows[0]?.duda
  return duda ? sentence(duda.codigo, duda) : null
}

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
