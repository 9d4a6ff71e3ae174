import { afterAll, expect, test } from 'vitest'
import { aCargo } from '../../../../test/support/areas/caja.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { PLAZO } from '../../../../test/support/plazos.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { comoRol } from '../../../../test/support/servidor/url.ts'
import type { Endpoint } from '../../../core/contract.ts'
import { type Acceso, PLANTILLAS, puede } from '../../../core/permisos.ts'
import { areas, buildApp } from '../../../main.app.ts'
import { readSession } from '../../../server/acceso/sesion.ts'
import { connect } from '../../../server/db/db.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contrato as avisos } from '../../notificaciones/contract.ts'
import { contrato as posiciones } from '../../posiciones/contract.ts'
import { contrato, type Inicio } from '../contract.ts'

/* what is read for one answers others, and each gets what he alone would get, as of the moment he asks. */

const AHORA = '2032-01-15T15:00:00Z'
const app = await startTestApp()
app.setClock(AHORA)
const casa = await montarOrdenes(app)
const { adm, caj, pag, otro, en } = casa
const { venta } = mostrador(casa)
const url = comoRol(app.url, 'cambista_servidor')
const given = { url, reloj: () => AHORA, espera: PLAZO }
const otra = await buildApp(given)
afterAll(() => otra.close())

for (const estado of ['pendiente', 'pagada', 'en_proceso'] as const) await en(estado)
const vender = () => {
  const body = venta('100.00', '356.00', { confirmo_duplicado: true })
  return adm.call(compras.crear, { body })
}
await vender()
// A manager gets nothing by itself in a test's house.
for (const permiso of PLANTILLAS.mgr.permisos)
  await app.db.insertInto('roles_permisos').values({ rol_slug: 'mgr', permiso }).execute()
await aCargo(app, caj, casa.cuentas.cajaPen)

/** Everything that is shared. */
const COMPARTEN = [contrato.ver, avisos.listar, cuentas.listar, cuentas.totales, posiciones.listar]

/** What somebody is answered by a process that nobody has asked anything yet; null where he may not ask. */
async function solo({ token }: Client): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const endpoint of COMPARTEN) {
    const db = connect({ ...given, max: 1 })
    try {
      const quien = await readSession(db, token, { ip: '127.0.0.1', solicitud: 'solo' })
      const { contrato: calls = {}, handlers = {} } =
        areas.find((each) => Object.values(each.contrato).includes(endpoint)) ?? {}
      const [name = ''] = Object.entries(calls).find(([, each]) => each === endpoint) ?? []
      const call = handlers[name] as (context: object) => Promise<unknown>
      const may = puede(quien?.permisos, endpoint.acceso as Acceso)
      answers.push(may ? JSON.parse(JSON.stringify(await call({ db, quien, afuera: {} }))) : null)
    } finally {
      await db.destroy()
    }
  }
  return answers
}

/** The same in the process that all share, all of it at once. */
const juntos = (client: Client) =>
  Promise.all(
    COMPARTEN.map(async (endpoint) => {
      const { status, body } = await client.call<Endpoint>(endpoint)
      return status === 403 ? null : body
    }),
  )

const ver = async (client: Client) => (await client.call(contrato.ver)).body
const enLaOtra = async ({ token }: Client) => {
  const headers = { 'x-token': token }
  return (await otra.http.inject({ url: '/api/dashboard', headers })).json() as Inicio
}

test('each user of each role gets what he alone would get, whoever asked before him', async () => {
  const people = [adm, caj, pag, otro]
  for (const role of Object.keys(PLANTILLAS) as (keyof typeof PLANTILLAS)[])
    people.push(await app.signedIn(role), await app.signedIn(role))
  const alone: unknown[] = []
  for (const one of people) alone.push(await solo(one))
  expect(new Set(alone.map((each) => JSON.stringify(each))).size).toBeGreaterThan(5)
  // Everybody at once, each round beginning with somebody else.
  for (let first = 0; first < people.length; first += 5) {
    // A write of which no figure tells makes a new photo.
    await comoDueno(app.url, 'UPDATE usuarios SET nombres = nombres WHERE id = $1', [
      pag.usuario_id,
    ])
    const order = people.map((_, n) => (n + first) % people.length)
    const seen = await Promise.all(order.map((n) => juntos(people[n] as Client)))
    for (const [i, n] of order.entries()) expect(seen[i]).toEqual(alone[n])
  }
})

test('a user who begins to count a till no longer gets what others get', async () => {
  expect(Object.keys(await ver(adm))).toContain('total')
  const { cajaUsd } = casa.cuentas
  const block = (how: string) =>
    comoDueno(app.url, `UPDATE cuentas_contables SET bloqueo = ${how} WHERE id = ${cajaUsd}`)
  await aCargo(app, adm, cajaUsd)
  await block("'conteo'")
  const mgr = await app.signedIn('mgr')
  const [his, hers] = await Promise.all([ver(adm), ver(mgr)])
  expect(Object.keys(his)).not.toContain('total')
  expect(his.cajas?.map(({ id }) => id)).not.toContain(cajaUsd)
  expect(Object.keys(hers)).toContain('total')
  await block('NULL')
})

test('what one process has committed is in the next answer of another', async () => {
  for (let n = 0; n < 5; n += 1) {
    const before = (await enLaOtra(adm)).operaciones?.hoy as number
    const { body } = await vender()
    expect((await enLaOtra(adm)).operaciones?.hoy).toBe(before + 1)
    expect((await ver(adm)).ultimas?.[0]?.numero).toBe(body.numero)
  }
})

test('a right that is taken away is gone from the next answer, although others keep it', async () => {
  const [mgr, other] = [await app.signedIn('mgr'), await app.signedIn('mgr')]
  expect(Object.keys(await ver(mgr))).toContain('ganancia')
  await comoDueno(
    app.url,
    `INSERT INTO roles (slug, nombre) VALUES ('otro', 'Otro');
     INSERT INTO roles_permisos SELECT 'otro', permiso FROM roles_permisos WHERE rol_slug = 'mgr' AND permiso <> 'ganancia:ver';
     UPDATE usuarios SET rol_slug = 'otro' WHERE id = ${mgr.usuario_id}`,
  )
  const [his, hers] = await Promise.all([ver(mgr), ver(other)])
  expect(JSON.stringify(his)).not.toMatch(/ganancia|margen|costo/)
  expect(Object.keys(hers)).toContain('ganancia')
})
