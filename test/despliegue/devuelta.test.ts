import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anclar,
  archivoDeAnclas,
  firmanteDe,
  leerLineas,
  revisarAnclas,
} from '../../src/areas/auditoria/cadena/anclas.ts'
import { publicarCabeza, sellar } from '../../src/areas/auditoria/cadena/sellado.ts'
import { conBase } from '../../src/server/db/db.ts'
import { type Muerte, muereEn } from '../support/respaldo/muere.ts'
import { baseFolder } from '../support/servidor/carpeta.ts'
import {
  createDatabase,
  createFilledDatabase,
  type TestDatabase,
} from '../support/servidor/database.ts'
import { ENSAYO } from '../support/vitest/ensayo.ts'

/* `npm run devuelta`: a house on a PostgreSQL of its own was brought back, and is told so (R-460). */

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
const secretos = join(root, 'secretos')
const INSTANTE = '2026-11-22 10:37:00-05'
const ya = { code: 0, said: expect.stringContaining('ya estaba anotado') }
let base: TestDatabase

beforeAll(async () => {
  base = await createDatabase()
})
afterAll(async () => {
  await base.drop()
  rmSync(root, { recursive: true, force: true })
})

function correr(script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [resolve('scripts', script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: base.url, CAMBISTA_DATOS: join(root, 'datos') },
      ...{ CAMBISTA_SECRETOS: secretos, CAMBISTA_CLAVE: '', CAMBISTA_DEMO: '', ...env },
    },
  })
  let said = ''
  for (const flow of [child.stdout, child.stderr])
    flow.on('data', (text) => {
      said += text
    })
  return new Promise<{ code: number | null; said: string }>((done) => {
    child.on('close', (code) => done({ code, said }))
  })
}
const devuelta = (args = [INSTANTE], env: NodeJS.ProcessEnv = {}) =>
  correr('respaldo/devuelta.ts', args, env)

const contar = () =>
  conBase(base.url, async (db) => {
    const { rows } = await sql<Record<'vueltas' | 'dichas', number>>`
      SELECT (SELECT count(*)::int FROM restauraciones WHERE hasta = ${INSTANTE}) AS vueltas,
             (SELECT count(*)::int FROM auditoria WHERE accion = 'restaurar') AS dichas`.execute(db)
    return rows[0]
  })

test('its heads are put aside, it is reviewed once, and verified from then on', async () => {
  const clave = randomBytes(32)
  const afuera = { anclas: secretos, clave }
  await conBase(base.url, async (db) => {
    await sql`SELECT auditar('{}', 'denegado', '/prueba', NULL, NULL, NULL)`.execute(db)
    await sellar(db)
    const known = await publicarCabeza(db, afuera, true)
    // Published after the instant to which it went back.
    if (known) {
      const later = { pos: known.pos + 5, hash: 'ab'.repeat(32), fecha: '2026-11-28T15:00:00.000Z' }
      anclar(secretos, firmanteDe(clave), { ...later, motivo: 'periodo', dia: known.dia })
    }
    // While a program serves it nothing is done.
    expect(await devuelta()).toMatchObject({
      code: 1,
      said: expect.stringContaining('Todavía hay un Cambista conectado'),
    })
  })
  const file = archivoDeAnclas(secretos)
  const all = readFileSync(file, 'utf8')
  const otra = join(root, 'otra')
  cpSync(secretos, otra, { recursive: true })
  expect(await correr('verificar.ts')).toMatchObject({
    code: 1,
    said: expect.stringContaining('ya no existe'),
  })
  for (const [given, refusal] of [
    ['2026-11-22 10:37', 'No se entiende'],
    ['2026-02-30 10:00-05', 'No se entiende'],
    ['2126-11-22 10:37-05', 'todavía no llegó'],
  ] as const) {
    expect(await devuelta([given])).toMatchObject({
      code: 1,
      said: expect.stringContaining(refusal),
    })
  }
  expect(readFileSync(file, 'utf8')).toBe(all)
  expect(await contar()).toEqual({ vueltas: 0, dichas: 0 })

  expect(await devuelta()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Hay 1 cabeza .*Sin diferencias.*debe revisar/s),
  })
  expect(leerLineas(file)).toHaveLength(1)
  const [aside = ''] = readdirSync(join(secretos, 'auditoria')).filter((name) =>
    name.startsWith('cabezas-antes-de-'),
  )
  expect(readFileSync(join(secretos, 'auditoria', aside), 'utf8')).toBe(all)
  expect(await contar()).toEqual({ vueltas: 1, dichas: 1 })
  expect(await correr('verificar.ts')).toMatchObject({ code: 0 })

  // Another machine of the house has heads of its own: they are told the audit, and nobody reviews twice.
  expect(await devuelta([INSTANTE], { CAMBISTA_SECRETOS: otra })).toMatchObject(ya)
  expect(await contar()).toEqual({ vueltas: 1, dichas: 2 })
  expect(await devuelta()).toMatchObject(ya)
  expect(await contar()).toEqual({ vueltas: 1, dichas: 2 })
})

