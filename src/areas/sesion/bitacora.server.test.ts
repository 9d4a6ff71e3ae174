import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codigo, inscribir } from '../../../test/support/factor.ts'
import { type Client, PASSWORD, startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato as monedas } from '../monedas/contract.ts'
import { contrato as notificaciones } from '../notificaciones/contract.ts'
import { contratoPerfil } from '../usuarios/contract/perfil.ts'
import { contrato } from './contract.ts'

/* R-124: what is refused at the door is told, once a minute with a number; copies of tokens end their session. */

const app = await startTestApp()
let now = Date.parse('2025-11-20T14:00:00Z')
function pasan(seconds: number): void {
  now += seconds * 1000
  app.setClock(new Date(now).toISOString())
}
pasan(0)

interface Fila {
  accion: string
  entidad: string
  entidad_id: string | null
  motivo: string | null
  veces: number | null
  usuario_id: number | null
}
let leida = 0
/** The rows of the door since the last time they were read. */
async function nuevas(): Promise<Fila[]> {
  const { rows } = await sql<Fila & { id: number }>`
    SELECT id, accion, entidad, entidad_id, despues->>'motivo' AS motivo, (despues->>'veces')::int AS veces, usuario_id
    FROM auditoria WHERE id > ${leida} AND accion IN ('denegado', 'identidad', 'token-repetido') ORDER BY id`.execute(
    app.db,
  )
  leida = rows.at(-1)?.id ?? leida
  return rows.map(({ id: _, ...fila }) => fila)
}
const corto = (filas: Fila[]) => filas.map(({ motivo, veces }) => [motivo, veces])

const entrar = (client: Client, usuario: string, password: string, code?: string) =>
  client.call(contrato.login, { body: { usuario, password, ...(code && { codigo: code }) } })
const nombreDe = async (client: Client) => (await client.call(contratoPerfil.ver)).body.usuario
const limpiar = () => sql`SELECT accesos_limpiar()`.execute(app.db)
const refresh = (client: Client, token: string) =>
  client.raw('POST', '/api/auth/refresh-token', {}, { 'x-token': token })
const works = async (client: Client, token: string) =>
  (await client.raw('GET', '/api/monedas/lista', undefined, { 'x-token': token })).status === 200

test('refused sign-ins: one row a minute for each reason and person, with the number', async () => {
  const client = await app.signedIn('caj')
  const usuario = await nombreDe(client)
  await nuevas()
  for (let i = 0; i < 9; i += 1) await entrar(client, usuario, `no-${i}`)
  const id = String(client.usuario_id)
  const fila = { accion: 'denegado', entidad: '/auth/login', entidad_id: id, usuario_id: null }
  expect(await nuevas()).toEqual([
    { ...fila, motivo: 'credenciales', veces: 1 },
    { ...fila, motivo: 'bloqueo', veces: 1 },
  ])
  // Nothing more within the minute; then the number of those that came, with the next one or by the job.
  await entrar(client, usuario, 'no')
  expect(await nuevas()).toEqual([])
  pasan(61)
  await entrar(client, usuario, 'no')
  expect(corto(await nuevas())).toEqual([['bloqueo', 5]])
  await limpiar()
  expect(corto(await nuevas())).toEqual([['credenciales', 4]])
  pasan(61)
  await limpiar()
  expect(await nuevas()).toEqual([])
})

test('strangers are not named, however many names they try', async () => {
  const client = await app.signedIn('caj')
  pasan(3600)
  await nuevas()
  for (let i = 0; i < 20; i += 1) await entrar(client, `secreto-${i}`, 'x')
  expect(corto(await nuevas())).toEqual([['credenciales', 1]])
  const { rows } = await sql<{ todo: string }>`
    SELECT coalesce(string_agg(a::text, ''), '') || (SELECT string_agg(r::text, '') FROM accesos_repetidos r) AS todo
    FROM auditoria a`.execute(app.db)
  expect(rows[0]?.todo).not.toContain('secreto-')
})

test('a flood of unknown tokens is one row; a token that is none is nothing', async () => {
  const client = await app.signedIn('caj')
  pasan(3600)
  await nuevas()
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      works(client, `${String(i).padStart(3, '0')}${'A'.repeat(40)}`),
    ),
  )
  for (const token of ['', 'corto', 'x'.repeat(100)]) expect(await works(client, token)).toBe(false)
  expect(corto(await nuevas())).toEqual([['token-desconocido', expect.any(Number)]])
  pasan(61)
  // The next one says how many came before it.
  expect(await works(client, 'B'.repeat(43))).toBe(false)
  pasan(61)
  await limpiar()
  const { rows } = await sql<{ n: number }>`
    SELECT sum((despues->>'veces')::int)::int AS n FROM auditoria WHERE despues->>'motivo' = 'token-desconocido'`.execute(
    app.db,
  )
  expect(rows[0]?.n).toBe(51)
})

