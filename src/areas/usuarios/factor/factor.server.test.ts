import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bytes, codigo, inscribir } from '../../../../test/support/factor.ts'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contratoPerfil } from '../contract/perfil.ts'
import { contratoRoles } from '../contract/roles.ts'
import { contrato } from '../contract.ts'

/* The clock is held: a code is valid by its time step, which must not depend on when the test runs. */

const app = await startTestApp()
const START = Date.parse('2025-11-20T15:00:00Z')
let now = START
function at(seconds: number): void {
  now = START + seconds * 1000
  app.setClock(new Date(now).toISOString())
}
at(0)
const adm = await app.signedIn('adm')

const code = (secreto: string, steps = 0) => codigo(secreto, now, steps)

interface Persona {
  client: Client
  usuario: string
  secreto: string
  codigos: string[]
}

const enter = (usuario: string, password: string, codigo?: string) =>
  adm.call(sesion.login, { body: { usuario, password, ...(codigo !== undefined && { codigo }) } })

/** A user who enrolled a minute ago. */
async function inscrita(role: 'caj' | 'con' | 'mgr' = 'caj'): Promise<Persona> {
  const client = await app.signedIn(role)
  const { usuario } = (await client.call(contratoPerfil.ver)).body
  const { secreto, codigos } = await inscribir(client, now)
  at((now - START) / 1000 + 60)
  return { client, usuario, secreto, codigos }
}

test('enrolling needs the password and a correct first code; sign-in asks for codes only after that', async () => {
  const client = await app.signedIn('caj')
  const { usuario } = (await client.call(contratoPerfil.ver)).body
  const wrong = await client.call(contratoPerfil.empezarFactor, { body: { password: 'no' } })
  expect(wrong.status).toBe(400)
  const { body } = await client.call(contratoPerfil.empezarFactor, { body: { password: PASSWORD } })
  expect(body.uri).toContain(`secret=${body.secreto}`)
  const confirm = (codigo: string) =>
    client.call(contratoPerfil.confirmarFactor, { body: { codigo } })
  expect((await confirm('000000')).error.errors?.[0]?.campo).toBe('codigo')
  expect((await enter(usuario, PASSWORD)).status).toBe(200)
  expect((await confirm(code(body.secreto))).body.codigos).toHaveLength(10)
  expect((await enter(usuario, PASSWORD)).error.codigo).toBe('CODIGO_REQUERIDO')
  const again = await client.call(contratoPerfil.empezarFactor, { body: { password: PASSWORD } })
  expect([again.status, again.error.codigo]).toEqual([409, 'SEGUNDO_FACTOR_ACTIVO'])
})

test('neither the secret nor the codes are in the database in readable form', async () => {
  const { client, secreto, codigos } = await inscrita()
  const { rows } = await sql<{ all: string }>`
    SELECT (SELECT string_agg(encode(secreto, 'base64') || encode(secreto, 'escape'), '') FROM usuarios_totp)
        || (SELECT string_agg(encode(hash, 'base64'), '') FROM usuarios_codigos)
        || (SELECT string_agg(a::text, '') FROM auditoria a WHERE usuario_id = ${client.usuario_id}) AS all`.execute(
    app.db,
  )
  const all = rows[0]?.all ?? ''
  expect(all.length).toBeGreaterThan(500)
  const raw = bytes(secreto)
  for (const secret of [secreto, raw.toString('base64'), raw.toString('latin1'), ...codigos]) {
    expect(all.includes(secret)).toBe(false)
  }
})

test('the request for a code does not reveal whether the password is right, and is not counted as a guess', async () => {
  const { usuario, secreto } = await inscrita()
  for (let i = 0; i < 8; i += 1) {
    const [wrong, right] = [await enter(usuario, `no-${i}`), await enter(usuario, PASSWORD)]
    expect(wrong.error).toEqual(right.error)
    expect([wrong.status, wrong.error.codigo]).toEqual([400, 'CODIGO_REQUERIDO'])
  }
  expect((await enter(usuario, PASSWORD, code(secreto))).status).toBe(200)
})

test('a code works once; neither a future code nor one two steps old works', async () => {
  const { usuario, secreto } = await inscrita()
  const mine = code(secreto)
  expect((await enter(usuario, PASSWORD, code(secreto, 1))).error.codigo).toBe(
    'CREDENCIALES_CODIGO',
  )
  expect((await enter(usuario, PASSWORD, code(secreto, -2))).error.codigo).toBe(
    'CREDENCIALES_CODIGO',
  )
  expect((await enter(usuario, PASSWORD, mine)).status).toBe(200)
  expect((await enter(usuario, PASSWORD, mine)).error.codigo).toBe('CREDENCIALES_CODIGO')
  expect((await enter(usuario, PASSWORD, code(secreto, -1))).status).toBe(400)
})

