import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, PEN } from '../../../test/support/areas/casa.ts'
import { type Client, PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato as sesion } from '../sesion/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')

let people = 0
/** A person with the fields that the form sends. */
function persona(change: Record<string, unknown> = {}) {
  people += 1
  return {
    nombres: 'Rosa Elena',
    apellidos: "D'Angelo Núñez",
    tipo_doc: 'DNI',
    num_doc: String(40_000_000 + people),
    correo: `Rosa${people}@Example.com`,
    celular: '987 654 321',
    usuario: `Rosa.${people}`,
    rol_slug: 'mgr',
    desvio_pct: '1.5',
    limite_usd: '5000.00',
    cuentas: [],
    password: PASSWORD,
    ...change,
  }
}

async function nueva(change: Record<string, unknown> = {}) {
  const sent = persona(change)
  const { status, body } = await adm.call(contrato.crear, { body: sent })
  expect(status).toBe(201)
  return { ...body, usuario: String(sent.usuario).toLowerCase() }
}

const entrar = (usuario: string, password: string) =>
  adm.call(sesion.login, { body: { usuario, password } })

const detalle = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

/** The body of an edit that changes only the given fields. */
async function edicion(id: number, change: Record<string, unknown> = {}) {
  const { nombres, apellidos, tipo_doc, num_doc, correo, celular, usuario, ...rest } =
    await detalle(id)
  const { sucursal_id, limite_usd, desvio_pct, cuentas, version } = rest
  const who = { nombres, apellidos, tipo_doc, num_doc, correo, celular, usuario }
  return { ...who, sucursal_id, limite_usd, desvio_pct, cuentas, version, ...change }
}

