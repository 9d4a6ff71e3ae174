import { sql } from 'kysely'
import { openSession } from '../../src/server/acceso/sesion.ts'
import { connect, type Db } from '../../src/server/db/db.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { type Casa, cuenta, montarCasa, PEN, USD } from '../support/areas/casa.ts'
import { comoDueno, sinVentanas } from '../support/servidor/dueno.ts'

export interface Local extends Casa<{ usuario_id: number }> {
  db: Db
  tokens: string[]
  /** The tills of each counter, a pair: soles and dollars. */
  cajas: { pen: number; usd: number }[]
}

const THRESHOLDS = ['umbral_identificacion_usd', 'umbral_declaracion_usd']

/**
 * Migrates a database and opens a house for load: `cajas` counters with money for hours, no turnos de caja, no
 * identification of clients, and `usuarios` administrators with a session each. The caller destroys `db`.
 */
export async function abrirCasa(url: string, cajas: number, usuarios: number): Promise<Local> {
  await migrate(url)
  const db = connect({ url, max: 4 })
  const people = await addPeople(db, usuarios)
  const signedIn = async () => ({ usuario_id: people[0]?.id as number })
  const casa = await montarCasa({ db, signedIn })
  for (const clave of THRESHOLDS) {
    await comoDueno(url, "UPDATE ajustes SET valor = '1000000000' WHERE clave = $1", [clave])
  }
  await comoDueno(
    url,
    "UPDATE ajustes SET valor = 'false' WHERE clave IN ('exigir_turno', 'exigir_segundo_factor')",
  )
  await sinVentanas(url)
  const pairs: Local['cajas'] = []
  for (let n = 1; n <= cajas; n += 1) {
    pairs.push({
      pen: await cuenta({ db }, casa.adm, `Caja soles ${n}`, PEN, '500000.00'),
      usd: await cuenta({ db }, casa.adm, `Caja dólares ${n}`, USD, '100000.00', '351000.00'),
    })
  }
  return { ...casa, db, tokens: people.map(({ token }) => token), cajas: pairs }
}

async function addPeople(db: Db, count: number): Promise<{ id: number; token: string }[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug, desvio_pct)
    SELECT 'Cajera ' || n, 'Quispe', 'cajera' || n, 'cajera' || n || '@example.com', '-', 'adm', 1
    FROM generate_series(1, ${count}) n RETURNING id`.execute(db)
  return Promise.all(
    rows.map(async ({ id }) => ({
      id,
      token: await openSession(db, id, { ip: '127.0.0.1', agente: 'jaula' }),
    })),
  )
}
