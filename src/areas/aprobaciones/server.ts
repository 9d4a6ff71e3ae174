import { sql } from 'kysely'
import { tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { contrato, type Espera, type Mia, TIPOS, type Tipo } from './contract.ts'
import { ESPERAS } from './esperas.ts'

/** More than anybody answers in a day. */
const MAX = 100

const TODOS = Object.keys(TIPOS) as Tipo[]
const COLUMNAS = sql`id, numero, fecha, titulo, importe, motivo, aviso, solicitante, vence_en, confirma`

/** What the asker may answer, oldest first; a rate, with a client before the counter, before all. */
async function listar({ db, quien }: Context<typeof contrato.listar>): Promise<Espera[]> {
  const kinds = TODOS.filter((tipo) => tiene(quien, TIPOS[tipo].permiso))
  const found = await Promise.all(
    kinds.map(async (tipo) => {
      const { rows } = await sql<Omit<Espera, 'tipo'>>`
        SELECT ${COLUMNAS} FROM (${ESPERAS[tipo]({ quien, propias: false })}) e
        WHERE aprobaciones_alcanza(${quien.usuario_id}, pen) ORDER BY fecha, id LIMIT ${MAX}`.execute(
        db,
      )
      return rows.map((row) => ({ tipo, ...row }))
    }),
  )
  return found.flat()
}

/** What the asker asked for and waits, with who may answer it. */
async function mias({ db, quien }: Context<typeof contrato.mias>): Promise<Mia[]> {
  const found = await Promise.all(
    TODOS.map(async (tipo) => {
      const { rows } = await sql<Omit<Mia, 'tipo'>>`
        SELECT id, numero, fecha, titulo, importe, vence_en,
               aprobaciones_por(${TIPOS[tipo].permiso}, ${quien.usuario_id}, pen) AS aprueban
        FROM (${ESPERAS[tipo]({ quien, propias: true })}) e ORDER BY fecha, id LIMIT ${MAX}`.execute(
        db,
      )
      return rows.map((row) => ({ tipo, ...row }))
    }),
  )
  return found.flat()
}

export const servidor = area(contrato, { listar, mias })
