import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  esperaAlguien,
  retener,
} from '../../../test/support/servidor/dueno.ts'
import { contrato as tipos } from '../tipos-cambios/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const { adm, cuentas } = await montarCasa(app)

const read = async () => (await adm.call(contrato.obtener)).body
async function edit(change: Record<string, unknown>) {
  const { version } = await read()
  return adm.call(contrato.editar, { body: { version, ...change } })
}

test('settings are read with their labels, and secrets never are', async () => {
  const body = await read()
  expect(body).toMatchObject({
    bloqueo_minutos: 20,
    tasa_rancia_horas: 24,
    umbral_identificacion_usd: '200',
    ruc: null,
  })
  const { rows } = await sql<{ secreto: string }>`
    SELECT ajuste('secreto_cursores') #>> '{}' AS secreto`.execute(app.db)
  expect(rows[0]?.secreto.length).toBeGreaterThan(60)
  expect(JSON.stringify(body)).not.toContain(rows[0]?.secreto)
  expect(Object.keys(body)).not.toContain('secreto_cursores')
})

test('a change is saved, shows its author, and is audited with the previous value', async () => {
  const { status, body } = await edit({
    bloqueo_minutos: 35,
    ruc: '20131312955',
    umbral_identificacion_usd: '250.50',
  })
  expect(status).toBe(200)
  const after = await read()
  expect(after).toMatchObject({
    version: body.version,
    bloqueo_minutos: 35,
    ruc: '20131312955',
    umbral_identificacion_usd: '250.5',
    tasa_rancia_horas: 24,
  })
  expect(after.actualizado_por).toMatch(/Ana/)
  const { rows } = await sql<{ antes: unknown; despues: unknown }>`
    SELECT antes, despues FROM auditoria WHERE entidad = 'ajustes' ORDER BY id DESC LIMIT 1`.execute(
    app.db,
  )
  expect(rows[0]).toEqual({
    antes: { bloqueo_minutos: 20, 'empresa.ruc': '', umbral_identificacion_usd: 200 },
    despues: {
      bloqueo_minutos: 35,
      'empresa.ruc': '20131312955',
      umbral_identificacion_usd: 250.5,
    },
  })
})

test('a change takes effect where it is used: a quote holds as long as the setting says', async () => {
  const params = { paisId: 'pe', divisaBaseId: 2, divisaCotizacionId: 3 }
  const minutes = async () => {
    const before = Date.now()
    const { body } = await adm.call(tipos.divisas, { params })
    return Math.round((Date.parse(body.valida_hasta ?? '') - before) / 60_000)
  }
  await edit({ bloqueo_minutos: 7 })
  expect(await minutes()).toBe(7)
  await edit({ bloqueo_minutos: 20 })
  expect(await minutes()).toBe(20)
})

test('saving without a change writes nothing', async () => {
  const { rows: before } = await sql`SELECT id FROM auditoria`.execute(app.db)
  const {
    version,
    actualizado_en: _,
    actualizado_por: __,
    por_revisar: ___,
    ...same
  } = await read()
  const { body } = await adm.call(contrato.editar, { body: { version, ...same } })
  expect(body.version).toBe(version)
  const { rows: after } = await sql`SELECT id FROM auditoria`.execute(app.db)
  expect(after.length).toBe(before.length)
})

test('an edit that would overwrite another one is refused', async () => {
  const { version } = await read()
  await edit({ duplicado_minutos: 9 })
  const late = await adm.call(contrato.editar, { body: { version, duplicado_minutos: 3 } })
  expect([late.status, late.error.codigo]).toEqual([409, 'VERSION'])
  expect((await read()).duplicado_minutos).toBe(9)
})

test('two concurrent edits of different settings are serialized, and the second is refused', async () => {
  const { version } = await read()
  const other = await conectarDueno(app.url)
  await other.query('BEGIN')
  await other.query(`SELECT ajustes_guardar('{}', $1, '{"tasa_rancia_horas": 7}')`, [version])
  const late = adm.call(contrato.editar, { body: { version, duplicado_minutos: 4 } })
  await esperaAlguien(app.url)
  await other.query('COMMIT')
  await other.end()
  expect((await late).error.codigo).toBe('VERSION')
  expect((await read()).tasa_rancia_horas).toBe(7)
})

test.each([
  ['bloqueo_minutos', -1],
  ['bloqueo_minutos', 1441],
  ['bloqueo_minutos', 2.5],
  ['bloqueo_minutos', '20'],
  ['bloqueo_minutos', null],
  ['tasa_rancia_horas', 0],
  ['sesion_inactiva_minutos', 4],
  ['sesion_maxima_horas', 25],
  ['umbral_identificacion_usd', '-1'],
  ['umbral_identificacion_usd', 200],
  ['umbral_declaracion_usd', '0.001'],
  ['ruc', '20131312956'],
  ['ruc', '123'],
  ['razon_social', ''],
  ['razon_social', null],
  ['direccion', 'x'.repeat(201)],
  ['secreto_cursores', 'otro'],
])('%s cannot be %j', async (nombre, valor) => {
  const before = await read()
  const { status, error } = await edit({ [nombre]: valor })
  expect(status).toBe(400)
  expect(error.errors?.length).toBeGreaterThan(0)
  expect(await read()).toEqual(before)
})

