import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { auditOf, type Quien } from '../../server/acceso/sesion.ts'
import { revisado } from '../../server/adjuntos.ts'
import { area, type Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { required } from '../../server/documento.ts'
import { contrato } from './contract.ts'

const digest = (llave: string) => createHash('sha256').update(llave).digest()

/** Without idempotent replay: the key must not be stored with the answer. */
async function abrir({ db, quien }: Context<typeof contrato.abrir>) {
  const llave = randomBytes(32).toString('base64url')
  const { rows } = await sql<{ id: number; vence_en: string }>`
    SELECT id, vence_en FROM telefono_abrir(${auditOf(quien)}::jsonb, ${digest(llave)})`.execute(db)
  const made = required('ese enlace')(rows[0])
  return { ...made, llave, message: 'Enlace para el teléfono abierto.' }
}

interface Fila {
  nombre: string | null
  tipo: string | null
  contenido: Uint8Array | null
}

/** The link of this very session: another one of the same user is another person's screen. */
async function propio(db: Db, quien: Quien, id: number): Promise<Fila | null> {
  const { rows } = await sql<Fila>`
    SELECT nombre, tipo, contenido FROM telefono_enlaces
    WHERE id = ${id} AND sesion_id = ${quien.sesion_id} AND vence_en > ahora()`.execute(db)
  return rows[0] ?? null
}

async function estado({ db, quien, params }: Context<typeof contrato.estado>) {
  const row = await propio(db, quien, params.id)
  const estado = row === null ? 'cerrado' : row.nombre === null ? 'espera' : 'llego'
  return { estado, nombre: row?.nombre ?? null } as const
}

async function archivo({ db, quien, params }: Context<typeof contrato.archivo>) {
  const { nombre, tipo, contenido } = required('ese archivo')(await propio(db, quien, params.id))
  return required('ese archivo')(nombre && tipo && contenido ? { nombre, tipo, contenido } : null)
}

async function cerrar({ db, quien, params }: Context<typeof contrato.cerrar>) {
  await sql`SELECT telefono_cerrar(${auditOf(quien)}::jsonb, ${params.id})`.execute(db)
  return { id: params.id, message: 'Enlace cerrado.' }
}

async function publico({ db, token }: Context<typeof contrato.publico>) {
  const { rows } = await sql<{ casa: string; vence_en: string }>`
    SELECT coalesce(ajuste('empresa')->>'razon_social', 'Cambista') AS casa, vence_en
    FROM telefono_abierto(${digest(token)})`.execute(db)
  return required('ese enlace')(rows[0])
}

async function recibir(context: Context<typeof contrato.recibir>) {
  const { db, token, tipo, query, body, ip, solicitud } = context
  // Nothing that a stranger sends is looked into.
  await sql`SELECT telefono_abierto(${digest(token)})`.execute(db)
  const { rows } = await sql<{ id: number }>`
    SELECT telefono_recibir(${digest(token)}, ${tipo}, ${query.nombre},
      ${revisado({ tipo, nombre: query.nombre, contenido: body })}, ${JSON.stringify({ ip, solicitud })}::jsonb) AS id`.execute(
    db,
  )
  return { id: rows[0]?.id as number, message: 'Listo: ya está en la pantalla.' }
}

export const servidor = area(contrato, {
  abrir: { directo: abrir },
  estado,
  archivo,
  cerrar,
  publico,
  recibir,
})