test('without an instant it is as of the last thing that somebody did, and never later than now', async () => {
  const hacer = (usuario: string, reloj: string) =>
    conBase(base.url, (db) =>
      db.transaction().execute(async (tx) => {
        await sql`SELECT set_config('cambista.ahora', ${reloj}, true)`.execute(tx)
        await sql`
          WITH alguien AS (
            INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug)
            VALUES ('Ada', 'Ramos', ${usuario}, ${`${usuario}@example.com`}, '-', 'adm') RETURNING id)
          SELECT auditar(jsonb_build_object('usuario_id', id), 'denegado', '/prueba', NULL, NULL, NULL)
          FROM alguien`.execute(tx)
      }),
    )
  const revisa = { code: 0, said: expect.stringContaining('debe revisar en Usuarios') }
  await hacer('ada', '')
  expect(await devuelta([])).toMatchObject(revisa)
  // Nobody has done anything since: it is the same instant.
  expect(await devuelta([])).toMatchObject(ya)
  // The clock of the house was a hundred years ahead when somebody did this.
  await hacer('eva', '2126-11-22T15:37:00Z')
  expect(await devuelta([])).toMatchObject(revisa)
})

test('heads go on after the house went back, and those of the life before it are told (R-460)', async () => {
  const clave = randomBytes(32)
  const dos = join(root, 'dos')
  const afuera = { anclas: dos, clave }
  const suyos = { CAMBISTA_SECRETOS: dos }
  const publicar = (url: string, que: string) =>
    conBase(url, async (db) => {
      await sql`SELECT auditar('{}', ${que}, '/prueba', NULL, NULL, NULL)`.execute(db)
      await sellar(db)
      return publicarCabeza(db, afuera, true)
    })
  // The same house twice: as it went on, and as its backup has it.
  const llenar = (url: string) => publicar(url, 'antes')
  const vivida = await createFilledDatabase('cabezas', llenar)
  const vuelta = await createFilledDatabase('cabezas', llenar)
  try {
    await publicar(vivida.url, 'perdido')
    await publicar(vivida.url, 'perdido')
    const file = archivoDeAnclas(dos)
    const antes = leerLineas(file)
    expect(antes).toHaveLength(3)
    const env = { ...suyos, DATABASE_URL: vuelta.url }
    expect(await devuelta([INSTANTE], env)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Hay 2 cabezas'),
    })
    // The new life has another row where the one before had its own, and publishes it.
    const nueva = await publicar(vuelta.url, 'otro')
    expect(nueva?.pos).toBeGreaterThan(JSON.parse(antes[1] ?? '').pos)
    const ahora = leerLineas(file)
    expect(ahora[0]).toBe(antes[0])
    expect(revisarAnclas(ahora)).toMatchObject({ anclas: [{}, { pos: nueva?.pos }], fallas: [] })
    const said =
      /2 cabezas publicadas revisados\.\n2 cabezas publicadas son de antes de que la casa volviera al 22\/11\/2026, 10:37: .*\nSin diferencias/
    expect(await correr('verificar.ts', [], env)).toMatchObject({
      code: 0,
      said: expect.stringMatching(said),
    })
    // What was published of the life before proves itself still, beside.
    const [aparte = ''] = readdirSync(join(dos, 'auditoria')).filter((name) =>
      /-antes-de-/.test(name),
    )
    expect(leerLineas(join(dos, 'auditoria', aparte))).toEqual(antes)
    expect(revisarAnclas(antes).fallas).toEqual([])
    // And a head that nobody put aside is a difference, as ever.
    writeFileSync(file, `${antes.join('\n')}\n`)
    expect(await correr('verificar.ts', [], env)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/DIFERENCIA: .*\n.* es otra/),
    })
  } finally {
    await vivida.drop()
    await vuelta.drop()
  }
})