test('the code of the previous step works; of twenty concurrent uses of one code one succeeds', async () => {
  const { usuario, secreto } = await inscrita()
  expect((await enter(usuario, PASSWORD, code(secreto, -1))).status).toBe(200)
  const other = await inscrita('con')
  const mine = code(other.secreto)
  const all = await Promise.all(
    Array.from({ length: 20 }, () => enter(other.usuario, PASSWORD, mine)),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('of a hundred guesses at the code only five are checked', async () => {
  const { usuario, secreto } = await inscrita()
  const right = code(secreto)
  const guesses = Array.from({ length: 100 }, (_, i) => String(i).padStart(6, '0'))
  const wrong = guesses.filter((guess) => guess !== right && guess !== code(secreto, -1))
  const codes = (await Promise.all(wrong.map((guess) => enter(usuario, PASSWORD, guess)))).map(
    ({ error }) => error.codigo,
  )
  expect(codes.filter((each) => each === 'CREDENCIALES_CODIGO')).toHaveLength(5)
  expect(codes.filter((each) => each === 'DEMASIADOS_INTENTOS')).toHaveLength(wrong.length - 5)
  expect((await enter(usuario, PASSWORD, right)).status).toBe(429)
  at((now - START) / 1000 + 901)
  expect((await enter(usuario, PASSWORD, code(secreto))).status).toBe(200)
})

test('a recovery code works once, in any spelling; new codes invalidate the old ones', async () => {
  const { client, usuario, secreto, codigos } = await inscrita()
  const [one = '', two = '', three = ''] = codigos
  expect((await enter(usuario, PASSWORD, one)).status).toBe(200)
  expect((await enter(usuario, PASSWORD, one)).status).toBe(400)
  expect((await enter(usuario, PASSWORD, ` ${two.toUpperCase().replace('-', ' ')} `)).status).toBe(
    200,
  )
  const left = async () => (await client.call(contratoPerfil.factor)).body.codigos
  expect(await left()).toBe(8)
  const body = { password: PASSWORD, codigo: code(secreto) }
  const fresh = (await client.call(contratoPerfil.codigosFactor, { body })).body.codigos
  expect(await left()).toBe(10)
  expect((await enter(usuario, PASSWORD, three)).status).toBe(400)
  expect((await enter(usuario, PASSWORD, fresh[0])).status).toBe(200)
})

test('a recovery code of another user is refused', async () => {
  const [ana, eva] = [await inscrita(), await inscrita()]
  expect((await enter(ana.usuario, PASSWORD, eva.codigos[0])).status).toBe(400)
})

test('unknown names answer like users with a second factor, or like users without', async () => {
  // Requests for a code count against their address.
  await sql`DELETE FROM intentos_ingreso`.execute(app.db)
  const asked: (string | undefined)[] = []
  for (let i = 0; i < 30; i += 1) {
    const { status, error } = await enter(`nadie-${i}`, 'x')
    expect([400, ['CODIGO_REQUERIDO', 'CREDENCIALES'].includes(error.codigo ?? '')]).toEqual([
      status,
      true,
    ])
    asked.push(error.codigo)
  }
  const same = (await enter('nadie-0', 'y')).error.codigo
  expect(same).toBe(asked[0])
  expect(new Set(asked).size).toBe(2)
  expect((await enter('nadie-0', 'y', '123456')).error.codigo).toBe('CREDENCIALES_CODIGO')
})

test('a role that requires it: after the next sign-in the user may only enrol; open sessions go on', async () => {
  const body = { exige: true, password: PASSWORD }
  const cum = await app.signedIn('cum')
  const { usuario } = (await cum.call(contratoPerfil.ver)).body
  at((now - START) / 1000 + 1)
  const set = await adm.call(contratoRoles.factor, { params: { slug: 'cum' }, body })
  expect(set.body.exige_factor).toBe(true)
  expect((await cum.call(monedas.lista)).status).toBe(200)
  at((now - START) / 1000 + 1)
  const { body: signed } = await enter(usuario, PASSWORD)
  expect(signed.usuario.debe).toBe('segundo_factor')
  const hers = { 'x-token': signed.token }
  const refused = await cum.raw('GET', '/api/monedas/lista', undefined, hers)
  expect(refused.error.message).toBe('Antes de seguir debe activar su segundo factor.')
  const path = '/api/perfil/segundo-factor'
  const begun = await cum.raw('POST', path, { password: PASSWORD }, hers)
  const { secreto } = begun.body as unknown as { secreto: string }
  expect((await cum.raw('PUT', path, { codigo: code(secreto) }, hers)).status).toBe(200)
  expect((await cum.raw('GET', '/api/monedas/lista', undefined, hers)).status).toBe(200)
  at((now - START) / 1000 + 60)
  // The session that was opened without a second factor has ended.
  expect((await cum.call(monedas.lista)).status).toBe(401)
  const quit = await cum.raw(
    'PUT',
    `${path}/quitar`,
    { password: PASSWORD, codigo: code(secreto) },
    hers,
  )
  expect([quit.status, quit.error.codigo]).toEqual([409, 'SEGUNDO_FACTOR_EXIGIDO'])
})

test('the user removes it with his password and a code, or an administrator does, which ends the sessions', async () => {
  const ana = await inscrita('con')
  const body = { password: PASSWORD }
  const his = { ...body, codigo: code(ana.secreto) }
  expect((await ana.client.call(contratoPerfil.quitarFactor, { body: his })).status).toBe(200)
  expect((await enter(ana.usuario, PASSWORD)).status).toBe(200)
  const eva = await inscrita('con')
  const params = { id: eva.client.usuario_id }
  expect((await adm.call(contrato.obtener, { params })).body.segundo_factor).toBe(true)
  const wrong = await adm.call(contrato.quitarFactor, { params, body: { password: 'x' } })
  expect(wrong.status).toBe(400)
  expect((await adm.call(contrato.quitarFactor, { params, body })).status).toBe(200)
  expect((await eva.client.call(monedas.lista)).status).toBe(401)
  expect((await enter(eva.usuario, PASSWORD)).status).toBe(200)
  expect((await adm.call(contrato.quitarFactor, { params, body })).status).toBe(404)
})
