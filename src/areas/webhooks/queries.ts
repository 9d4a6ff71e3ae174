import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { AnswerOf } from '../../core/contract.ts'
import { type Afuera, descifrar } from '../../server/acceso/clave.ts'
import type { Db } from '../../server/db/db.ts'
import { unaMas } from '../../server/http/page.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import type { contrato, Envio, EventoElegible, Intento, Webhook } from './contract.ts'
import { USO_SECRETO } from './envio/emisor.ts'
import { EVENTOS, esEvento } from './rules/eventos.ts'

type Consulta = z.output<typeof contrato.envios.query>

/** All receivers without their secrets: only whether this house can decrypt them; and the events that they may ask for. */
export async function configuracion(
  db: Db,
  { clave }: Pick<Afuera, 'clave'>,
): Promise<AnswerOf<typeof contrato.configuracion>> {
  const [webhooks, eventos] = await Promise.all([
    sql<Webhook & { secreto_cifrado: Buffer }>`
      SELECT w.id, w.nombre, w.url, w.activo, w.secreto_cifrado, w.fallando_desde, w.apagado_por, w.version,
             CASE WHEN w.anterior_hasta > ahora() THEN w.anterior_hasta END AS anterior_hasta,
             ARRAY(SELECT e.evento FROM webhooks_eventos e WHERE e.webhook_id = w.id ORDER BY e.evento) AS eventos,
             (SELECT count(*) FROM webhooks_salida s
              WHERE s.webhook_id = w.id AND s.estado = 'pendiente')::int AS pendientes
      FROM webhooks w ORDER BY w.nombre`.execute(db),
    sql<Omit<EventoElegible, 'tipo'>>`
      SELECT evento, nombre FROM telegram_eventos WHERE evento <> 'prueba' AND NOT personal ORDER BY orden, evento`.execute(
      db,
    ),
  ])
  return {
    webhooks: webhooks.rows.map(({ secreto_cifrado, ...row }) => ({
      ...row,
      legible: descifrar(clave, USO_SECRETO, secreto_cifrado) !== null,
    })),
    eventos: eventos.rows.flatMap(({ evento, nombre }) =>
      esEvento(evento) ? [{ evento, nombre, tipo: EVENTOS[evento].tipo }] : [],
    ),
  }
}

const EN_ORDEN = {
  tabla: 'webhooks_salida',
  fila: 's',
  por: { fecha: columna('creado_en'), intentos: columna('intentos') },
}

const DEL_ENVIO = sql`s.id, s.creado_en, s.webhook_id, w.nombre AS webhook, n.evento, e.nombre,
  'msg_' || s.mensaje AS mensaje, s.reenvio, s.estado, s.motivo, s.intentos, s.proximo_en, s.enviado_en`
const CON_TODO = sql`webhooks_salida s JOIN webhooks w ON w.id = s.webhook_id JOIN noticias n ON n.id = s.noticia_id
  JOIN telegram_eventos e ON e.evento = n.evento`

function conditions(f: Consulta): RawBuilder<unknown> {
  const all = [
    sql`true`,
    ...(f.desde ? [sql`fecha_negocio(s.creado_en) >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`fecha_negocio(s.creado_en) <= ${f.hasta}::date`] : []),
    ...(f.estado ? [sql`s.estado = ${f.estado}`] : []),
    ...(f.webhook_id ? [sql`s.webhook_id = ${f.webhook_id}`] : []),
    ...(f.evento ? [sql`n.evento = ${f.evento}`] : []),
    ...(f.buscar
      ? [
          sql`normalizar(concat_ws(' ', 'msg_' || s.mensaje, w.nombre, e.nombre, s.motivo)) LIKE ${likeOf(f.buscar)}`,
        ]
      : []),
  ]
  return sql.join(all, sql` AND `)
}

/** The log, newest first unless it is asked for otherwise; one row more than the page. */
export function envios(f: Consulta, limite: number, key: [id: number] | null): Filas<Envio> {
  const { por, desde } = ordenDe(EN_ORDEN, f.orden ?? '-fecha', key?.[0] ?? null)
  return sql<Envio>`SELECT ${DEL_ENVIO} FROM ${CON_TODO}
    WHERE ${conditions(f)} ${desde ? sql`AND ${desde}` : sql``} ORDER BY ${por} LIMIT ${unaMas(limite, f)}`
}

export async function envio(
  db: Db,
  id: number,
): Promise<AnswerOf<typeof contrato.envio> | undefined> {
  const { rows } = await sql<Omit<AnswerOf<typeof contrato.envio>, 'lista'>>`
    SELECT ${DEL_ENVIO}, w.url, s.cuerpo FROM ${CON_TODO} WHERE s.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { rows: lista } = await sql<Intento>`
    SELECT numero, inicio, ms, codigo, motivo, respuesta FROM webhooks_intentos
    WHERE salida_id = ${id} ORDER BY numero`.execute(db)
  return { ...row, lista }
}