test('tokens that expired, ended or belong to nobody active say whose they were', async () => {
  const [idle, ended, off] = [
    await app.signedIn('caj'),
    await app.signedIn('caj'),
    await app.signedIn('caj'),
  ]
  await sql`UPDATE sesiones SET terminada_en = ahora() WHERE usuario_id = ${ended.usuario_id}`.execute(
    app.db,
  )
  await sql`UPDATE usuarios SET estatus = false WHERE id = ${off.usuario_id}`.execute(app.db)
  await nuevas()
  expect([
    (await ended.call(monedas.lista)).status,
    (await off.call(monedas.lista)).status,
  ]).toEqual([401, 401])
  pasan(31 * 60)
  expect((await idle.call(monedas.lista)).status).toBe(401)
  expect((await refresh(idle, idle.token)).status).toBe(401)
  const found = (await nuevas()).map(({ motivo, usuario_id }) => [motivo, usuario_id])
  expect(found).toEqual([
    ['sesion-terminada', ended.usuario_id],
    ['usuario-inactivo', off.usuario_id],
    ['sesion-vencida', idle.usuario_id],
  ])
})

test('an exchanged token that comes back ends its session, of whatever generation, and the house is told', async () => {
  const adm = await app.signedIn('adm')
  const bell = async () =>
    (await adm.call(notificaciones.listar)).body.find(({ clave }) => clave === 'sesiones-copiadas')
  expect(await bell()).toBeUndefined()
  const client = await app.signedIn('caj')
  const tokens = [client.token]
  for (let i = 0; i < 4; i += 1) {
    const { body } = await refresh(client, tokens.at(-1) ?? '')
    tokens.push((body as unknown as { token: string }).token)
    pasan(60)
  }
  const last = tokens.at(-1) ?? ''
  expect(await works(client, last)).toBe(true)
  // Used for anything else an old token opens nothing and ends nothing.
  expect([await works(client, tokens[1] ?? ''), await works(client, last)]).toEqual([false, true])
  await nuevas()
  expect((await refresh(client, tokens[1] ?? '')).status).toBe(401)
  expect(await works(client, last)).toBe(false)
  const found = (await nuevas()).filter(({ accion }) => accion === 'token-repetido')
  expect(found).toMatchObject([{ entidad: 'sesiones', usuario_id: client.usuario_id }])
  expect(await bell()).toMatchObject({
    cuantos: 1,
    pantalla: 'auditoria',
    filtro: { accion: 'token-repetido' },
  })
  const { rows } = await sql<{ evento: string; datos: unknown }>`
    SELECT evento, datos FROM telegram_salida WHERE evento = 'token_repetido'`.execute(app.db)
  expect(rows).toMatchObject([{ datos: [{ usuario_id: client.usuario_id }] }])
  pasan(86_400)
  await sql`UPDATE sesiones SET usada_en = ahora(), vence_en = ahora() + interval '1 hour'
            WHERE usuario_id = ${adm.usuario_id}`.execute(app.db)
  expect(await bell()).toBeUndefined()
})

test('each proof leaves a row, given or refused; the locked screen only when refused', async () => {
  const client = await app.signedIn('caj')
  const { secreto } = await inscribir(client, now)
  await nuevas()
  const prove = (more: object) =>
    client.call(contratoPerfil.codigosFactor, { body: { password: PASSWORD, ...more } })
  await prove({})
  await prove({ codigo: '000000' })
  pasan(30)
  expect((await prove({ codigo: codigo(secreto, now) })).status).toBe(200)
  const rows = await nuevas()
  expect(rows.map(({ accion, motivo }) => [accion, motivo])).toEqual([
    ['denegado', 'falta-codigo'],
    ['denegado', 'credenciales'],
    ['identidad', null],
  ])
  expect(
    rows.every(
      ({ usuario_id, entidad }) => usuario_id === client.usuario_id && entidad === 'sesiones',
    ),
  ).toBe(true)
  pasan(61)
  expect((await client.call(contrato.desbloquear, { body: { password: PASSWORD } })).status).toBe(
    200,
  )
  expect(await nuevas()).toEqual([])
  for (let i = 0; i < 6; i += 1)
    await client.call(contrato.desbloquear, { body: { password: `no-${i}` } })
  expect(corto(await nuevas())).toEqual([
    ['credenciales', 1],
    ['bloqueo', 1],
  ])
})

test('failures, old tokens and sessions go after a bounded time', async () => {
  const client = await app.signedIn('caj')
  const usuario = await nombreDe(client)
  await refresh(client, client.token)
  await entrar(client, usuario, 'no')
  const counts = async () => {
    await limpiar()
    const { rows } = await sql<{
      intentos: number
      tokens: number
      sesiones: number
      repetidos: number
    }>`
      SELECT (SELECT count(*)::int FROM intentos_ingreso WHERE clave = ${`u:${usuario}`}) AS intentos,
             (SELECT count(*)::int FROM sesiones_tokens t JOIN sesiones s ON s.id = t.sesion_id
              WHERE s.usuario_id = ${client.usuario_id}) AS tokens,
             (SELECT count(*)::int FROM sesiones WHERE usuario_id = ${client.usuario_id}) AS sesiones,
             (SELECT count(*)::int FROM accesos_repetidos) AS repetidos`.execute(app.db)
    return Object.values(rows[0] ?? {})
  }
  expect(await counts()).toEqual([1, 1, 1, expect.any(Number)])
  pasan(12 * 3600 + 86_400 - 60)
  expect((await counts()).slice(0, 3)).toEqual([0, 1, 1])
  pasan(120)
  expect(await counts()).toEqual([0, 0, 1, 0])
  pasan(89 * 86_400)
  expect(await counts()).toEqual([0, 0, 0, 0])
})
