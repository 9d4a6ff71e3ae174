import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { codigoEn, pasoDe } from '../../../server/acceso/totp.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contratoPerfil } from '../contract/perfil.ts'
import { contratoRoles } from '../contract/roles.ts'
import { contrato } from '../contract.ts'

/* The clock is held: a code is one of a step, not of the moment at which the test ran. */

const app = await startTestApp()
const START = Date.parse('2025-11-20T15:00:00Z')
let now = START
function at(seconds: number): void {
  now = START + seconds * 1000
  app.setClock(new Date(now).toISOString())
}
at(0)
const adm = await app.signedIn('adm')

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The bytes of a secret as it is typed into a phone. */
function bytes(secreto: string): Buffer {
  const bits = Array.from(secreto, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
const code = (secreto: string, steps = 0) => codigoEn(bytes(secreto), pasoDe(now) + steps)

interface Persona {
  client: Client
  usuario: string
  secreto: string
  codigos: string[]
}

const enter = (usuario: string, password: string, codigo?: string) =>
  adm.call(sesion.login, { body: { usuario, password, ...(codigo !== undefined && { codigo }) } })

/** Somebody who enrolled a minute ago. */
async function inscrita(role: 'caj' | 'con' | 'mgr' = 'caj'): Promise<Persona> {
  const client = await app.signedIn(role)
  const { usuario } = (await client.call(contratoPerfil.ver)).body
  const { body } = await client.call(contratoPerfil.empezarFactor, { body: { password: PASSWORD } })
  const { secreto } = body
  const first = { body: { codigo: code(secreto) } }
  const { codigos } = (await client.call(contratoPerfil.confirmarFactor, first)).body
  at((now - START) / 1000 + 60)
  return { client, usuario, secreto, codigos }
}

test('enrolling needs one’s password and a right first code; only then is it asked for', async () => {
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

test('nothing that opens is in the database: neither secret nor codes', async () => {
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

test('being asked for the code says nothing about the password, and is no guess', async () => {
  const { usuario, secreto } = await inscrita()
  for (let i = 0; i < 8; i += 1) {
    const [wrong, right] = [await enter(usuario, `no-${i}`), await enter(usuario, PASSWORD)]
    expect(wrong.error).toEqual(right.error)
    expect([wrong.status, wrong.error.codigo]).toEqual([400, 'CODIGO_REQUERIDO'])
  }
  expect((await enter(usuario, PASSWORD, code(secreto))).status).toBe(200)
})

test('a code opens once; not the one after it, nor one two steps old', async () => {
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

test('the step before is taken; twenty who bring one code at once are one', async () => {
  const { usuario, secreto } = await inscrita()
  expect((await enter(usuario, PASSWORD, code(secreto, -1))).status).toBe(200)
  const other = await inscrita('con')
  const mine = code(other.secreto)
  const all = await Promise.all(
    Array.from({ length: 20 }, () => enter(other.usuario, PASSWORD, mine)),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a hundred guesses at the code: five are looked at', async () => {
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

test('a recovery code opens once, written as it comes; new ones end the old', async () => {
  const { client, usuario, codigos } = await inscrita()
  const [one = '', two = '', three = ''] = codigos
  expect((await enter(usuario, PASSWORD, one)).status).toBe(200)
  expect((await enter(usuario, PASSWORD, one)).status).toBe(400)
  expect((await enter(usuario, PASSWORD, ` ${two.toUpperCase().replace('-', ' ')} `)).status).toBe(
    200,
  )
  const left = async () => (await client.call(contratoPerfil.factor)).body.codigos
  expect(await left()).toBe(8)
  const body = { password: PASSWORD }
  const fresh = (await client.call(contratoPerfil.codigosFactor, { body })).body.codigos
  expect(await left()).toBe(10)
  expect((await enter(usuario, PASSWORD, three)).status).toBe(400)
  expect((await enter(usuario, PASSWORD, fresh[0])).status).toBe(200)
})

test('somebody else’s recovery code opens nothing', async () => {
  const [ana, eva] = [await inscrita(), await inscrita()]
  expect((await enter(ana.usuario, PASSWORD, eva.codigos[0])).status).toBe(400)
})

test('names that nobody has answer like those with a second factor, or like those without', async () => {
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

test('a role that asks for it: at the next sign-in one may only enrol; who is at work goes on', async () => {
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
  // The session from before, which came without it, is over.
  expect((await cum.call(monedas.lista)).status).toBe(401)
  const quit = await cum.raw('PUT', `${path}/quitar`, { password: PASSWORD }, hers)
  expect([quit.status, quit.error.codigo]).toEqual([409, 'SEGUNDO_FACTOR_EXIGIDO'])
})

test('it is taken away by oneself with the password, or by an administrator who ends the sessions', async () => {
  const ana = await inscrita('con')
  const body = { password: PASSWORD }
  expect((await ana.client.call(contratoPerfil.quitarFactor, { body })).status).toBe(200)
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
