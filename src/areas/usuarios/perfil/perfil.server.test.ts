import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contratoPerfil } from '../contract/perfil.ts'

const app = await startTestApp()
const NUEVA = 'tinta verde 19 lluvia'

const usuarioDe = async (client: Client) => (await client.call(contratoPerfil.ver)).body.usuario

const cambiar = (client: Client, nueva: string, actual = PASSWORD) =>
  client.call(contratoPerfil.password, { body: { actual, nueva } })

const works = async (client: Client, token: string) =>
  (await client.raw('GET', '/api/monedas/lista', undefined, { 'x-token': token })).status === 200

test('every role reads its own data and changes only its phone and e-mail', async () => {
  const mgr = await app.signedIn('mgr')
  const { body } = await mgr.call(contratoPerfil.ver)
  expect(body).toMatchObject({ id: mgr.usuario_id, rol: 'Gerente', celular: null })
  const bare = { correo: 'Otra@Example.com', celular: '912345678', version: body.version }
  // Another e-mail takes the password, another phone does not.
  for (const proof of [{}, { password: 'no es' }]) {
    const { status, error } = await mgr.call(contratoPerfil.editar, { body: { ...bare, ...proof } })
    expect([status, error.errors?.[0]?.campo]).toEqual([400, 'password'])
  }
  const change = { ...bare, password: PASSWORD }
  expect((await mgr.call(contratoPerfil.editar, { body: change })).status).toBe(200)
  expect((await mgr.call(contratoPerfil.ver)).body).toMatchObject({
    correo: 'otra@example.com',
    celular: '912345678',
  })
  const phone = { correo: 'otra@example.com', celular: '912345679', version: body.version + 1 }
  expect((await mgr.call(contratoPerfil.editar, { body: phone })).status).toBe(200)
  const late = await mgr.call(contratoPerfil.editar, { body: { ...change, celular: '912345679' } })
  expect([late.status, late.error.codigo]).toEqual([409, 'VERSION'])
  for (const extra of [{ rol_slug: 'adm' }, { limite_usd: null }, { estatus: true }, { id: 1 }]) {
    const { status } = await mgr.call(contratoPerfil.editar, { body: { ...change, ...extra } })
    expect(status).toBe(400)
  }
})

test('a new password replaces the temporary one and ends the other sessions', async () => {
  const caj = await app.signedIn('caj')
  const body = { usuario: await usuarioDe(caj), password: PASSWORD }
  const other = (await caj.call(sesion.login, { body })).body.token
  await sql`UPDATE usuarios SET password_temporal_hasta = ahora() + interval '1 hour'
            WHERE id = ${caj.usuario_id}`.execute(app.db)
  expect((await caj.call(monedas.lista)).status).toBe(403)
  const { status, body: said } = await cambiar(caj, NUEVA)
  expect([status, said.message]).toEqual([
    200,
    'Contraseña cambiada. Sus demás sesiones terminaron.',
  ])
  expect([await works(caj, caj.token), await works(caj, other)]).toEqual([true, false])
  expect((await caj.call(sesion.login, { body })).status).toBe(400)
  const signedIn = await caj.call(sesion.login, { body: { ...body, password: NUEVA } })
  expect(signedIn.body.usuario.debe).toBeNull()
})

test.each([
  ['corta', /al menos 8/],
  ['x'.repeat(129), /máximo 128/],
  ['mi quispe querido', /su nombre/],
  ['Cambista segura 9', /Cambista/],
  ['Bienvenido2025', /palabra común/],
  ['TRUSTNO1', /más usadas|al menos/],
  ['12345678', /más usadas/],
  ['P@ssw0rd!2024', /palabra común/],
  ['1q2w3e4r5t', /más usadas/],
  // Beyond the first hundred thousand of the lists that circulate.
  ['microsofttt', /más usadas/],
  ['Mountainsurfer9', /más usadas/],
  [PASSWORD, /Cambista|distinta/],
  ['con\u0000nulo y más', /no se pueden usar/],
])('%s is refused as a new password', async (nueva, words) => {
  const con = await app.signedIn('con')
  const { status, error } = await cambiar(con, nueva)
  expect([status, error.errors?.[0]?.campo]).toEqual([400, 'nueva'])
  expect(error.message).toMatch(words)
})

test('the names of the house and of those who work in it are refused', async () => {
  const con = await app.signedIn('con')
  const casa = { razon_social: 'Cordillera Azul Casa de Cambio', ruc: '20512345671' }
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = valor || $1::jsonb WHERE clave = 'empresa'",
    [JSON.stringify(casa)],
  )
  await app.db
    .updateTable('usuarios')
    .set({ apellidos: 'Huamán Soto' })
    .where('id', '=', (await app.signedIn('caj')).usuario_id)
    .execute()
  for (const nueva of ['cordillera 1985 nieve', 'ruc 20512345671', 'huamán 1985 nieve']) {
    const { status, error } = await cambiar(con, nueva)
    expect([nueva, status, error.errors?.[0]]).toEqual([
      nueva,
      400,
      { campo: 'nueva', msg: expect.stringMatching(/^No use .* Junte varias palabras/) },
    ])
  }
  expect((await cambiar(con, 'lluvia sobre tejas 1985')).status).toBe(200)
})

