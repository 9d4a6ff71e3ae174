import { sql } from 'kysely'
import { area, type Context } from '../../server/area.ts'
import { tiene } from '../../server/sesion.ts'
import { CONTADORES } from './contadores.ts'
import { contrato } from './contract.ts'

/** All counts that the asker may act on, in one statement; what waits for nobody is left out. */
async function listar({ db, quien }: Context<typeof contrato.listar>) {
  const mios = CONTADORES.filter(({ permiso }) => tiene(quien, permiso))
  if (mios.length === 0) return []
  const counts = mios.map(({ consulta }, i) => sql`${sql.raw(`(${consulta})::int AS c${i}`)}`)
  const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(db)
  return mios.flatMap(({ clave, uno, varios, pantalla, filtro = {} }, i) => {
    const cuantos = rows[0]?.[`c${i}`] ?? 0
    if (cuantos === 0) return []
    return [
      { clave, titulo: `${cuantos} ${cuantos === 1 ? uno : varios}`, cuantos, pantalla, filtro },
    ]
  })
}

export const servidor = area(contrato, { listar })
