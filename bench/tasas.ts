import { sql } from 'kysely'
import type { Db } from '../src/server/db/db.ts'
import { una } from './carga.ts'
import type { Mundo } from './mundo.ts'
import { porTurnos } from './mundo.ts'
import { anotar, entero } from './tabla.ts'

const PARES = 200
const PAISES = ['pe', 've', 'co', 'cl', 'ec']
const TASAS = PARES * PAISES.length

/** Creates 200 pairs of the dollar, and for each one automatic rate per country: 1,000 rates in all. */
async function montarTasas(db: Db, usuario_id: number): Promise<number[]> {
  await sql`INSERT INTO monedas (nombre, iso, simbolo, decimales)
    SELECT 'Moneda X' || n, 'X' || lpad(n::text, 3, '0'), 'X', 2 FROM generate_series(1, ${PARES}::int) n`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    INSERT INTO pares_divisas (pais, base_id, cotizacion_id, compra, venta, precision)
    SELECT 'usd', 3, id, 10, 10.2, 4 FROM monedas WHERE iso ~ '^X\\d{3}$' ORDER BY id RETURNING id`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  await sql`SELECT pares_divisas_publicar(id, 10, 10.2, ${usuario_id}, 'Creación') FROM unnest(${ids}::int[]) id`.execute(
    db,
  )
  await sql`
    WITH t AS (
      INSERT INTO tipos_cambios (pais, base_id, cotizacion_id, metodo_calculo, precision, margen, par_destino_id)
      SELECT x.id, 3, p.cotizacion_id, 'm', 4, 5, p.id
      FROM pares_divisas p CROSS JOIN unnest(${PAISES}::text[]) x(id) WHERE p.id = ANY(${ids}) RETURNING id)
    SELECT tipos_cambios_publicar(id, '{"tasa": "9.5", "tasa_costo": "10", "margen": "5", "precision": 4,
      "metodo_calculo": "m", "origen": "automatico"}', ${usuario_id}) FROM t`.execute(db)
  return ids
}

/**
 * Measures the publication of 200 pairs that changes 1,000 rates in one transaction: through the whole server, beside
 * the two SQL functions that write the same rows.
 */
export async function filasDeTasas({ casa, puerto }: Mundo): Promise<void> {
  const { db } = casa
  const ids = await montarTasas(db, casa.adm.usuario_id)
  const headers = { 'x-token': casa.tokens[0] as string }
  let turn = 0
  // Each call gives other prices, all within the limit of the variation alert.
  const precios = () => {
    turn += 1
    return { compra: `10.0${turn % 9}1`, venta: `10.2${turn % 9}1` }
  }
  const pares = () => {
    const price = precios()
    return ids.map((id) => ({ id, ...price }))
  }
  const timed = async (work: () => Promise<unknown>) => {
    const begin = performance.now()
    await work()
    return performance.now() - begin
  }
  const ms = await porTurnos({
    revisar: () =>
      timed(() =>
        una(puerto, {
          method: 'POST',
          path: '/api/pares-divisas/compra-venta/impacto',
          headers,
          body: { pares: pares() },
        }),
      ),
    publicar: () =>
      timed(async () => {
        const body = { pares: pares(), motivo: 'Precios del día' }
        const path = '/api/pares-divisas/compra-venta'
        const { recalculados } = await una<{ recalculados: unknown[] }>(puerto, {
          method: 'POST',
          path,
          headers,
          body,
        })
        if (recalculados.length !== TASAS) throw new Error(`${recalculados.length} rates moved`)
      }),
    solas: () => timed(() => escribir(db, ids, casa.adm.usuario_id, precios())),
  })
  anotar({
    que: `publishing ${PARES} pairs that move ${entero(TASAS)} rates, one transaction`,
    nuestro: `${entero(ms.publicar)} ms`,
    referencia: `${entero(ms.solas)} ms its SQL functions alone`,
    razon: ms.solas / ms.publicar,
    meta: '≥ 0.4',
    cumple: ms.solas / ms.publicar >= 0.4,
  })
  anotar({ que: 'its review, nothing written', nuestro: `${entero(ms.revisar)} ms` })
}

/** Writes the rows of a publication without deriving rates, checking them, auditing or sending events. */
async function escribir(
  db: Db,
  ids: number[],
  usuario_id: number,
  { compra, venta }: { compra: string; venta: string },
) {
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pares_divisas_publicar(id, ${compra}::numeric, ${venta}::numeric, ${usuario_id}, 'Precios del día')
              FROM unnest(${ids}::int[]) id`.execute(tx)
    await sql`
      SELECT tipos_cambios_publicar(t.id, jsonb_build_object('tasa', trunc(${compra}::numeric * 0.95, 4)::text,
        'tasa_costo', ${compra}::text, 'margen', '5', 'precision', 4, 'metodo_calculo', 'm', 'origen', 'par',
        'precio_destino', ${compra}::text), ${usuario_id})
      FROM tipos_cambios t WHERE t.par_destino_id = ANY(${ids}) ORDER BY t.id`.execute(tx)
  })
}