test('a user is created with a password that is shown once and only allows changing it', async () => {
  const { id, password_temporal, usuario } = await nueva()
  expect(password_temporal).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{1,4}){3}$/)
  const found = await detalle(id)
  expect(found).toMatchObject({
    nombre: "Rosa D'Angelo",
    correo: expect.stringMatching(/^rosa\d+@example\.com$/),
    celular: '987654321',
    limite_usd: '5000.00',
    desvio_pct: '1.5',
    temporal: true,
    ultimo_ingreso: null,
    historial: [{ accion: 'crear', usuario: 'Ana Quispe' }],
  })
  expect(JSON.stringify(found)).not.toContain(password_temporal)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM auditoria WHERE despues::text LIKE ${`%${password_temporal}%`}`.execute(
    app.db,
  )
  expect(rows[0]?.n).toBe(0)
  const { body } = await entrar(usuario, password_temporal)
  expect(body.usuario.debe).toBe('password')
  const owes = { 'x-token': body.token }
  const refused = await adm.raw('GET', '/api/monedas/lista', undefined, owes)
  expect([refused.status, refused.error.codigo]).toEqual([403, 'INGRESO_INCOMPLETO'])
  expect(refused.error.message).toBe('Antes de seguir debe cambiar su contraseña temporal.')
  expect((await adm.raw('GET', '/api/eventos', undefined, owes)).status).toBe(403)
  expect((await adm.raw('GET', '/api/auth/sesion', undefined, owes)).status).toBe(200)
})

test('a temporary password expires', async () => {
  app.setClock('2025-11-20T15:00:00Z')
  const { password_temporal, usuario } = await nueva()
  app.setClock('2025-11-23T14:59:59Z')
  expect((await entrar(usuario, password_temporal)).status).toBe(200)
  app.setClock('2025-11-23T15:00:00Z')
  expect((await entrar(usuario, password_temporal)).error.codigo).toBe('CREDENCIALES')
  app.setClock(null)
})

test.each([
  ['nombres', { nombres: 'R2D2' }],
  ['celular', { celular: '887654321' }],
  ['celular', { celular: '98765432' }],
  ['celular', { celular: '+51 887 654 321' }],
  ['celular', { celular: '+57 30' }],
  ['num_doc', { num_doc: '1234567' }],
  ['num_doc', { tipo_doc: 'RUC', num_doc: '20123456789' }],
  ['usuario', { usuario: 'ana' }],
  ['usuario', { usuario: 'señora1' }],
  ['correo', { correo: 'no es' }],
  ['desvio_pct', { desvio_pct: '5.001' }],
  ['desvio_pct', { desvio_pct: '-1' }],
  ['limite_usd', { limite_usd: '-0.01' }],
  ['rol_slug', { rol_slug: 'nadie' }],
  ['cuentas', { cuentas: [999_999] }],
  ['sucursal_id', { sucursal_id: 999_999 }],
  ['password', { password: 'no es la mía' }],
])('%s is checked: %j', async (campo, change) => {
  const { status, error } = await adm.call(contrato.crear, { body: persona(change) })
  expect([status, error.errors?.[0]?.campo]).toEqual([400, campo])
})

test('user name, e-mail and document are unique, and the refusal names the field', async () => {
  const { id } = await nueva()
  const { usuario, correo, num_doc } = await detalle(id)
  for (const [campo, change] of Object.entries({ usuario, correo, num_doc })) {
    const { status, error } = await adm.call(contrato.crear, { body: persona({ [campo]: change }) })
    expect([status, error.errors?.[0]?.campo]).toEqual([409, campo])
  }
})

test('an edit checks the version, and its audit row has before and after', async () => {
  const { id } = await nueva()
  const body = await edicion(id, { limite_usd: null, desvio_pct: '0' })
  expect((await adm.call(contrato.editar, { params: { id }, body })).status).toBe(200)
  expect(await detalle(id)).toMatchObject({ limite_usd: null, desvio_pct: '0', version: 2 })
  const again = await adm.call(contrato.editar, { params: { id }, body })
  expect([again.status, again.error.codigo]).toEqual([409, 'VERSION'])
  const { rows } = await sql<{ antes: unknown; despues: unknown }>`
    SELECT antes, despues FROM auditoria WHERE entidad = 'usuarios' AND accion = 'editar'
      AND entidad_id = ${String(id)}`.execute(app.db)
  expect(rows).toMatchObject([
    { antes: { limite_usd: '5000.00' }, despues: { limite_usd: null, desvio_pct: '0' } },
  ])
})

test('a reset ends the sessions, clears the failures and gives a temporary password', async () => {
  const caj = await app.signedIn('caj')
  const { usuario } = await detalle(caj.usuario_id)
  for (let i = 0; i < 5; i += 1) await entrar(usuario, 'no es esta')
  expect((await detalle(caj.usuario_id)).bloqueado_hasta).not.toBeNull()
  const params = { id: caj.usuario_id }
  const wrong = await adm.call(contrato.restablecer, { params, body: { password: 'x' } })
  expect(wrong.error.errors?.[0]?.campo).toBe('password')
  const { body } = await adm.call(contrato.restablecer, { params, body: { password: PASSWORD } })
  expect((await caj.call(monedas.lista)).status).toBe(401)
  expect((await entrar(usuario, PASSWORD)).status).toBe(400)
  expect((await entrar(usuario, body.password_temporal)).body.usuario.debe).toBe('password')
})

test('a token alone switches nobody off', async () => {
  const caj = await app.signedIn('caj')
  const params = { id: caj.usuario_id }
  for (const body of [{}, { password: 'no es' }]) {
    const { status, error } = await adm.call(contrato.estatus, { params, body })
    expect([status, error.errors?.[0]?.campo]).toEqual([400, 'password'])
  }
  expect((await caj.call(monedas.lista)).status).toBe(200)
})

test('switching a user off ends his sessions at once; switched on he signs in again', async () => {
  const caj = await app.signedIn('caj')
  const params = { id: caj.usuario_id }
  expect(
    (await adm.call(contrato.estatus, { params, body: { password: PASSWORD } })).body.estatus,
  ).toBe(false)
  expect((await caj.call(monedas.lista)).status).toBe(401)
  expect(
    (await adm.call(contrato.estatus, { params, body: { password: PASSWORD } })).body.estatus,
  ).toBe(true)
  expect((await caj.call(monedas.lista)).status).toBe(401)
  const { usuario } = await detalle(params.id)
  expect((await entrar(usuario, PASSWORD)).status).toBe(200)
})

test('a new role applies from the next request; nobody changes his own', async () => {
  const caj = await app.signedIn('caj')
  await app.signedIn('con')
  const change = (id: number, rol_slug: string, by: Client = adm) =>
    by.call(contrato.rol, { params: { id }, body: { rol_slug, password: PASSWORD } })
  expect((await caj.call(monedas.listar)).status).toBe(403)
  expect((await change(caj.usuario_id, 'con')).status).toBe(200)
  expect((await caj.call(monedas.listar)).status).toBe(200)
  const own = await change(adm.usuario_id, 'mgr')
  expect([own.status, own.error.codigo]).toEqual([409, 'UNO_MISMO'])
  for (const call of [contrato.estatus, contrato.restablecer]) {
    const body = { password: PASSWORD }
    const { error } = await adm.call(call, { params: { id: adm.usuario_id }, body })
    expect(error.codigo).toBe('UNO_MISMO')
  }
})

test('sessions are listed and ended, one or all', async () => {
  const caj = await app.signedIn('caj')
  const { usuario } = await detalle(caj.usuario_id)
  const second = (await entrar(usuario, PASSWORD)).body.token
  const params = { id: caj.usuario_id }
  const list = async () => (await adm.call(contrato.sesiones, { params })).body
  const open = await list()
  expect(open).toHaveLength(2)
  expect(open[0]).toMatchObject({ ip: '127.0.0.1', agente: 'lightMyRequest' })
  const sesion_id = open[0]?.id
  const one = await adm.call(contrato.terminar, { params, body: { sesion_id } })
  expect(one.body.terminadas).toBe(1)
  const answer = await adm.raw('GET', '/api/monedas/lista', undefined, { 'x-token': second })
  expect([answer.status, (await caj.call(monedas.lista)).status]).toEqual([401, 200])
  const gone = await adm.call(contrato.terminar, { params, body: { sesion_id } })
  expect(gone.status).toBe(404)
  const own = (await adm.call(contrato.sesiones, { params: { id: adm.usuario_id } })).body[0]?.id
  const foreign = await adm.call(contrato.terminar, { params, body: { sesion_id: own } })
  expect(foreign.status).toBe(404)
  expect((await adm.call(contrato.terminar, { params, body: { sesion_id: null } })).status).toBe(
    200,
  )
  expect((await caj.call(monedas.lista)).status).toBe(401)
})

const pagina = (query: Record<string, string | number>) => adm.call(contrato.listar, { query })

test('pages of the list follow each other without gap or repetition, in both orders', async () => {
  for (const orden of ['nombre', '-nombre', 'ultimo_ingreso', '-ultimo_ingreso']) {
    const all = (await adm.call(contrato.listar, { query: { orden, limite: 200 } })).body.items
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string | number> = { orden, limite: 3, ...(cursor && { cursor }) }
      const { body }: Awaited<ReturnType<typeof pagina>> = await pagina(query)
      seen.push(...body.items.map(({ id }) => id))
      cursor = body.siguiente
    } while (cursor)
    expect(seen).toEqual(all.map(({ id }) => id))
  }
  const { body } = await adm.call(contrato.listar, { query: { buscar: 'dangelo nunez' } })
  expect(body.items).toEqual([])
  const found = await adm.call(contrato.listar, {
    query: { buscar: "d'angelo nunez", rol_slug: 'mgr' },
  })
  expect(found.body.items.length).toBeGreaterThan(2)
})

test('accounts are assigned and removed, each to one responsible user', async () => {
  const soles = await cuenta(app, adm, 'Caja soles', PEN, '0')
  const banco = await cuenta(app, adm, 'BCP Soles', PEN, '0', undefined, 'banco')
  const { id } = await nueva({ cuentas: [soles, banco] })
  expect(await detalle(id)).toMatchObject({
    cuentas: [soles, banco],
    cajas: ['BCP Soles', 'Caja soles'],
  })
  const other = await nueva({ cuentas: [banco] })
  expect((await detalle(id)).cuentas).toEqual([soles])
  const body = await edicion(other.id, { cuentas: [soles] })
  expect((await adm.call(contrato.editar, { params: { id: other.id }, body })).status).toBe(200)
  expect([(await detalle(id)).cuentas, (await detalle(other.id)).cuentas]).toEqual([[], [soles]])
  const free = (await adm.call(contrato.cuentas)).body.find((each) => each.id === banco)
  expect(free).toEqual({ id: banco, nombre: 'BCP Soles', responsable: null })
})

// Last test: it creates a branch, which stays.
test('a house with branches requires the branch of each user', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO sucursales (nombre) VALUES ('Lima Centro') RETURNING id`.execute(app.db)
  const { error } = await adm.call(contrato.crear, { body: persona() })
  expect(error.errors?.[0]?.campo).toBe('sucursal_id')
  const { id } = await nueva({ sucursal_id: rows[0]?.id })
  expect((await detalle(id)).sucursal).toBe('Lima Centro')
})
