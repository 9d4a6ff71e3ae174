import { sql } from 'kysely'
import { contrato, type Propuesta } from '../../../src/areas/ajustes-saldo/contract.ts'
import { PLANTILLAS } from '../../../src/core/permisos.ts'
import type { TestApp } from '../servidor/app.ts'
import { montarCasa } from './casa.ts'

/** A small house with a manager who may request adjustments, and the calls that tests of adjustments share. */
export async function montarAjustes(app: TestApp) {
  const casa = await montarCasa(app)
  const { adm, cuentas } = casa
  const mgr = await app.signedIn('mgr')
  await app.db
    .insertInto('roles_permisos')
    .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
    .execute()
  let day = Date.now()
  return {
    casa,
    mgr,
    pedir: (p: Partial<Propuesta>, quien = mgr) =>
      quien.call(contrato.crear, {
        body: {
          cuenta_id: cuentas.cajaPen,
          motivo: 'sobrante',
          observacion: 'Se contó dos veces con la cajera.',
          ...p,
        },
      }),
    ver: async (id: number, quien = adm) =>
      (await quien.call(contrato.obtener, { params: { id } })).body,
    /** The balance of the till in soles. */
    caja: async () => {
      const { rows } = await sql<{ saldo: string }>`
        SELECT round(saldo, 2)::text AS saldo FROM cuentas_contables WHERE id = ${cuentas.cajaPen}`.execute(
        app.db,
      )
      return rows[0]?.saldo ?? ''
    },
    /** Moves the clock to the next day with all sessions valid: the limit without approval is per day. */
    nextDay: async () => {
      day += 86_400_000
      app.setClock(new Date(day).toISOString())
      await sql`UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 day'`.execute(
        app.db,
      )
    },
    /** Moves the clock to later on the same day. */
    later: () => app.setClock(new Date(day + 60_000).toISOString()),
  }
}

/** The fields that a refusal names. */
export const campo = (error: { errors?: { campo?: string }[] }) => error.errors?.map((e) => e.campo)
