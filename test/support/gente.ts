import { sql } from 'kysely'
import type { montarAgenda } from './areas/agenda.ts'
import type { Client, TestApp } from './servidor/app.ts'
import { comoDueno } from './servidor/dueno.ts'
import { hecho } from './servidor/respuesta.ts'

type Agenda = Pick<Awaited<ReturnType<typeof montarAgenda>>, 'nuevo' | 'crear'>

/** A client, and who receives his orders. */
export interface Parte {
  cliente_id: number
  beneficiario_id: number
}

/** So many clients, each with whoever receives his orders. */
export async function partesDe({ url }: TestApp, casa: Agenda, cuantas: number): Promise<Parte[]> {
  const rows = await comoDueno<{ id: string }>(
    url,
    `INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, fecha_nac, celular)
     SELECT 'natural', 'DNI', (30000000 + n)::text, 'Rosa', 'Flores ' || n, '1990-05-10', '+51987654321'
     FROM generate_series(1, ${cuantas}) n RETURNING id`,
  )
  return Promise.all(
    rows.map(async ({ id }, n) => {
      const nuevo = casa.nuevo({ num_doc: `V-12.345.${100 + n}` })
      const beneficiario_id = (await hecho(casa.crear(nuevo, Number(id)))).id
      return { cliente_id: Number(id), beneficiario_id }
    }),
  )
}

/** Sixteen administrators who have signed in, each with a client of his own: their requests may share a set. */
export async function montarGente(
  app: TestApp,
  casa: Agenda,
): Promise<{ quien: Client; parte: Parte }[]> {
  const partes = await partesDe(app, casa, 16)
  return Promise.all(partes.map(async (parte) => ({ quien: await app.signedIn('adm'), parte })))
}

/** How many sets of each size posted so far, without those of `antes`: their requests that were not refused. */
export async function tamanos(
  { db }: Pick<TestApp, 'db'>,
  antes: Record<number, number> = {},
): Promise<Record<number, number>> {
  const { rows } = await sql<{ n: number; sets: number }>`
    SELECT n, count(*)::int AS sets FROM (SELECT count(*)::int AS n FROM idempotencia GROUP BY xmin) s
    GROUP BY n ORDER BY n`.execute(db)
  return Object.fromEntries(rows.map(({ n, sets }) => [n, sets - (antes[n] ?? 0)]))
}
