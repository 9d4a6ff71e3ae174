import { sql } from 'kysely'
import type { z } from 'zod'
import { auditOf, type Quien } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { buscaNumero, likeOf } from '../../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../../server/http/respuesta/escrita.ts'
import type { contrato, Liquidacion, LiquidacionDetalle } from '../contract.ts'
import { fueron, nombre } from '../queries.ts'
import { historial } from './reglas.ts'

type Consulta = z.output<typeof contrato.liquidaciones.query>
export type Key = [id: number]

const columns = sql`l.id, l.numero, l.fecha, l.beneficiario, ${nombre} AS nombre, round(l.total, 2)::text AS total, l.filas,
  l.estado, n.nombre AS cuenta, l.pagada_en`
const tables = sql`comisiones_liquidaciones l ${fueron('l')} LEFT JOIN cuentas n ON n.id = l.cuenta_id`

/** A page of settlements plus one row, which tells whether there is a next page. */
export function settlements(
  f: Consulta,
  limite: number,
  key: Key | null,
  solo: string | null,
): Filas<Liquidacion> {
  const conditions = [
    sql`true`,
    ...(solo ? [sql`l.beneficiario = ${solo}`] : []),
    ...(f.beneficiario ? [sql`l.beneficiario = ${f.beneficiario}`] : []),
    ...(f.desde ? [sql`l.fecha_negocio >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`l.fecha_negocio <= ${f.hasta}::date`] : []),
    ...(f.estado ? [sql`l.estado = ${f.estado}`] : []),
    ...(f.buscar
      ? [
          sql`(normalizar(${nombre}) LIKE ${likeOf(f.buscar)} OR ${buscaNumero('l.numero', 'LQ', f.buscar)})`,
        ]
      : []),
    ...(key
      ? [
          sql`(l.fecha_negocio, l.id) < (SELECT p.fecha_negocio, p.id FROM comisiones_liquidaciones p WHERE p.id = ${key[0]})`,
        ]
      : []),
  ]
  return sql<Liquidacion>`
    SELECT ${columns} FROM ${tables} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY l.fecha_negocio DESC, l.id DESC LIMIT ${limite + 1}`
}

/** One settlement; null when it does not exist or belongs to somebody else. */
export async function settlement(
  db: Db,
  id: number,
  solo: string | null,
): Promise<LiquidacionDetalle | null> {
  const { rows } = await sql<LiquidacionDetalle>`
    SELECT ${columns}, ${displayName('x')} AS creada_por, ${displayName('y')} AS pagada_por, l.referencia, l.anulada_en,
           ${displayName('z')} AS anulada_por, l.motivo_anulacion,
           ${historial('comisiones-liquidaciones', sql`l.id`)} AS historial
    FROM ${tables} JOIN usuarios x ON x.id = l.creada_por
    LEFT JOIN usuarios y ON y.id = l.pagada_por LEFT JOIN usuarios z ON z.id = l.anulada_por
    WHERE l.id = ${id} ${solo ? sql`AND l.beneficiario = ${solo}` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Accounts from which this user can pay: active, in the functional currency. Their label includes the balance. */
export async function accounts(db: Db, quien: Quien) {
  const { rows } = await sql<{ id: number; nombre: string; saldo: string }>`
    SELECT c.id, c.nombre, importe_texto(k.saldo, m.simbolo, m.decimales) AS saldo
    FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
    WHERE c.estatus AND m.funcional AND k.bloqueo IS DISTINCT FROM 'conteo' AND cuentas_suya(${auditOf(quien)}::jsonb, c) ORDER BY c.nombre, c.id`.execute(
    db,
  )
  return rows
}
