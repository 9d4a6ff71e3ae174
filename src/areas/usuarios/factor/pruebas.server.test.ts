import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codigo, inscribir } from '../../../../test/support/factor.ts'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { createEmptyDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import type { Endpoint } from '../../../core/contract.ts'
import type { Permiso } from '../../../core/permisos.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { contrato as ajustes } from '../../ajustes/contract.ts'
import { contrato as aprobaciones } from '../../aprobaciones/contract.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contratoPerfil } from '../contract/perfil.ts'
import { contratoRoles } from '../contract/roles.ts'
import { contrato } from '../contract.ts'

/* who has a second factor gives its code with every proof. R-123: who approves or administers has one. */

const app = await startTestApp()
let now = Date.parse('2025-11-20T15:00:00Z')
function pasan(seconds: number): void {
  now += seconds * 1000
  app.setClock(new Date(now).toISOString())
}
pasan(0)

/** A user with a second factor; `code` waits for the next one, since each is good once. */
async function conFactor(role: 'adm' | 'caj' | 'mgr' = 'adm') {
  const client = await app.signedIn(role)
  const { secreto, codigos } = await inscribir(client, now)
  const code = () => {
    pasan(30)
    return codigo(secreto, now)
  }
  return { client, codigos, code }
}

let people = 0
async function proofs(): Promise<[string, Endpoint, object, Record<string, string | number>?][]> {
  const id = (await app.signedIn('caj')).usuario_id
  const other = await app.signedIn('caj')
  await inscribir(other, now)
  people += 1
  const persona = {
    ...{ nombres: 'Rosa', apellidos: 'Paz', tipo_doc: 'DNI', num_doc: String(44_000_000 + people) },
    ...{ correo: `rosa${people}@example.com`, usuario: `rosa${people}`, celular: null },
    ...{ sucursal_id: null, limite_usd: null, desvio_pct: '0', rol_slug: 'mgr', cuentas: [] },
  }
  const rol = { nombre: `Rol ${people}`, permisos: [] }
  const slug = `rol${String.fromCharCode(96 + people)}`
  return [
    ['a new user', contrato.crear, persona],
    ['a role given', contrato.rol, { rol_slug: 'mgr' }, { id }],
    ['a reset', contrato.restablecer, {}, { id }],
    ['another’s second factor', contrato.quitarFactor, {}, { id: other.usuario_id }],
    ['a new role', contratoRoles.crear, { ...rol, slug }],
    ['a role’s permissions', contratoRoles.editar, { ...rol, version: 1 }, { slug }],
    ['a role’s second factor', contratoRoles.factor, { exige: false }, { slug }],
    ['the house’s second factor', contratoRoles.factorCasa, { exige: false }],
    ['new recovery codes', contratoPerfil.codigosFactor, {}],
    ['the own password', contratoPerfil.password, { nueva: 'tinta verde 19 lluvia' }],
  ]
}

test('every proof asks for the code, and takes each code once; a recovery code will do', async () => {
  const { client, code, codigos } = await conFactor()
  for (const [what, call, body, params] of await proofs()) {
    const ask = (more: object) => {
      const key = call === contratoPerfil.password ? 'actual' : 'password'
      return client.call(call, {
        body: { ...body, [key]: PASSWORD, ...more },
        ...(params && { params }),
      })
    }
    const { status, error } = await ask({})
    expect([what, status, error.codigo]).toEqual([what, 400, 'CODIGO_REQUERIDO'])
    expect(error.errors).toEqual([{ msg: expect.stringMatching(/código/), campo: 'codigo' }])
    const wrong = await ask({ codigo: '000000' })
    expect([what, wrong.status, wrong.error.codigo]).toEqual([what, 400, 'VALIDACION'])
    const right = code()
    // A wrong password leaves the code unused.
    const other = call === contratoPerfil.password ? { actual: 'no' } : { password: 'no' }
    expect((await ask({ ...other, codigo: right })).status).toBe(400)
    const done = await ask({ codigo: right })
    expect([what, done.status < 300, done.error.message]).toEqual([what, true, expect.any(String)])
    expect((await ask({ codigo: right })).error.errors?.[0]?.msg).toMatch(/vale una vez|no existe/i)
  }
  // New codes were made above: the first ones are void, and one of the new ones removes the factor.
  expect(codigos).toHaveLength(10)
  const again = { password: 'tinta verde 19 lluvia', codigo: code() }
  const fresh = (await client.call(contratoPerfil.codigosFactor, { body: again })).body.codigos
  const body = { password: again.password, codigo: fresh[0] }
  expect((await client.call(contratoPerfil.quitarFactor, { body })).status).toBe(200)
})

test('the locked screen opens with the password alone', async () => {
  const { client } = await conFactor('caj')
  expect((await client.call(sesion.desbloquear, { body: { password: PASSWORD } })).status).toBe(200)
})

const exigir = (exige: boolean) =>
  comoDueno(
    app.url,
    "UPDATE ajustes SET valor = to_jsonb($1::boolean) WHERE clave = 'exigir_segundo_factor'",
    [exige],
  )

test('in a house that asks for it, who approves or administers may do nothing before he enrolled', async () => {
  const adm = await app.signedIn('adm')
  const caj = await app.signedIn('caj')
  const mgr = await app.signedIn('mgr')
  await exigir(true)
  const debe = async (client: Client) => (await client.call(sesion.sesion)).body.usuario.debe
  const works = async (client: Client) => (await client.call(monedas.lista)).error.codigo ?? 'yes'
  expect([await debe(caj), await works(caj)]).toEqual([null, 'yes'])
  // Without a permission that approves or administers the manager's role is a role like others.
  expect([await debe(mgr), await works(mgr)]).toEqual([null, 'yes'])
  for (const permiso of [
    'gastos:aprobar',
    'clientes:aprobar',
    'roles:editar',
  ] satisfies Permiso[]) {
    await app.db.insertInto('roles_permisos').values({ rol_slug: 'mgr', permiso }).execute()
    expect([permiso, await debe(mgr), await works(mgr)]).toEqual([
      permiso,
      'segundo_factor',
      'INGRESO_INCOMPLETO',
    ])
    await app.db.deleteFrom('roles_permisos').where('permiso', '=', permiso).execute()
  }
  expect(await debe(adm)).toBe('segundo_factor')
  const { status, error } = await adm.call(aprobaciones.listar)
  expect([status, error.message]).toEqual([403, 'Antes de seguir debe activar su segundo factor.'])
  await inscribir(adm, now)
  expect([await debe(adm), await works(adm)]).toEqual([null, 'yes'])
  await exigir(false)
})

test('the rule is switched with password and code, leaves an audit row, and is no field of the settings', async () => {
  const { client, code } = await conFactor()
  const set = (exige: boolean) =>
    client.call(contratoRoles.factorCasa, { body: { exige, password: PASSWORD, codigo: code() } })
  const caj = await app.signedIn('caj')
  const body = { exige: false, password: PASSWORD }
  expect((await caj.call(contratoRoles.factorCasa, { body })).status).toBe(403)
  expect((await set(true)).body.exige).toBe(true)
  expect((await client.call(contratoRoles.casa)).body).toEqual({ exige: true })
  const quit = { password: PASSWORD, codigo: code() }
  const kept = await client.call(contratoPerfil.quitarFactor, { body: quit })
  expect(kept.error.codigo).toBe('SEGUNDO_FACTOR_EXIGIDO')
  const { version } = (await client.call(ajustes.obtener)).body
  const silent = await client.raw('PUT', '/api/ajustes', { version, exigir_segundo_factor: false })
  expect([silent.status, silent.error.errors?.[0]?.campo]).toEqual([400, 'exigir_segundo_factor'])
  // Who approves or administers goes without it only with another administrator's yes.
  expect((await set(false)).error.codigo).toBe('VISTO_FALTA')
  await darVistos((await conFactor()).client)
  expect((await set(false)).body.exige).toBe(false)
  const { rows } = await sql`
    SELECT usuario_id, antes, despues FROM auditoria WHERE entidad = 'ajustes' AND accion = 'segundo-factor'
      AND usuario_id = ${client.usuario_id} ORDER BY id`.execute(app.db)
  const [yes, no] = [{ exigir_segundo_factor: true }, { exigir_segundo_factor: false }]
  expect(rows).toEqual([
    { usuario_id: client.usuario_id, antes: no, despues: yes },
    { usuario_id: client.usuario_id, antes: yes, despues: no },
  ])
})

test('a new house asks for it', async () => {
  const database = await createEmptyDatabase()
  try {
    await migrate(database.url)
    expect(await comoDueno(database.url, 'SELECT acceso_exige_factor() AS exige')).toEqual([
      { exige: true },
    ])
  } finally {
    await database.drop()
  }
})
