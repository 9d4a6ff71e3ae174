import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { PERMISOS, PLANTILLAS } from '../../../core/permisos.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contratoRoles } from '../contract/roles.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')

const roles = async () => (await adm.call(contratoRoles.listar)).body
const rol = async (slug: string) => (await roles()).find((each) => each.slug === slug)

async function crear(slug: string, permisos: readonly string[], by: Client = adm) {
  const body = { slug, nombre: `Rol ${slug}`, permisos, password: PASSWORD }
  return by.call(contratoRoles.crear, { body })
}

async function guardar(slug: string, permisos: readonly string[], by: Client = adm) {
  const { nombre, version } = (await rol(slug)) ?? { nombre: 'x', version: 1 }
  const body = { nombre, permisos, version, password: PASSWORD }
  return by.call(contratoRoles.editar, { params: { slug }, body })
}

/** A user whose role holds exactly these permissions. */
async function conPermisos(slug: string, permisos: readonly string[]): Promise<Client> {
  await crear(slug, permisos)
  const client = await app.signedIn('mgr')
  const params = { id: client.usuario_id }
  await adm.call(contrato.rol, { params, body: { rol_slug: slug, password: PASSWORD } })
  return client
}

test('in a new house the administrator holds all permissions and the manager none', async () => {
  expect(await roles()).toMatchObject([
    { slug: 'adm', fijo: true, usuarios: 1, permisos: PERMISOS },
    { slug: 'mgr', fijo: false, usuarios: 0, permisos: [] },
  ])
})

test('a role made from a template applies at the next request, and so does a permission removed from it', async () => {
  const client = await conPermisos('tesorero', PLANTILLAS.con.permisos)
  expect((await rol('tesorero'))?.usuarios).toBe(1)
  expect((await client.call(monedas.listar)).status).toBe(200)
  const less = PLANTILLAS.con.permisos.filter((permiso) => permiso !== 'monedas:ver')
  const { status, body } = await guardar('tesorero', [...less, 'clientes:editar'])
  expect([status, body.ganan, body.pierden]).toEqual([200, ['clientes:editar'], ['monedas:ver']])
  expect((await client.call(monedas.listar)).status).toBe(403)
  const history = await adm.call(contratoRoles.historial, { params: { slug: 'tesorero' } })
  expect(history.body).toMatchObject([
    {
      accion: 'editar',
      usuario: 'Ana Quispe',
      ganan: ['clientes:editar'],
      pierden: ['monedas:ver'],
    },
    { accion: 'crear', pierden: [] },
  ])
})

test('the administrator’s role cannot be changed, not even in the database', async () => {
  const edit = await guardar('adm', [])
  expect([edit.status, edit.error.codigo]).toEqual([409, 'CONGELADO_ADM'])
  const off = await adm.call(contratoRoles.estatus, { params: { slug: 'adm' } })
  expect(off.status).toBe(409)
  const insert = sql`INSERT INTO roles_permisos VALUES ('adm', 'monedas:ver')`.execute(app.db)
  await expect(insert).rejects.toThrow(/roles_permisos_sin_adm/)
  const update = sql`UPDATE roles SET estatus = false WHERE slug = 'adm'`.execute(app.db)
  await expect(update).rejects.toThrow(/roles_check|roles_estatus/)
})

test('an edit checks the version and the user’s password', async () => {
  await crear('vigilante', ['cuentas:ver'])
  const body = { nombre: 'Vigilante', permisos: [], version: 1, password: 'x' }
  const params = { slug: 'vigilante' }
  const wrong = await adm.call(contratoRoles.editar, { params, body })
  expect([wrong.status, wrong.error.errors?.[0]?.campo]).toEqual([400, 'password'])
  const right = { ...body, password: PASSWORD }
  expect((await adm.call(contratoRoles.editar, { params, body: right })).status).toBe(200)
  const stale = await adm.call(contratoRoles.editar, { params, body: right })
  expect([stale.status, stale.error.codigo]).toEqual([409, 'VERSION'])
})

test.each([
  ['slug', { slug: 'Con Espacio' }],
  ['permisos.0', { permisos: ['monedas:fundir'] }],
  ['permisos', { permisos: ['monedas:ver', 'monedas:ver'] }],
  ['nombre', { nombre: '' }],
])('%s is checked', async (campo, change) => {
  const body = { slug: 'otro', nombre: 'Otro', permisos: [], password: PASSWORD, ...change }
  const { status, error } = await adm.call(contratoRoles.crear, { body })
  expect([status, error.errors?.[0]?.campo]).toEqual([400, campo])
})

