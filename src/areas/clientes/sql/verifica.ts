import type { Regla } from '../../../server/aportes.ts'

/** The rules of the books that recompute the papers of clients (ADR 0057). */
export const verifica: readonly Regla[] = [
  [
    'Cada documento de un cliente es el archivo que se entregó, y ninguno falta',
    `SELECT format('documento %s del cliente %s', coalesce(d.id::text, a.despues->>'documento_id', u.detalle_id::text),
       coalesce(d.cliente_id::text, a.entidad_id, u.origen_id::text)) AS detalle
     FROM clientes_documentos d
     FULL JOIN (SELECT * FROM auditoria WHERE entidad = 'clientes' AND accion IN ('documento', 'reemplazar-documento')) a
       ON a.despues->>'documento_id' = d.id::text
     FULL JOIN (SELECT * FROM adjuntos_usos WHERE origen = 'clientes-documentos') u ON u.adjunto_id = d.adjunto_id
     WHERE d.id IS NULL OR a.id IS NULL OR u.adjunto_id IS NULL
       OR (d.cliente_id::text, d.tipo, d.adjunto_id::text, d.subido_por)
         IS DISTINCT FROM (a.entidad_id, a.despues->>'tipo', a.despues->>'adjunto_id', a.usuario_id)
       OR d.titulo IS DISTINCT FROM a.despues->>'titulo' OR d.vence::text IS DISTINCT FROM a.despues->>'vence'
       OR (u.origen_id, u.detalle_id, u.usuario_id) IS DISTINCT FROM (d.cliente_id, d.id, d.subido_por)
       OR d.estado = 'reemplazado' AND NOT EXISTS (SELECT FROM auditoria r WHERE r.entidad = 'clientes'
         AND r.accion = 'reemplazar-documento' AND r.antes->>'documento_id' = d.id::text
         AND r.usuario_id = d.cambiado_por)
       OR d.estado = 'rechazado' AND NOT EXISTS (SELECT FROM auditoria r WHERE r.entidad = 'clientes'
         AND r.accion = 'rechazar-documento' AND r.despues->>'documento_id' = d.id::text
         AND r.usuario_id = d.cambiado_por) ORDER BY 1`,
  ],
]
