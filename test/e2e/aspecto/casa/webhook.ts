import { USO_SECRETO } from '../../../../src/areas/webhooks/envio/emisor.ts'
import { cifrar } from '../../../../src/server/acceso/clave.ts'
import { comoDueno } from '../../../support/servidor/dueno.ts'
import type { Casa } from '../../casa.ts'

/**
 * A receiver that answered an error once and then took what it was sent, and one that is off; answers the id of the
 * delivery. Written as rows: what is called is at the time of the house, and nothing is sent from a test of looks.
 */
export async function webhook({ datos, clave }: Pick<Casa, 'datos' | 'clave'>): Promise<number> {
  const at = (time: string) => `'2025-11-20T${time}-05:00'::timestamptz`
  // Before there is a receiver: the house would queue it by itself.
  await comoDueno(
    datos,
    `INSERT INTO noticias (evento, clave, datos, creado_en)
     VALUES ('cierre_dia', 'aspecto', '[{"id": 1}]', ${at('09:00')})`,
  )
  const rows = await comoDueno<{ id: number }>(
    datos,
    `WITH w AS (
       INSERT INTO webhooks (nombre, url, activo, secreto_cifrado, apagado_por) VALUES
         ('Contabilidad', 'https://contabilidad.example/cambista/eventos', true, $1, NULL),
         ('Página web', 'https://pagina.example/avisos', false, $1, NULL)
       RETURNING id, nombre),
     e AS (INSERT INTO webhooks_eventos SELECT id, evento FROM w, unnest(ARRAY['operacion', 'cierre_dia']) evento),
     s AS (INSERT INTO webhooks_salida (webhook_id, noticia_id, mensaje, cuerpo, estado, intentos, creado_en, enviado_en)
       SELECT w.id, n.id, '0b5c6b1e-7f0a-4a55-9d43-2f6d5d1c9a10',
         '{"type":"dia.cerrado","timestamp":"2025-11-20T14:00:00.000Z","data":{"id":1}}', 'enviado', 2, ${at('09:00')},
         ${at('09:00:06')} FROM noticias n, w WHERE w.nombre = 'Contabilidad' AND n.clave = 'aspecto' RETURNING id),
     i AS (INSERT INTO webhooks_intentos SELECT s.id, t.* FROM s, (VALUES
       (1, ${at('09:00')}, 340, 502, 'Respondió 502.', '<html><b>Bad Gateway</b></html>'),
       (2, ${at('09:00:06')}, 85, 204, NULL, NULL)) t)
     SELECT id::int AS id FROM s`,
    [cifrar(clave, USO_SECRETO, 'whsec_')],
  )
  const [row] = rows
  if (!row) throw new Error('no delivery')
  return row.id
}
