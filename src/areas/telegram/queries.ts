import { sql } from 'kysely'
import type { z } from 'zod'
import { type Afuera, descifrar } from '../../server/acceso/clave.ts'
import type { Db } from '../../server/db/db.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import type { Configuracion, contrato, Envio, Evento } from './contract.ts'
import { USO_TOKEN } from './envio/emisor.ts'

type Consulta = z.output<typeof contrato.envios.query>

export async function activo(db: Db): Promise<boolean> {
  return (await db.selectFrom('telegram').select('activo').executeTakeFirstOrThrow()).activo
}

/** The configuration without the token: only whether there is one that this house can decrypt. */
export async function configuracion(db: Db, { clave }: Afuera): Promise<Configuracion> {
  const [{ token_cifrado, ...own }, chats, eventos] = await Promise.all([
    db
      .selectFrom('telegram')
      .select(['activo', 'token_cifrado', 'version'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('telegram_chats')
      .select([
        'id',
        'nombre',
        sql<string>`chat_id`.as('chat_id'),
        'gerencia',
        'estatus',
        'version',
      ])
      .where('usuario_id', 'is', null)
      .orderBy('nombre')
      .execute(),
    sql<Evento>`
      SELECT e.evento, e.nombre, e.reservado, e.activo,
             ARRAY(SELECT chat_id FROM telegram_destinos d WHERE d.evento = e.evento ORDER BY chat_id) AS chats
      FROM telegram_eventos e WHERE e.evento <> 'prueba' AND NOT e.personal ORDER BY e.orden, e.evento`.execute(
      db,
    ),
  ])
  const legible = token_cifrado && descifrar(clave, USO_TOKEN, token_cifrado) !== null
  const token = !token_cifrado ? 'falta' : legible ? 'guardado' : 'ilegible'
  return { ...own, token, chats, eventos: eventos.rows }
}

/** The log, newest first, one row more than the page. */
export function envios(db: Db, f: Consulta, limite: number, key: number | null): Filas<Envio> {
  let q = db
    .selectFrom('telegram_salida as s')
    .innerJoin('telegram_eventos as e', 'e.evento', 's.evento')
    .leftJoin('telegram_chats as c', 'c.id', 's.chat_id')
    .select([
      's.id',
      's.creado_en',
      's.evento',
      'e.nombre',
      'c.nombre as chat',
      's.texto',
      sql<Envio['estado']>`s.estado`.as('estado'),
      's.motivo',
      's.intentos',
      's.proximo_en',
      's.enviado_en',
    ])
  if (f.estado) q = q.where('s.estado', '=', f.estado)
  if (f.evento) q = q.where('s.evento', '=', f.evento)
  if (f.desde)
    q = q.where(
      's.creado_en',
      '>=',
      sql<string>`${f.desde}::date::timestamp AT TIME ZONE zona_horaria()`,
    )
  if (f.hasta)
    q = q.where(
      's.creado_en',
      '<',
      sql<string>`(${f.hasta}::date + 1)::timestamp AT TIME ZONE zona_horaria()`,
    )
  if (key) q = q.where('s.id', '<', key)
  return q.orderBy('s.id', 'desc').limit(limite + 1)
}
