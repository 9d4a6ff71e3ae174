import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { codigoDeBytes } from '../../../core/documento/papel.ts'
import { DomainError } from '../../../core/errors.ts'
import { confirmarIdentidad } from '../../../server/acceso/identidad.ts'
import { auditOf } from '../../../server/acceso/sesion.ts'
import type { Context } from '../../../server/area.ts'
import type { Db } from '../../../server/db/db.ts'
import type { Mio, mios, Persona } from '../contract/mio.ts'

/** Digest of a code as the database keeps it. */
export const huellaDe = (codigo: string): Buffer => createHash('sha256').update(codigo).digest()

async function mioDe(db: Db, usuario_id: number): Promise<Mio> {
  const { rows } = await sql<Mio>`
    SELECT t.activo AND t.token_cifrado IS NOT NULL AS disponible, c.vinculado_en, '••••' || right(c.chat_id, 4) AS chat,
           e.vence_en AS espera_hasta, l.bot
    FROM telegram t CROSS JOIN telegram_lectura l
    LEFT JOIN telegram_chats c ON c.usuario_id = ${usuario_id} AND c.estatus
    LEFT JOIN telegram_enlaces e ON e.usuario_id = ${usuario_id} AND e.vence_en > ahora()`.execute(
    db,
  )
  return rows[0] as Mio
}

/** 80 random bits. Without idempotent replay: the code must not be stored with the answer. */
async function vincular(context: Context<typeof mios.vincular>) {
  const { db, quien, body } = context
  const { disponible } = await mioDe(db, quien.usuario_id)
  if (!disponible) {
    const msg = 'Telegram está apagado o la casa no tiene un bot: pídalo a quien administra.'
    throw new DomainError('VALIDACION', {}, [{ msg }])
  }
  await confirmarIdentidad(context, body)
  const codigo = codigoDeBytes(randomBytes(10))
  const { rows } = await sql<{ vence_en: string }>`
    SELECT telegram_enlazar(${auditOf(quien)}::jsonb, ${huellaDe(codigo)}) AS vence_en`.execute(db)
  const vence_en = rows[0]?.vence_en as string
  return { codigo, vence_en, message: 'Envíe el código al bot antes de diez minutos.' }
}

async function quitar({ db, quien }: { db: Db; quien: Context['quien'] }, usuario_id: number) {
  const { rows } = await sql<{ habia: boolean }>`
    SELECT telegram_desvincular(${auditOf(quien)}::jsonb, ${usuario_id}) AS habia`.execute(db)
  if (!rows[0]?.habia) throw new DomainError('NO_EXISTE', { que: 'ese chat' })
}

async function desvincular(context: Context<typeof mios.desvincular>) {
  await quitar(context, context.quien.usuario_id)
  return { message: 'Su chat ya no está vinculado.' }
}

async function personas({ db }: Context<typeof mios.personas>): Promise<Persona[]> {
  const { rows } = await sql<Persona>`
    SELECT u.id AS usuario_id, usuarios_corto(u) AS nombre, u.usuario, c.vinculado_en, '••••' || right(c.chat_id, 4) AS chat
    FROM telegram_chats c JOIN usuarios u ON u.id = c.usuario_id WHERE c.estatus ORDER BY 2, 1`.execute(
    db,
  )
  return rows
}

async function quitarPersona(context: Context<typeof mios.quitarPersona>) {
  await quitar(context, context.params.id)
  return { message: 'El chat ya no está vinculado.' }
}

export const atiendeMios = {
  mio: ({ db, quien }: Context<typeof mios.mio>) => mioDe(db, quien.usuario_id),
  vincular: { directo: vincular },
  desvincular,
  personas,
  quitarPersona,
}