test('an existing code or name is refused at its field', async () => {
  await crear('unico', [])
  const body = { slug: 'unico', nombre: 'Otro nombre', permisos: [], password: PASSWORD }
  const same = await adm.call(contratoRoles.crear, { body })
  expect(same.error.errors?.[0]?.campo).toBe('slug')
  const named = { ...body, slug: 'distinto', nombre: 'Rol unico' }
  const twice = await adm.call(contratoRoles.crear, { body: named })
  expect([twice.status, twice.error.errors?.[0]?.campo]).toEqual([409, 'nombre'])
})

test('a role in use is not switched off; one that is switched off is not assigned', async () => {
  const client = await conPermisos('guardia', ['cuentas:ver'])
  const params = { slug: 'guardia' }
  const used = await adm.call(contratoRoles.estatus, { params })
  expect([used.status, used.error.codigo]).toEqual([409, 'EN_USO'])
  const user = { id: client.usuario_id }
  await adm.call(contrato.rol, { params: user, body: { rol_slug: 'mgr', password: PASSWORD } })
  expect((await adm.call(contratoRoles.estatus, { params })).body.estatus).toBe(false)
  const given = { params: user, body: { rol_slug: 'guardia', password: PASSWORD } }
  expect((await adm.call(contrato.rol, given)).error.codigo).toBe('INACTIVO')
  expect((await adm.call(contratoRoles.estatus, { params })).body.estatus).toBe(true)
  expect((await adm.call(contrato.rol, given)).status).toBe(200)
})

