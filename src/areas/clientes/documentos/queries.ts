import { sql } from 'kysely'
import { auditOf, type Quien, tiene } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import type { Bajado } from '../../../server/http/archivos.ts'
import type { PapelDeCliente } from '../contract/documentos.ts'

/** The papers of a client, the newest first; null when he does not exist. */
export async function papers(db: Db, quien: Quien, id: number): Promise<PapelDeCliente[] | null> {
  const lee = tiene(quien, 'clientes:editar')
  const todos = lee && tiene(quien, 'clientes:aprobar')
  const { rows } = await sql<{ papeles: PapelDeCliente[] }>`
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'tipo', d.tipo, 'titulo', d.titulo,
        'vence', d.vence, 'vencido', coalesce(d.vence < fecha_negocio(ahora()), false), 'estado', d.estado,
        'motivo', d.motivo, 'subido_por', ${displayName('u')}, 'subido_en', instante_texto(d.subido_en),
        'cambiado_por', CASE WHEN w.id IS NOT NULL THEN ${displayName('w')} END,
        'cambiado_en', instante_texto(d.cambiado_en),
        'adjunto', jsonb_build_object('id', a.id, 'nombre', a.nombre, 'tipo', a.tipo, 'tamano', a.tamano),
        'legible', CASE d.estado WHEN 'vigente' THEN ${lee}::boolean ELSE ${todos}::boolean END)
        ORDER BY d.id DESC), '[]')
      FROM clientes_documentos d JOIN adjuntos a ON a.id = d.adjunto_id JOIN usuarios u ON u.id = d.subido_por
      LEFT JOIN usuarios w ON w.id = d.cambiado_por WHERE d.cliente_id = c.id) AS papeles
    FROM clientes c WHERE c.id = ${id}`.execute(db)
  return rows[0]?.papeles ?? null
}

/** The file of a paper; the look is written down first. Null when it is the file of none. */
export async function look(db: Db, quien: Quien, adjunto: number): Promise<Bajado | null> {
  const { rows } = await sql<Bajado>`
    SELECT tipo, nombre, contenido FROM clientes_documento_ver(${auditOf(quien)}::jsonb, ${adjunto})`.execute(
    db,
  )
  return rows[0] ?? null
}
