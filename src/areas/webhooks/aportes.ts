import type { Aportes } from '../../server/aportes.ts'
import { alcanceDe, startWebhooks } from './envio/emisor.ts'

/** Failed, of a receiver that is on, and not sent again since. */
const FALLIDOS = `SELECT count(*) FROM webhooks_salida s JOIN webhooks w ON w.id = s.webhook_id AND w.activo
  WHERE s.estado = 'error' AND NOT EXISTS (SELECT FROM webhooks_salida d WHERE d.mensaje = s.mensaje AND d.id > s.id)`

/** What this area contributes to the registries of others. */
export const aportes: Aportes = {
  mide: [
    {
      nombre: 'cambista_webhooks_pending',
      ayuda: 'Eventos por entregar a los webhooks',
      consulta: `SELECT count(*) AS valor FROM webhooks_salida s JOIN webhooks w ON w.id = s.webhook_id AND w.activo
       WHERE s.estado = 'pendiente'`,
    },
    {
      nombre: 'cambista_webhooks_overdue_seconds',
      ayuda: 'Segundos de retraso del evento que más tarda en salir hacia un webhook',
      // What waits for a receiver that failed is not late: it is due later.
      consulta: `SELECT coalesce(greatest(extract(epoch FROM ahora() - min(proximo_en)), 0), 0) AS valor
       FROM webhooks w CROSS JOIN LATERAL (SELECT proximo_en FROM webhooks_salida s
         WHERE s.webhook_id = w.id AND s.estado = 'pendiente' ORDER BY proximo_en LIMIT 1) x WHERE w.activo`,
    },
    {
      nombre: 'cambista_webhooks_failing',
      ayuda: 'Webhooks activos a los que no se entrega nada desde hace más de una hora',
      consulta: `SELECT count(*) AS valor FROM webhooks
       WHERE activo AND fallando_desde < ahora() - interval '1 hour'`,
    },
  ],
  contadores: [
    {
      clave: 'webhooks-apagados',
      lugar: 251,
      permiso: 'webhooks:editar',
      uno: 'webhook que se apagó porque no recibía',
      varios: 'webhooks que se apagaron porque no recibían',
      consulta: 'SELECT count(*) FROM webhooks WHERE apagado_por IS NOT NULL',
      pantalla: 'webhooks',
    },
    {
      clave: 'webhooks',
      lugar: 252,
      permiso: 'webhooks:editar',
      uno: 'evento que no se entregó a un webhook',
      varios: 'eventos que no se entregaron a un webhook',
      consulta: FALLIDOS,
      pantalla: 'webhooks-envios',
      filtro: { estado: 'error' },
    },
  ],
  trabajos: {
    webhooks: {
      nombre: 'webhooks',
      empieza: ({ db, afuera }, watch) =>
        startWebhooks({ db, afuera, alcance: alcanceDe(afuera) }, watch),
    },
  },
}
