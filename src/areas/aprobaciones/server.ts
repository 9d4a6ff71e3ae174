import { sql } from 'kysely'
import { tiene } from '../../server/acceso/sesion.ts'
import type { Aportes } from '../../server/aportes.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import { contrato, type Espera, type Mia } from './contract.ts'

/** More than anybody answers in a day. */
const MAX = 100

const COLUMNAS = sql`id, numero, fecha, titulo, importe, motivo, aviso, solicitante, vence_en, confirma`

type Aprobables = NonNullable<Aportes['aprueba']>

/** What the asker may answer, oldest first; a rate, with a client before the counter, before all. */
async function listar(
  aprobables: Aprobables,
  { db, quien }: Context<typeof contrato.listar>,
): Promise<Espera[]> {
  const kinds = Object.entries(aprobables).filter(([, { permiso }]) => tiene(quien, permiso))
  const found = await Promise.all(
    kinds.map(async ([tipo, { espera }]) => {
      const { rows } = await sql<Omit<Espera, 'tipo'>>`
        SELECT ${COLUMNAS} FROM (${espera({ quien, propias: false })}) e
        WHERE aprobaciones_alcanza(${quien.usuario_id}, pen) ORDER BY fecha, id LIMIT ${MAX}`.execute(
        db,
      )
      return rows.map((row) => ({ tipo, ...row }))
    }),
  )
  return found.flat()
}

/** What the asker asked for and waits, with who may answer it. */
async function mias(
  aprobables: Aprobables,
  { db, quien }: Context<typeof contrato.mias>,
): Promise<Mia[]> {
  const found = await Promise.all(
    Object.entries(aprobables).map(async ([tipo, { permiso, espera }]) => {
      const { rows } = await sql<Omit<Mia, 'tipo'>>`
        SELECT id, numero, fecha, titulo, importe, vence_en,
               aprobaciones_por(${permiso}, ${quien.usuario_id}, pen) AS aprueban
        FROM (${espera({ quien, propias: true })}) e ORDER BY fecha, id LIMIT ${MAX}`.execute(db)
      return rows.map((row) => ({ tipo, ...row }))
    }),
  )
  return found.flat()
}

/** What waits for a yes, of the kinds that the areas contribute. */
export const servidorAprobaciones = (aprobables: Aprobables): Area =>
  area(contrato, {
    listar: (c) => listar(aprobables, c),
    mias: (c) => mias(aprobables, c),
  })