test.each([
  ['Andino.pe', 'https://andino.pe'],
  ['https://www.andino.pe/', 'https://www.andino.pe'],
  ['http://192.168.1.20:4000', 'http://192.168.1.20:4000'],
  ['https://peña.pe', 'https://xn--pea-8ma.pe'],
])('an address in the internet may be written as %s', async (escrita, guardada) => {
  expect((await edit({ web: escrita })).status).toBe(200)
  expect((await read()).web).toBe(guardada)
})

test.each(['https://andino.pe/cambista', 'andino pe', 'ftp://andino.pe', 'https://andino.pe?a=1'])(
  '%s is no address of the house, and the sentence says what to write',
  async (web) => {
    const { status, error } = await edit({ web })
    expect([status, error.errors]).toEqual([
      400,
      [
        {
          campo: 'web',
          msg: 'Escriba solo la dirección de la casa, sin nada detrás: https://micasadecambio.pe',
        },
      ],
    ])
  },
)

test('the declaration threshold must not be below the identity threshold', async () => {
  const { status, error } = await edit({ umbral_declaracion_usd: '100.00' })
  expect([status, error.errors?.[0]?.campo]).toEqual([400, 'umbral_declaracion_usd'])
  expect((await read()).umbral_declaracion_usd).toBe('5000')
})

test('only users with the permission see or change settings', async () => {
  const caj = await app.signedIn('caj')
  expect((await caj.call(contrato.obtener)).status).toBe(403)
  expect((await caj.call(contrato.editar, { body: { version: 1 } })).status).toBe(403)
})

test.each([
  ["UPDATE ajustes SET valor = '-1' WHERE clave = 'bloqueo_minutos'"],
  ["UPDATE ajustes SET valor = '2.5' WHERE clave = 'bloqueo_minutos'"],
  ["UPDATE ajustes SET valor = 'null' WHERE clave = 'bloqueo_minutos'"],
  [`UPDATE ajustes SET valor = '"20"' WHERE clave = 'bloqueo_minutos'`],
  ["UPDATE ajustes SET valor = '0.001' WHERE clave = 'umbral_declaracion_usd'"],
  [`UPDATE ajustes SET valor = valor || '{"ruc": "1"}' WHERE clave = 'empresa'`],
  [`UPDATE ajustes SET valor = valor || '{"otro": "1"}' WHERE clave = 'empresa'`],
  ["UPDATE ajustes SET valor = valor - 'ruc' WHERE clave = 'empresa'"],
  ["UPDATE ajustes SET valor = '[]' WHERE clave = 'empresa'"],
  [`UPDATE ajustes SET valor = valor || '{"direccion": "a\\u0007b"}' WHERE clave = 'empresa'`],
])('the database also refuses: %s', async (statement) => {
  await expect(comoDueno(app.url, statement)).rejects.toThrow(/^ajustes: |^VALIDACION$/)
})

test('the database function refuses a key without a rule', async () => {
  const work = sql`SELECT ajustes_guardar('{}', ajustes_version(), '{"secreto_cursores": "x"}')`
  await expect(work.execute(app.db)).rejects.toThrow('NO_EXISTE')
})

test('the application role can change settings only through the function, and their rules not at all', async () => {
  for (const text of [
    "UPDATE ajustes SET valor = '1' WHERE clave = 'bloqueo_minutos'",
    "INSERT INTO ajustes VALUES ('otro', '1')",
  ])
    await expect(sql.raw(text).execute(app.db)).rejects.toThrow(/permission denied/)
  await expect(sql`UPDATE ajustes_reglas SET maximo = 1e9`.execute(app.db)).rejects.toThrow(
    /permission denied/,
  )
})

test('a change of the house’s country waits for the balances before it holds the tables of amounts', async () => {
  const { client, soltar } = await retener(app.url, cuentas.cajaPen)
  const change = edit({ pais_casa: 'ec' })
  await esperaAlguien(app.url)
  // A posting that goes on to write an amount of the house meets no lock of the change.
  const free = await client
    .query('LOCK TABLE gastos_categorias IN ROW EXCLUSIVE MODE NOWAIT')
    .then(() => 'free', String)
  await soltar()
  expect([free, (await change).error.errors?.[0]?.campo]).toEqual(['free', 'pais_casa'])
})
