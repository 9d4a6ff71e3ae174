import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { PERMISOS } from '../../core/permisos.ts'
import { competidores } from '../competidores/contract.ts'
import { contrato as pares } from '../pares-divisas/contract.ts'
import { contrato } from './contract.ts'

/* what a competitor publishes moves nothing of the house. */

const app = await startTestApp()
const { adm } = await montarCasa(app)

// "competencia:ver" is a permission's name, which lists of permissions have.
test('no function, view or trigger but its own reads a competitor’s rate', async () => {
  const readers = await comoDueno<{ name: string }>(
    app.url,
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~ 'compet(encia(?!:)|idor)'
       OR pg_get_function_sqlbody(oid) ~ 'compet(encia(?!:)|idor)'
     UNION SELECT viewname FROM pg_views WHERE schemaname = 'public' AND definition ~ 'compet(encia|idor)'`,
  )
  expect(readers.map(({ name }) => name).sort()).toEqual(['competencia_tasas_exigir'])
})

test('noting a rate far from ours changes no price, no rate and no history', async () => {
  const prices = () =>
    comoDueno(
      app.url,
      `SELECT (SELECT jsonb_agg(p ORDER BY id) FROM pares_divisas p) AS pares,
              (SELECT jsonb_agg(t ORDER BY id) FROM tipos_cambios t) AS tipos,
              (SELECT count(*) FROM pares_divisas_historico) + (SELECT count(*) FROM tipos_cambios_historico)
                + (SELECT count(*) FROM pares_propuestas) AS historia`,
    )
  const before = await prices()
  const { id } = (await adm.call(competidores.contrato.crear, { body: { nombre: 'Otra casa' } }))
    .body
  const [par] = (await adm.call(pares.listar)).body
  const body = {
    ...{ competidor_id: id, par_id: par?.id as number, hace_minutos: 0 },
    ...{ compra: '9', venta: '9.5' },
  }
  expect((await adm.call(contrato.anotar, { body })).status).toBe(201)
  expect(await prices()).toEqual(before)
})

test('its calls ask for permissions of their own, which publish nothing', async () => {
  const own = PERMISOS.filter((permiso) => permiso.startsWith('competencia:'))
  expect(own).toEqual(['competencia:ver', 'competencia:anotar', 'competencia:editar'])
  const calls = Object.values({ ...contrato, ...competidores.contrato })
  expect(new Set(calls.map(({ acceso }) => acceso))).toEqual(new Set(own))
})
