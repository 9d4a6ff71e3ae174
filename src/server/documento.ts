import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../core/errors.ts'
import { auditOf } from './acceso/sesion.ts'
import { guardarAdjunto, leerAdjunto } from './adjuntos.ts'
import type { Context } from './area.ts'

/** The short name of user `alias`. */
export function displayName(alias: string): RawBuilder<string> {
  return sql`usuarios_corto(${sql.ref(alias)})`
}

const utc = (column: RawBuilder<unknown>) => sql`instante_texto(${column})`

/** The legs of these entries as a document shows them. `cuales` is a condition on `s` (asientos). */
export function apuntesJson(cuales: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('asiento_id', s.id, 'fecha', ${utc(sql`s.fecha`)}, 'glosa', s.glosa,
             'cuenta', q.nombre, 'moneda_id', p.moneda_id,
             'debe', CASE WHEN p.importe > 0 THEN round(p.importe, m.decimales)::text END,
             'haber', CASE WHEN p.importe < 0 THEN round(-p.importe, m.decimales)::text END) ORDER BY p.id), '[]')
    FROM asientos s JOIN apuntes p ON p.asiento_id = s.id JOIN cuentas_contables q ON q.id = p.cuenta_id
    JOIN monedas m ON m.id = p.moneda_id WHERE ${cuales})`
}

/** Who did what to a row, from the audit, oldest first. */
export function historialJson(entidad: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', ${utc(sql`h.fecha`)}, 'accion', h.accion,
             'usuario', coalesce(${displayName('w')}, 'El sistema')) ORDER BY h.id), '[]')
    FROM auditoria h LEFT JOIN usuarios w ON w.id = h.usuario_id
    WHERE h.entidad = ${entidad} AND h.entidad_id = (${id})::text)`
}

/** The files that a document uses. */
export function adjuntosJson(origen: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'nombre', f.nombre, 'tipo', f.tipo, 'tamano', f.tamano)
             ORDER BY f.id), '[]')
    FROM adjuntos_usos e JOIN adjuntos f ON f.id = e.adjunto_id WHERE e.origen = ${origen} AND e.origen_id = ${id})`
}

/** What everybody may know of the house. */
export const casaJson = sql`(SELECT jsonb_build_object('razon_social', e->>'razon_social', 'ruc', e->>'ruc')
  FROM ajuste('empresa') e)`

/** A currency as documents show it. */
export function monedaJson(alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`jsonb_build_object('id', ${of('id')}, 'iso', ${of('iso')}, 'simbolo', ${of('simbolo')},
    'decimales', ${of('decimales')})`
}

/** The handlers of `adjuntosDe`: a file may be read only once a document of `origen` uses it. */
export function atenderAdjuntos(origen: string) {
  return {
    subirAdjunto: async (
      c: Pick<Context, 'db' | 'quien' | 'tipo'> & { query: { nombre: string }; body: Uint8Array },
    ) => {
      const { nombre } = c.query
      const { id } = await guardarAdjunto(c.db, c.quien, {
        tipo: c.tipo,
        nombre,
        contenido: c.body,
      })
      return { id, message: 'Archivo recibido.' }
    },
    bajarAdjunto: async ({ db, params }: Pick<Context, 'db'> & { params: { id: number } }) => {
      const found = await leerAdjunto(db, origen, params.id)
      if (!found) throw new DomainError('NO_EXISTE', { que: 'ese archivo' })
      return found
    },
  }
}

/**
 * Passes on the row that was found, as in `.then(required('ese gasto'))`.
 * @throws DomainError NO_EXISTE when there is none.
 */
export function required(que: string) {
  return <T>(found: T | null | undefined): T => {
    if (found == null) throw new DomainError('NO_EXISTE', { que })
    return found
  }
}

/** A paper of a document in words: its receipt, or its declaration. */
export const papelDe = (papel: string, numero: string) =>
  papel === 'declaracion' ? `la declaración de ${numero}` : numero

/** Audits that a paper was printed again: an exception (R-159). The first print is none. */
export async function anotarCopia(
  { db, quien }: Pick<Context, 'db' | 'quien'>,
  entidad: string,
  papel: string,
  { id, impresiones }: { id: number; impresiones: number },
): Promise<void> {
  if (impresiones < 2) return
  const excepcion = { clase: 'reimpresion', frase: `Copia ${impresiones - 1} de ${papel}` }
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'reimprimir', ${entidad}, ${String(id)}, NULL,
            ${JSON.stringify({ impresiones, excepcion })}::jsonb)`.execute(db)
}
