import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import {
  adjuntosJson,
  apuntesJson,
  displayName,
  historialJson,
  monedaJson,
} from '../../server/documento.ts'
import { unaMas } from '../../server/http/page.ts'
import { buscaNumero, likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import { enSucursal, sucursalDe, type Vista } from '../../server/sucursales.ts'
import type { CuentaOpcion, contrato, Detalle, Fila } from './contract.ts'

type Filtros = z.output<typeof contrato.totales.query>
type Consulta = z.output<typeof contrato.listar.query>
/** Key of the next page: the id of the last row seen; the row's day is looked up. */
export type Key = [id: number]

function conditions(f: Filtros): RawBuilder<unknown> {
  const all = [
    sql`true`,
    ...(f.desde ? [sql`a.fecha_negocio >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`a.fecha_negocio <= ${f.hasta}::date`] : []),
    ...(f.motivo ? [sql`a.motivo = ${f.motivo}`] : []),
    ...(f.estado ? [sql`a.estado = ${sql.lit(f.estado)}`] : []),
    ...(f.cuenta_id ? [sql`a.cuenta_id = ${f.cuenta_id}`] : []),
    ...enSucursal(['a.sucursal_id'], f),
    ...(f.buscar
      ? [
          sql`(normalizar(a.observacion) LIKE ${likeOf(f.buscar)} OR normalizar(c.nombre) LIKE ${likeOf(f.buscar)}
               OR ${buscaNumero('a.numero', 'AJ', f.buscar)})`,
        ]
      : []),
  ]
  return sql.join(all, sql` AND `)
}

const columns = (quien: Vista, ganancia: boolean) => sql`
  a.id, a.numero, a.fecha, a.cuenta_id, c.nombre AS cuenta, ${monedaJson('m')} AS moneda, a.motivo,
  round(a.importe, m.decimales)::text AS importe, a.observacion, a.estado, ${displayName('u')} AS solicitante,
  ${displayName('r')} AS resuelto_por ${sucursalDe(quien, 'a.sucursal_id')} ${ganancia ? sql`, round(a.valor, 2)::text AS valor` : sql``}`

const joined = sql`ajustes_saldo a JOIN cuentas c ON c.id = a.cuenta_id JOIN monedas m ON m.id = a.moneda_id
  JOIN usuarios u ON u.id = a.solicitado_por LEFT JOIN usuarios r ON r.id = a.resuelto_por`

const EN_ORDEN = {
  tabla: 'ajustes_saldo',
  fila: 'a',
  por: { fecha: columna('fecha_negocio'), numero: columna('numero'), importe: columna('importe') },
}

/** A page of adjustments plus one row, which tells whether there is a next page. */
export function list(f: Consulta, limite: number, key: Key | null, quien: Vista): Filas<Fila> {
  const { por, desde } = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  return sql<Fila>`
    SELECT ${columns(quien, tiene(quien, 'ganancia:ver'))} FROM ${joined}
    WHERE ${conditions(f)} ${desde ? sql`AND ${desde}` : sql``}
    ORDER BY ${por} LIMIT ${unaMas(limite, f)}`
}

/** Totals in and out per currency; pending and refused adjustments are only counted. */
export async function totals(db: Db, f: Filtros) {
  const applied = (sign: RawBuilder<unknown>) => sql`
    round(coalesce(sum(abs(a.importe)) FILTER (WHERE a.estado = 'aplicado' AND a.importe ${sign} 0), 0), m.decimales)::text`
  const { rows } = await sql<{
    moneda: Fila['moneda']
    entra: string
    sale: string
    ajustes: number
    pendientes: number
  }>`
    SELECT ${monedaJson('m')} AS moneda, ${applied(sql`>`)} AS entra, ${applied(sql`<`)} AS sale,
           (count(*) FILTER (WHERE a.estado = 'aplicado'))::int AS ajustes,
           (count(*) FILTER (WHERE a.estado = 'pendiente'))::int AS pendientes
    FROM ${joined} WHERE ${conditions(f)} GROUP BY m.id ORDER BY m.funcional DESC, m.id`.execute(db)
  return rows
}

/** One complete adjustment; null when it does not exist. Cost and entry only with `ganancia`. */
export async function detail(db: Db, id: number, quien: Vista): Promise<Detalle | null> {
  const { rows } = await sql<Detalle>`
    SELECT ${columns(quien, true)}, round(a.contado, m.decimales)::text AS contado,
           round(a.saldo_visto, m.decimales)::text AS saldo_visto, round(k.saldo, m.decimales)::text AS saldo_actual,
           CASE WHEN a.estado = 'pendiente' THEN (
             SELECT count(*) FROM apuntes p JOIN asientos s ON s.id = p.asiento_id
             WHERE p.cuenta_id = a.cuenta_id AND s.fecha_negocio >= a.fecha_negocio AND s.fecha > a.fecha)::int ELSE 0 END AS movimientos,
           trim_scale(a.tasa_costo)::text AS tasa_costo, ${displayName('g')} AS cargo, a.resuelto_en, a.nota,
           a.solicitado_por = ${quien.usuario_id} AS propio,
           CASE WHEN a.estado = 'pendiente' THEN aprobaciones_por('cuentas:aprobar-ajuste', a.solicitado_por, ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor))
                ELSE '{}' END AS aprueban, a.version,
           CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'numero', o.numero) END AS revierte,
           CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('id', v.id, 'numero', v.numero) END AS revertido_por,
           ${adjuntosJson('ajustes-saldo', sql`a.id`)} AS adjuntos, ${monedaJson('f')} AS funcional,
           ${apuntesJson(sql`s.id = a.asiento_id`)} AS apuntes, ${historialJson('ajustes-saldo', sql`a.id`)} AS historial
    FROM ${joined} JOIN cuentas_contables k ON k.id = a.cuenta_id JOIN monedas f ON f.funcional
    LEFT JOIN usuarios g ON g.id = a.cargo_usuario_id
    LEFT JOIN ajustes_saldo o ON o.id = a.revierte_id
    LEFT JOIN ajustes_saldo v ON v.revierte_id = a.id AND v.estado <> 'rechazado'
    WHERE a.id = ${id}`.execute(db)
  const [row] = rows
  if (!row || tiene(quien, 'ganancia:ver')) return row ?? null
  const { valor: _, tasa_costo: __, apuntes: ___, ...rest } = row
  return rest
}

/** The options of the form, in one round trip. */
export async function options(db: Db, quien: Quien) {
  const ganancia = tiene(quien, 'ganancia:ver')
  const { rows } = await sql<{
    limite: string
    usado: string
    cuentas: CuentaOpcion[]
    personas: { id: number; nombre: string }[]
  }>`
    SELECT round(ajuste_en('ajuste_aprobacion_funcional', ARRAY[${quien.sucursal_id}::int]), 2)::text AS limite,
           round(ventana_suma('ajuste', ${quien.usuario_id}), 2)::text AS usado,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'nombre', c.nombre,
              'moneda', ${monedaJson('m')} || jsonb_build_object('funcional', m.funcional),
              'saldo', round(k.saldo, m.decimales)::text, 'minimo', round(k.minimo, m.decimales)::text,
              'posicion', CASE WHEN ${ganancia} AND p.moneda_id IS NOT NULL
                AND NOT EXISTS (SELECT FROM cuentas_contando(${quien.usuario_id})) THEN jsonb_build_object(
                'cantidad', round(-q.saldo, m.decimales)::text, 'costo', round(v.saldo, 2)::text) END,
              'sin_posicion', coalesce(q.saldo = 0, false),
              'precio', trim_scale(precio_funcional(m.id))::text) ORDER BY m.funcional DESC, m.id, c.nombre), '[]')
            FROM cuentas c JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
            LEFT JOIN posiciones p ON p.moneda_id = m.id LEFT JOIN cuentas_contables q ON q.id = p.posicion_id
            LEFT JOIN cuentas_contables v ON v.id = p.contravalor_id
            -- An account under count takes no adjustment, and its balance is hidden, so that the count is blind.
            WHERE c.estatus AND k.bloqueo IS DISTINCT FROM 'conteo' AND cuentas_suya(${auditOf(quien)}::jsonb, c)) AS cuentas,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos)
              ORDER BY u.nombres, u.apellidos, u.id), '[]') FROM usuarios u WHERE u.estatus) AS personas`.execute(
    db,
  )
  return rows[0] as (typeof rows)[0]
}
