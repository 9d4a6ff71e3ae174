import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { exigirSinConteo } from '../../../server/acceso/conteo.ts'
import { auditOf } from '../../../server/acceso/sesion.ts'
import type { Context } from '../../../server/area.ts'
import { displayName } from '../../../server/documento.ts'
import type { contrato } from './contract.ts'

type Suyo = Pick<Context<typeof contrato.anotar>, 'db' | 'quien' | 'params'>

interface Notas {
  cuenta_id: number
  nota: string | null
  conciliado_por: number | null
}

/** What is written beside a movement of an account (R-249), locked until the transaction ends. */
async function notasDe({ db, quien, params }: Suyo): Promise<Notas> {
  const found = await sql<{ cuenta_id: number }>`
    SELECT cuenta_id FROM movimientos WHERE id = ${params.id}`.execute(db)
  const cuenta_id = found.rows[0]?.cuenta_id
  if (cuenta_id === undefined) throw new DomainError('NO_EXISTE', { que: 'ese movimiento' })
  await exigirSinConteo(db, quien, cuenta_id)
  await sql`INSERT INTO movimientos_notas (id) VALUES (${params.id}) ON CONFLICT DO NOTHING`.execute(
    db,
  )
  const { rows } = await sql<Notas>`
    SELECT ${cuenta_id}::bigint AS cuenta_id, nota, conciliado_por FROM movimientos_notas
    WHERE id = ${params.id} FOR UPDATE`.execute(db)
  return rows[0] as Notas
}

/** Audit row of what changed beside a movement, and news of its account. */
async function dejar(
  { db, quien, params }: Suyo,
  accion: string,
  cuenta_id: number,
  antes: object,
  despues: object,
): Promise<void> {
  await sql`
    SELECT auditar(${auditOf(quien)}::jsonb, ${accion}, 'movimientos', ${String(params.id)},
      ${JSON.stringify(antes)}::jsonb, ${JSON.stringify({ ...despues, cuenta_id })}::jsonb),
      avisar('cuentas', ${cuenta_id})`.execute(db)
}

export async function anotar(context: Context<typeof contrato.anotar>) {
  const { db, params, body } = context
  const { cuenta_id, nota } = await notasDe(context)
  if (body.antes !== undefined && body.antes !== nota) throw new DomainError('CONFLICTO')
  if (body.nota !== nota) {
    await sql`UPDATE movimientos_notas SET nota = ${body.nota} WHERE id = ${params.id}`.execute(db)
    await dejar(context, 'anotar', cuenta_id, { nota }, { nota: body.nota })
  }
  return { id: params.id, message: body.nota ? 'Nota guardada.' : 'Nota quitada.' }
}

export async function conciliar(context: Context<typeof contrato.conciliar>) {
  const { db, params, quien, body } = context
  const { cuenta_id, conciliado_por } = await notasDe(context)
  const { conciliado } = body
  if (conciliado !== (conciliado_por !== null)) {
    await sql`
      UPDATE movimientos_notas SET conciliado_por = ${conciliado ? quien.usuario_id : null},
        conciliado_en = ${conciliado ? sql`ahora()` : null} WHERE id = ${params.id}`.execute(db)
    const accion = conciliado ? 'conciliar' : 'desconciliar'
    await dejar(context, accion, cuenta_id, { conciliado: !conciliado }, { conciliado })
  }
  return {
    id: params.id,
    message: conciliado ? 'Movimiento conciliado.' : 'Ya no está conciliado.',
  }
}

/** Everybody, also who left: his movements stay. */
export async function autores({ db }: Pick<Context, 'db'>) {
  const { rows } = await sql<{ id: number; nombre: string }>`
    SELECT u.id, ${displayName('u')} AS nombre FROM usuarios u ORDER BY normalizar(${displayName('u')}), u.id`.execute(
    db,
  )
  return rows
}