/** While the known heads are written; as a rehearsal also before and after that. */
const MUERTES: Muerte[] = [
  { llamada: 'writeFileSync', ruta: 'cabezas\\.jsonl' },
  ...(ENSAYO
    ? [
        { llamada: 'writeFileSync', ruta: '-antes-de-' } as const,
        { llamada: 'renameSync', ruta: 'cabezas\\.jsonl' } as const,
      ]
    : []),
]

test.each(MUERTES)(
  'killed at $llamada of $ruta the same command goes on, and no head is lost',
  async (muerte) => {
    const clave = randomBytes(32)
    const otros = mkdtempSync(join(root, 'muerta-'))
    const env = { CAMBISTA_SECRETOS: otros, DATABASE_URL: '', NODE_OPTIONS: '' }
    const house = await createDatabase()
    try {
      env.DATABASE_URL = house.url
      await conBase(house.url, async (db) => {
        for (const que of ['una', 'dos']) {
          await sql`SELECT auditar('{}', ${que}, '/prueba', NULL, NULL, NULL)`.execute(db)
          await sellar(db)
          await publicarCabeza(db, { anclas: otros, clave }, true)
        }
      })
      const file = archivoDeAnclas(otros)
      const known = readFileSync(file, 'utf8')
      const { dia } = JSON.parse(leerLineas(file)[0] ?? '')
      const later = { pos: 9, hash: 'ab'.repeat(32), fecha: '2026-11-28T15:00:00.000Z' }
      anclar(otros, firmanteDe(clave), { ...later, motivo: 'periodo', dia })
      const all = readFileSync(file, 'utf8')
      const killed = { ...env, NODE_OPTIONS: muereEn(muerte).join(' ') }
      expect(await devuelta([INSTANTE], killed)).toMatchObject({ code: null })
      const again = await devuelta([INSTANTE], env)
      expect(again).toMatchObject({ code: 0, said: expect.stringContaining('Sin diferencias') })
      expect(readFileSync(file, 'utf8')).toBe(known)
      const rest = readdirSync(join(otros, 'auditoria')).filter((name) => name !== 'cabezas.jsonl')
      const aside = rest.map((name) => readFileSync(join(otros, 'auditoria', name), 'utf8'))
      expect(aside).toContain(all)
      const said = /2 cabezas publicadas revisados\.\n1 cabeza publicada es de antes/
      expect(await correr('verificar.ts', [], env)).toMatchObject({
        code: 0,
        said: expect.stringMatching(said),
      })
    } finally {
      await house.drop()
    }
  },
)

test('the program’s own database is brought back by another command', async () => {
  expect(await devuelta([INSTANTE], { DATABASE_URL: '' })).toEqual({
    code: 1,
    said: expect.stringContaining('npm run restaurar'),
  })
})
