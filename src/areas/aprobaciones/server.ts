import { sql } from 'kysely'
import { area, type Context } from '../../server/area.ts'
import { tiene } from '../../server/sesion.ts'
import { contrato, type Espera, TIPOS, type Tipo } from './contract.ts'
import { ESPERAS } from './esperas.ts'

/** More than anybody answers in a day. */
const MAX = 100

/** What the asker may answer, oldest first; a rate, with a client before the counter, before all. */
async function listar({ db, quien }: Context<typeof contrato.listar>): Promise<Espera[]> {
  const kinds = (Object.keys(TIPOS) as Tipo[]).filter((tipo) => tiene(quien, TIPOS[tipo].permiso))
  const found = await Promise.all(
    kinds.map(async (tipo) => {
      const { rows } = await sql<Omit<Espera, 'tipo'>>`
        SELECT * FROM (${ESPERAS[tipo](quien)}) e ORDER BY fecha, id LIMIT ${MAX}`.execute(db)
      return rows.map((row) => ({ tipo, ...row }))
    }),
  )
  return found.flat()
}

export const servidor = area(contrato, { listar })
