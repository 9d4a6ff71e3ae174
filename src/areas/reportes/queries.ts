import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Db, snapshot, type Tx } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import type { porOperacion } from './contract/partes.ts'
import type { Opcion } from './contract.ts'
import { type Comparacion, type Periodo, periodoDe, type Rango } from './rules.ts'

/** Filters of a report of operations. */
export type Operacion = { [K in keyof typeof porOperacion]?: z.output<(typeof porOperacion)[K]> }

type Pedido = {
  periodo?: Periodo | undefined
  desde?: string | undefined
  hasta?: string | undefined
}

/** Runs a report on the days of its period, in one snapshot of the books (R-96). */
export function reporte<T>(
  db: Db,
  { periodo, desde, hasta }: Pedido,
  work: (tx: Tx, days: Comparacion) => Promise<T>,
): Promise<T & Comparacion> {
  return snapshot(db, async (tx) => {
    const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(tx)
    const dates = { ...(desde && { desde }), ...(hasta && { hasta }) }
    const days = periodoDe({ periodo, ...dates }, rows[0]?.hoy ?? '')
    return { ...(await work(tx, days)), ...days }
  })
}

/**
 * Conditions of the filters on `alias` (a summary or its movements); the filter value zero selects rows without one.
 */
export function conditions(alias: string, f: Operacion): RawBuilder<unknown> {
  const col = (name: string) => sql.ref(`${alias}.${name}`)
  const id = (name: string, value: number | undefined) =>
    value === undefined ? [] : [sql`coalesce(${col(name)}, 0) = ${value}`]
  const [de, a] = f.corredor?.split('-').map(Number) ?? []
  return sql.join(
    [
      sql`true`,
      ...id('moneda_id', f.moneda_id),
      ...id('de_id', de),
      ...id('a_id', a),
      ...id('sucursal_id', f.sucursal_id),
      ...(f.usuario_id === undefined ? [] : [sql`${col('usuario_id')} = ${f.usuario_id}`]),
      ...(f.tipo ? [sql`${col('tipo')} = ${f.tipo}`] : []),
      ...(f.hora === undefined ? [] : [sql`${col('hora')} = ${f.hora}`]),
    ],
    sql` AND `,
  )
}

/** Rows of these days to be added up, with their hours only where a filter or the grouping asks for them. */
export const resumen = ({ desde, hasta }: Rango, { hora }: Operacion, por?: string) =>
  sql`reportes_rango(${desde}::date, ${hasta}::date, ${sql.lit(por === 'hora' || hora !== undefined)})`

/** The options of the filters. */
export async function options(db: Db) {
  type Opciones = Record<'cajeros' | 'monedas' | 'corredores', Opcion[]>
  const list = (valor: RawBuilder<unknown>, etiqueta: RawBuilder<unknown>) =>
    sql`coalesce(jsonb_agg(jsonb_build_object('valor', ${valor}, 'etiqueta', ${etiqueta}) ORDER BY ${etiqueta}), '[]')`
  const { rows } = await sql<Opciones>`
    SELECT (SELECT ${list(sql`u.id::text`, displayName('u'))} FROM usuarios u) AS cajeros,
           (SELECT ${list(sql`m.id::text`, sql`m.iso`)} FROM monedas m JOIN posiciones p ON p.moneda_id = m.id) AS monedas,
           (SELECT ${list(sql`t.base_id || '-' || t.cotizacion_id`, sql`b.iso || ' → ' || q.iso`)}
            FROM (SELECT DISTINCT base_id, cotizacion_id FROM tipos_cambios) t
            JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id) AS corredores`.execute(
    db,
  )
  return rows[0] as Opciones
}

/** Maximum of days that one run stores. */
export const PASADA = 31

/** Stores the summaries of past days that are missing, each in its own statement; answers how many. */
export async function summarize(db: Db): Promise<number> {
  for (let done = 0; done < PASADA; done += 1) {
    const { rows } = await sql<{ n: number }>`SELECT reportes_resumir(1) AS n`.execute(db)
    if (!rows[0]?.n) return done
  }
  return PASADA
}
