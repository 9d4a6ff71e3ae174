import { sql } from 'kysely'
import { auditOf } from '../../../server/acceso/sesion.ts'
import { area } from '../../../server/area.ts'
import { callSql } from '../../../server/db/db.ts'
import { atenderAdjuntos, required } from '../../../server/documento.ts'
import { contratoDocumentos } from '../contract/documentos.ts'
import { look, papers } from './queries.ts'

export const servidorDocumentos = area(
  contratoDocumentos,
  {
    listar: ({ db, quien, params }) => papers(db, quien, params.id).then(required('ese cliente')),
    guardar: ({ db, quien, params, body }) =>
      callSql(
        db,
        sql`clientes_documento_guardar(${auditOf(quien)}::jsonb, ${params.id}, ${JSON.stringify(body)}::jsonb)`,
      ),
    rechazar: ({ db, quien, params, body }) =>
      callSql(
        db,
        sql`clientes_documento_rechazar(${auditOf(quien)}::jsonb, ${params.id}, ${body.motivo})`,
      ),
    subirAdjunto: atenderAdjuntos('clientes-documentos').subirAdjunto,
    bajarAdjunto: ({ db, quien, params }) =>
      look(db, quien, params.id).then(required('ese archivo')),
  },
  { clientes_documentos_adjunto_id_key: ['un documento con ese archivo', 'adjunto_id'] },
)
