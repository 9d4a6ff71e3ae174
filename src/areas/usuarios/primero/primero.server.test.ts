import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import { avisoDeEstreno } from './aviso.ts'
import { codigoDeCasa, esCodigoDeCasa } from './codigo.ts'

const clave = randomBytes(32)
const app = await startTestApp({ afuera: { anclas: null, clave } })
const codigo = codigoDeCasa(clave)

const DUENA = {
  ...{ codigo, nombres: 'Rosa', apellidos: 'Alva Ruiz', usuario: 'rosa', correo: 'rosa@casa.pe' },
  password: 'tinta verde 19 lluvia',
}

const espera = async () => (await app.http.inject({ url: '/api/primer-uso' })).json()
const crear = async (body: object = DUENA) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/primer-uso',
    payload: body,
  })
  const { codigo, errors } = answer.json()
  return { status: answer.statusCode, codigo, campo: errors?.[0]?.campo }
}
const usuarios = () =>
  comoDueno<{ usuario: string; rol_slug: string }>(
    app.url,
    'SELECT usuario, rol_slug FROM usuarios ORDER BY id',
  )

beforeEach(async () => {
  await comoDueno(app.url, 'DELETE FROM intentos_ingreso')
})

test('the code is the same at every start, another one in another house, and may be typed in any way', () => {
  expect(codigo).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  expect(codigoDeCasa(clave)).toBe(codigo)
  expect(codigoDeCasa(randomBytes(32))).not.toBe(codigo)
  const typed = [codigo, codigo.toLowerCase(), ` ${codigo.replaceAll('-', ' ')} `]
  for (const each of typed) expect(esCodigoDeCasa(clave, each)).toBe(true)
  const like = codigo.replaceAll('0', 'o').replaceAll('1', 'l')
  expect(esCodigoDeCasa(clave, like)).toBe(true)
  for (const wrong of ['', '-', `${codigo}0`, codigo.slice(1)]) {
    expect(esCodigoDeCasa(clave, wrong)).toBe(false)
  }
})

test('without the code nobody begins a house, and who guesses waits', async () => {
  expect(await espera()).toEqual({ espera: true })
  const wrong = { ...DUENA, codigo: codigoDeCasa(randomBytes(32)) }
  for (let n = 0; n < 50; n += 1) expect(await crear(wrong)).toMatchObject({ campo: 'codigo' })
  expect(await crear()).toMatchObject({ status: 429, codigo: 'DEMASIADOS_INTENTOS' })
  expect(await usuarios()).toEqual([])
})

test('a weak password is refused beside its field, and creates nobody', async () => {
  for (const password of ['12345678', 'rosa alva ruiz']) {
    expect(await crear({ ...DUENA, password })).toMatchObject({ status: 400, campo: 'password' })
  }
  expect(await usuarios()).toEqual([])
})

const primero = (usuario: string) => {
  const person = { usuario, correo: `${usuario}@casa.pe`, nombres: 'Zoe', apellidos: 'Paz' }
  const nuevo = JSON.stringify({ ...person, password_hash: 'x' })
  return sql`SELECT usuarios_primero(${nuevo}::jsonb, '{}')`
}

test('a second one waits for the first, in the database', async () => {
  const nada = new Error('rolled back')
  let second: Promise<unknown> = Promise.resolve()
  const first = app.db.transaction().execute(async (tx) => {
    await primero('zoe1').execute(tx)
    second = app.db.transaction().execute(async (other) => {
      await primero('zoe2').execute(other)
      throw nada
    })
    second.catch(() => {})
    await esperaAlguien(app.url)
    throw nada
  })
  await expect(first).rejects.toBe(nada)
  await expect(second).rejects.toBe(nada)
})

test('of several at once with the code one becomes the administrator, and nobody after him', async () => {
  const names = ['rosa', 'otra', 'nadie', 'varios']
  const all = await Promise.all(
    names.map((usuario) => crear({ ...DUENA, usuario, correo: `${usuario}@casa.pe` })),
  )
  expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  const [one] = await usuarios()
  expect(await usuarios()).toEqual([{ usuario: one?.usuario, rol_slug: 'adm' }])
  expect(await espera()).toEqual({ espera: false })
  expect(await crear()).toMatchObject({ status: 409, codigo: 'CASA_CON_USUARIOS' })
  expect(await avisoDeEstreno(app.db, clave, 'http://127.0.0.1:1')).toBeNull()
  const rows = await comoDueno<{ accion: string; quien: string; despues: object }>(
    app.url,
    `SELECT a.accion, u.usuario AS quien, a.despues FROM auditoria a JOIN usuarios u ON u.id = a.usuario_id
     WHERE a.entidad = 'usuarios'`,
  )
  expect(rows).toEqual([
    { accion: 'crear', quien: one?.usuario, despues: expect.objectContaining({ rol_slug: 'adm' }) },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/password|argon/)
})

test('the database itself creates no second one', async () => {
  await expect(primero('zoe3').execute(app.db)).rejects.toThrow('CASA_CON_USUARIOS')
})