test('switching a role off races with assigning it: only one of them succeeds', async () => {
  await crear('fugaz', [])
  const client = await app.signedIn('mgr')
  const params = { id: client.usuario_id }
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([
      adm.call(contrato.rol, { params, body: { rol_slug: 'fugaz', password: PASSWORD } }),
      sql`UPDATE roles SET estatus = false WHERE slug = 'fugaz'`.execute(app.db).catch(() => {}),
    ])
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM usuarios u JOIN roles r ON r.slug = u.rol_slug
      WHERE u.estatus AND NOT r.estatus`.execute(app.db)
    expect(rows[0]?.n).toBe(0)
    await sql`UPDATE usuarios SET rol_slug = 'mgr' WHERE id = ${params.id}`.execute(app.db)
    await sql`UPDATE roles SET estatus = true WHERE slug = 'fugaz'`.execute(app.db)
  }
})

test('nobody removes the permission to edit roles from himself', async () => {
  const jefe = await conPermisos('jefe', ['roles:ver', 'roles:editar', 'cuentas:ver'])
  const away = await guardar('jefe', ['roles:ver', 'cuentas:ver'], jefe)
  expect([away.status, away.error.codigo]).toEqual([409, 'UNO_MISMO'])
  expect((await guardar('jefe', ['roles:ver', 'roles:editar'], jefe)).status).toBe(200)
})

test('nobody grants, removes or manages permissions that he does not hold', async () => {
  const sub = await conPermisos('subjefe', [
    'roles:ver',
    'roles:editar',
    'usuarios:ver',
    'usuarios:editar',
    'cuentas:ver',
  ])
  const code = (answer: { status: number; error: { codigo?: string } }) => [
    answer.status,
    answer.error.codigo,
  ]
  const beyond = [403, 'MAS_PERMISOS']
  await crear('modesto', ['cuentas:ver'])
  await crear('potente', ['clientes:ver'])
  expect((await guardar('modesto', [], sub)).status).toBe(200)
  expect(code(await guardar('modesto', ['clientes:ver'], sub))).toEqual(beyond)
  const refused = await guardar('potente', [], sub)
  expect(code(refused)).toEqual(beyond)
  expect(refused.error.message).toContain('«Ver clientes»')
  expect(code(await crear('mio', ['compras-ventas:anular'], sub))).toEqual(beyond)
  const target = await app.signedIn('mgr')
  const params = { id: target.usuario_id }
  const give = (rol_slug: string) =>
    sub.call(contrato.rol, { params, body: { rol_slug, password: PASSWORD } })
  expect(code(await give('potente'))).toEqual(beyond)
  expect(code(await give('adm'))).toEqual(beyond)
  expect((await give('modesto')).status).toBe(200)
  // He may not touch an administrator or a user with more permissions: not even reset the password.
  const chief = { params: { id: adm.usuario_id } }
  const own = { ...chief, body: { password: PASSWORD } }
  expect(code(await sub.call(contrato.restablecer, own))).toEqual(beyond)
  expect(code(await sub.call(contrato.estatus, own))).toEqual(beyond)
  const all = { ...chief, body: { sesion_id: null } }
  expect(code(await sub.call(contrato.terminar, all))).toEqual(beyond)
})

test('100 times two administrators who switch each other off: one always stays', async () => {
  const other = await app.signedIn('adm')
  const ids = [adm.usuario_id, other.usuario_id]
  const off = (id: number) =>
    sql`UPDATE usuarios SET estatus = false WHERE id = ${id}`.execute(app.db).then(
      () => 'off',
      (error: Error) => error.message,
    )
  for (let round = 0; round < 100; round += 1) {
    const done = await Promise.all(ids.map(off))
    expect(done.toSorted()).toEqual(['ULTIMO_ADM', 'off'])
    await sql`UPDATE usuarios SET estatus = true WHERE rol_slug = 'adm'`.execute(app.db)
  }
  const both = sql`UPDATE usuarios SET rol_slug = 'mgr' WHERE rol_slug = 'adm'`.execute(app.db)
  await expect(both).rejects.toThrow('ULTIMO_ADM')
  await sql`UPDATE usuarios SET estatus = false WHERE id = ${other.usuario_id}`.execute(app.db)
  const refused = await sql`UPDATE usuarios SET rol_slug = 'mgr' WHERE id = ${adm.usuario_id}`
    .execute(app.db)
    .catch((error: Error) => error.message)
  expect(refused).toBe('ULTIMO_ADM')
})

test('templates make the roles that have no permissions yet; what a house gave stays, and nobody gives more than he has', async () => {
  const plantillas = (roles: readonly (keyof typeof PLANTILLAS)[], by = adm, password = PASSWORD) =>
    by.call(contratoRoles.plantillas, {
      body: { roles: roles.map((slug) => ({ slug, nombre: PLANTILLAS[slug].nombre })), password },
    })
  expect((await plantillas(['pag'], adm, 'otra cosa')).status).toBe(400)
  expect(await rol('pag')).toBeUndefined()
  await crear('con', ['monedas:ver'])
  expect((await plantillas(['pag', 'pag'])).status).toBe(400)
  const made = await plantillas(['pag', 'con', 'mgr'])
  expect([made.status, made.body.roles]).toEqual([201, ['mgr', 'pag']])
  expect((await rol('con'))?.permisos).toEqual(['monedas:ver'])
  for (const slug of ['pag', 'mgr'] as const) {
    expect([...((await rol(slug))?.permisos ?? [])].sort()).toEqual(
      [...PLANTILLAS[slug].permisos].sort(),
    )
  }
  expect((await plantillas(['pag', 'con'])).status).toBe(400)
  // All or nothing: he holds what a payer does, not what compliance does.
  const poco = await conPermisos('jefa', ['roles:ver', 'roles:editar', ...PLANTILLAS.pag.permisos])
  const { status, error } = await plantillas(['cum'], poco)
  expect([status, error.codigo]).toEqual([403, 'MAS_PERMISOS'])
  expect(await rol('cum')).toBeUndefined()
})

test('R-335: a template’s role begins with the name that the house gives it, which no other role has', async () => {
  const con = (roles: { slug: keyof typeof PLANTILLAS; nombre: string }[]) =>
    adm.call(contratoRoles.plantillas, { body: { roles, password: PASSWORD } })
  await sql`DELETE FROM roles_permisos WHERE rol_slug = 'mgr'`.execute(app.db)
  const taken = await con([
    { slug: 'caj', nombre: 'Ventanilla' },
    { slug: 'cum', nombre: 'Administrador' },
  ])
  expect([taken.status, taken.error.errors?.[0]?.msg]).toEqual([
    409,
    expect.stringMatching(/rol con ese nombre/),
  ])
  expect(await rol('caj')).toBeUndefined()
  expect((await con([{ slug: 'caj', nombre: ' ' }])).status).toBe(400)
  const made = await con([
    { slug: 'caj', nombre: 'Ventanilla' },
    { slug: 'mgr', nombre: 'Jefatura' },
  ])
  expect(made.body.roles).toEqual(['caj', 'mgr'])
  // The manager’s stood there without permissions: it is renamed, and its history says so.
  expect([(await rol('caj'))?.nombre, (await rol('mgr'))?.nombre]).toEqual([
    'Ventanilla',
    'Jefatura',
  ])
  const { rows } = await sql<{ nombre: string }>`
    SELECT despues->>'nombre' AS nombre FROM auditoria WHERE entidad = 'roles' AND entidad_id IN ('caj', 'mgr')
    ORDER BY id DESC LIMIT 2`.execute(app.db)
  expect(rows.map(({ nombre }) => nombre).sort()).toEqual(['Jefatura', 'Ventanilla'])
  // One that holds permissions is the house's: its name stays too.
  await con([
    { slug: 'caj', nombre: 'Otra' },
    { slug: 'cum', nombre: 'Cumplimiento' },
  ])
  expect([(await rol('caj'))?.nombre, (await rol('cum'))?.nombre]).toEqual([
    'Ventanilla',
    'Cumplimiento',
  ])
})