test('the old password must be right, and wrong ones count as guesses', async () => {
  const con = await app.signedIn('con')
  const answers: [number, string | undefined][] = []
  for (let i = 0; i < 6; i += 1) {
    const { status, error } = await cambiar(con, NUEVA, `no-${i}`)
    answers.push([status, error.errors?.[0]?.campo ?? error.codigo])
  }
  const wrong = Array<[number, string]>(5).fill([400, 'actual'])
  expect(answers).toEqual([...wrong, [429, 'DEMASIADOS_INTENTOS']])
  const body = { usuario: await usuarioDe(con), password: PASSWORD }
  // Counted against this session: a sign-in is another count.
  expect((await con.call(sesion.login, { body })).status).toBe(200)
})

test('users list and end their own sessions, and no others', async () => {
  const [caj, other] = [await app.signedIn('caj'), await app.signedIn('caj')]
  const body = { usuario: await usuarioDe(caj), password: PASSWORD }
  const tokens = [0, 1, 2].map(() => caj.call(sesion.login, { body }))
  const [first = ''] = (await Promise.all(tokens)).map((answer) => answer.body.token)
  const open = (await caj.call(contratoPerfil.sesiones)).body
  expect(open).toHaveLength(4)
  expect(open.filter(({ actual }) => actual)).toHaveLength(1)
  const foreign = (await other.call(contratoPerfil.sesiones)).body[0]?.id
  const end = (sesion_id: number | null) =>
    caj.call(contratoPerfil.terminar, { body: { sesion_id, password: PASSWORD } })
  const bare = await caj.call(contratoPerfil.terminar, { body: { sesion_id: null } })
  expect([bare.status, bare.error.errors?.[0]?.campo]).toEqual([400, 'password'])
  expect((await end(foreign ?? 0)).status).toBe(404)
  expect((await end(null)).body.terminadas).toBe(3)
  expect([await works(caj, caj.token), await works(caj, first)]).toEqual([true, false])
  expect(await works(other, other.token)).toBe(true)
})

test('a sixth session replaces the one unused for longest, and is not an error', async () => {
  app.setClock('2025-11-20T15:00:00Z')
  const caj = await app.signedIn('caj')
  const body = { usuario: await usuarioDe(caj), password: PASSWORD }
  const tokens = [caj.token]
  for (let minute = 1; minute <= 5; minute += 1) {
    app.setClock(`2025-11-20T15:0${minute}:00Z`)
    if (minute === 4) expect(await works(caj, caj.token)).toBe(true)
    tokens.push((await caj.call(sesion.login, { body })).body.token)
  }
  const alive = await Promise.all(tokens.map((token) => works(caj, token)))
  expect(alive).toEqual([true, false, true, true, true, true])
  const many = Array.from({ length: 12 }, () => caj.call(sesion.login, { body }))
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM sesiones WHERE usuario_id = ${caj.usuario_id}
      AND terminada_en IS NULL`.execute(app.db)
  expect(rows[0]?.n).toBe(5)
  app.setClock(null)
})

test('with five sessions a user signs in after the clock went back an hour, and keeps working when it is set right', async () => {
  app.setClock('2025-11-20T15:00:00Z')
  const caj = await app.signedIn('caj')
  const body = { usuario: await usuarioDe(caj), password: PASSWORD }
  const tokens = [caj.token]
  for (let minute = 1; minute < 5; minute += 1) {
    app.setClock(`2025-11-20T15:0${minute}:00Z`)
    tokens.push((await caj.call(sesion.login, { body })).body.token)
  }
  app.setClock('2025-11-20T14:05:00Z')
  const { token } = (await caj.call(sesion.login, { body })).body
  tokens.push(token)
  expect(await works(caj, token)).toBe(true)
  const alive = await Promise.all(tokens.map((each) => works(caj, each)))
  expect(alive).toEqual([false, true, true, true, true, true])
  // Last used at 15:04, before the clock went back; when the clock is right again, only idleness ends it.
  app.setClock('2025-11-20T15:30:00Z')
  expect(await works(caj, tokens[4] ?? '')).toBe(true)
  app.setClock(null)
})

test('a locked screen opens with the password, and guesses count', async () => {
  const caj = await app.signedIn('caj')
  const open = (password: string) => caj.call(sesion.desbloquear, { body: { password } })
  expect((await open(PASSWORD)).status).toBe(200)
  const guesses = []
  for (let i = 0; i < 6; i += 1) guesses.push((await open(`no-${i}`)).status)
  expect(guesses).toEqual([400, 400, 400, 400, 400, 429])
  expect((await open(PASSWORD)).status).toBe(429)
})
