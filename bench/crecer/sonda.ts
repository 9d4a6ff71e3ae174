import { sql } from 'kysely'
import type { Db } from '../../src/server/db/db.ts'
import { comoDueno } from '../casa.ts'

/**
 * Puts a clock behind the two functions that lock what everybody shares: each then says, in settings of its connection,
 * when it was asked and when it had its rows. For a database that is thrown away.
 */
export const ponerSonda = (url: string) =>
  comoDueno(url, (client) =>
    client.query(`
      CREATE FUNCTION bench_hora(p_cual text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN PERFORM set_config('bench.' || p_cual, extract(epoch FROM clock_timestamp())::text, false); END $$;
      ALTER FUNCTION libro_tomar(libro_entrada[]) RENAME TO bench_libro_tomar;
      CREATE FUNCTION libro_tomar(p_entradas libro_entrada[]) RETURNS libro_estado LANGUAGE plpgsql AS $$
      DECLARE s libro_estado;
      BEGIN
        PERFORM bench_hora('pedida');
        s := bench_libro_tomar(p_entradas);
        PERFORM bench_hora('posicion');
        RETURN s;
      END $$;
      ALTER FUNCTION series_varios(text, date, integer[]) RENAME TO bench_series_varios;
      CREATE FUNCTION series_varios(p_serie text, p_fecha date, p_sucursales integer[])
        RETURNS text[] LANGUAGE plpgsql AS $$
      DECLARE v text[];
      BEGIN
        v := bench_series_varios(p_serie, p_fecha, p_sucursales);
        PERFORM bench_hora('serie');
        RETURN v;
      END $$`),
  )

/** Takes it away again. */
export const quitarSonda = (url: string) =>
  comoDueno(url, (client) =>
    client.query(`
      DROP FUNCTION libro_tomar(libro_entrada[]);
      ALTER FUNCTION bench_libro_tomar(libro_entrada[]) RENAME TO libro_tomar;
      DROP FUNCTION series_varios(text, date, integer[]);
      ALTER FUNCTION bench_series_varios(text, date, integer[]) RENAME TO series_varios;
      DROP FUNCTION bench_hora(text)`),
  )

/**
 * Of one transaction, in milliseconds: all of it; its wait for the position and the tills; how long it held them, and
 * the series.
 */
export interface Tomado {
  entera: number
  espera: number
  posicion: number
  serie: number
}

/** Asks for a set on this connection; the rows are held from when they were locked until the commit is answered. */
export async function pedirMedido(db: Db, pedidos: readonly unknown[]): Promise<Tomado> {
  const begin = performance.now()
  const { rows: answers } = await sql<{ r: { repetida?: boolean }[] }>`
    SELECT compras_ventas_registrar_lote(${JSON.stringify(pedidos)}::jsonb) AS r`.execute(db)
  const after = performance.now()
  const end = performance.timeOrigin + after
  const wrong = answers[0]?.r.find((answer) => answer.repetida !== false)
  if (wrong) throw new Error(`An operation was not registered: ${JSON.stringify(wrong)}`)
  const { rows } = await sql<Record<'pedida' | 'posicion' | 'serie', number>>`
    SELECT current_setting('bench.pedida')::float * 1000 AS pedida,
           current_setting('bench.posicion')::float * 1000 AS posicion,
           current_setting('bench.serie')::float * 1000 AS serie`.execute(db)
  const at = rows[0] as (typeof rows)[number]
  return {
    entera: after - begin,
    espera: at.posicion - at.pedida,
    posicion: end - at.posicion,
    serie: end - at.serie,
  }
}
