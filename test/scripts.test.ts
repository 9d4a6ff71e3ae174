import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { FLAGS } from '../bench/arranque.ts'
import { adelanto } from '../src/core/zona.ts'
import { manifiestosDe } from '../src/server/respaldo/manifiesto.ts'
import { baseFolder } from './support/servidor/carpeta.ts'
import { ensayo } from './support/vitest/ensayo.ts'

/*
 * Each npm script as the first command in a fresh clone: nothing is installed, and Node is the machine's, which may be
 * older than the program's.
 */

const ORIGIN = resolve(import.meta.dirname, '..')
const NEEDED = [
  ...['package.json', 'package-lock.json', 'index.html', 'vite.config.ts', 'biome.json'],
  ...['scripts', 'db', 'docs', 'src'],
]
/** The generated files with the database's word lists for TypeScript. */
const LISTAS = readdirSync(join(ORIGIN, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /[\\/](rules[\\/])?base\.ts$/.test(name))
  .map((name) => join('src', name))
const { scripts } = JSON.parse(readFileSync(join(ORIGIN, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** The Node of the machine, not the one that the project installs. */
const machineNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find(existsSync) ?? process.execPath

const clone = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(clone, 0o711)
for (const name of NEEDED) cpSync(join(ORIGIN, name), join(clone, name), { recursive: true })
// A substitute for npm, which would fetch the same packages from its registry.
writeFileSync(
  join(clone, 'npm.js'),
  `import { symlinkSync } from 'node:fs'\nsymlinkSync(${JSON.stringify(join(ORIGIN, 'node_modules'))}, 'node_modules')`,
)

beforeEach(() => {
  const houses = ['datos', 'mis copias', 'otra', 'secretos', 'credenciales']
  for (const made of ['node_modules', 'dist', '.cache', 'ajustes', ...houses])
    rmSync(join(clone, made), { recursive: true, force: true })
})

afterAll(() => {
  rmSync(clone, { recursive: true, force: true })
})

/** Runs a script of package.json as npm would; it is stopped once its output matches `until`. */
function run(name: string, { args = '', env = {}, until = '' } = {}) {
  const { DATABASE_URL: _, npm_lifecycle_event: __, ...inherited } = process.env
  const child = spawn(`exec ${scripts[name]} ${args}`, {
    cwd: clone,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      PATH: `${dirname(machineNode)}${delimiter}/usr/bin${delimiter}/bin`,
      npm_execpath: join(clone, 'npm.js'),
      npm_node_execpath: machineNode,
      XDG_CONFIG_HOME: join(clone, 'ajustes'),
      ...env,
    },
  })
  let said = ''
  const hear = (text: Buffer) => {
    said += text
    if (until && said.includes(until)) child.kill('SIGTERM')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise<{ code: number | null; said: string }>((done) => {
    child.on('close', (code) => done({ code, said }))
  })
}

const ANA = {
  args: 'ana ana@casa.pe Ana Paz',
  env: { CAMBISTA_PASSWORD: 'la caja de la esquina 27' },
}

test('npm run admin:crear is the first thing typed in a real house, then npm start serves it', async () => {
  const created = await run('admin:crear', ANA)
  expect(created).toMatchObject({ code: 0, said: expect.stringContaining('«ana» creado') })
  const env = { CAMBISTA_DEMO: '0', PORT: '0' }
  const served = await run('start', { env, until: 'Cambista está en' })
  expect(served).toMatchObject({ code: 0, said: expect.not.stringContaining('demostración') })
  const again = await run('admin:crear', ANA)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('Ya existe un usuario') })
  // Whoever made the first administrator of a house is told by its audit.
  const audit = "SELECT accion, entidad, despues->>'por' AS por FROM auditoria ORDER BY id LIMIT 1"
  expect((await run('psql', { args: `"${audit}"` })).said).toContain('admin:crear')
})

const FRASE = { CAMBISTA_RESPALDO_FRASE: 'caballo pila grapa correcta luna' }

test('a house is copied by one command, and brought back on another machine by another', async () => {
  const copias = join(clone, 'mis copias')
  const otra = { CAMBISTA_DATOS: join(clone, 'otra'), CAMBISTA_SECRETOS: join(clone, 'secretos') }
  expect((await run('admin:crear', ANA)).code).toBe(0)
  expect(await run('respaldo', { args: `"${copias}"`, env: FRASE })).toMatchObject({
    code: 0,
    said: expect.stringContaining('Respaldo hecho y comprobado'),
  })
  const env = { ...FRASE, ...otra }
  expect(await run('restaurar', { args: `"${copias}"`, env })).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sin diferencias.'),
  })
  const users = await run('psql', { args: '"SELECT usuario FROM usuarios"', env })
  expect(users.said).toContain('ana')
})

ensayo('what both commands refuse, and any instant of the house (R-392, R-393)', async () => {
  const frase = FRASE
  const copias = join(clone, 'mis copias')
  const otra = {
    CAMBISTA_DATOS: join(clone, 'otra', 'datos'),
    CAMBISTA_SECRETOS: join(clone, 'otra', 'secretos'),
  }
  expect(await run('respaldo', { args: `"${copias}"`, env: frase })).toMatchObject({
    code: 1,
    said: expect.stringContaining('no hay una casa que respaldar'),
  })
  expect((await run('admin:crear', ANA)).code).toBe(0)
  // Nobody is there to type the phrase.
  expect(await run('respaldo', { args: `"${copias}"` })).toMatchObject({
    code: 1,
    said: expect.stringContaining('Falta la frase'),
  })
  const made = await run('respaldo', { args: `"${copias}"`, env: frase })
  expect(made).toMatchObject({
    code: 0,
    said: expect.stringContaining('Respaldo hecho y comprobado'),
  })
  expect((await run('restaurar', { args: `"${copias}"`, env: frase })).said).toContain(
    'ya tiene una casa',
  )
  // Something changes after the copy, and the program, which keeps the log there, is started and ended.
  const [hecha] = manifiestosDe(copias)
  const despues = await run('psql', { args: `"COMMENT ON TABLE usuarios IS 'despues'"` })
  expect(despues.code).toBe(0)
  const guarda = { ...frase, CAMBISTA_RESPALDO: copias, CAMBISTA_DEMO: '0', PORT: '0' }
  expect((await run('start', { env: guarda, until: 'Cambista está en' })).code).toBe(0)
  const wrong = { ...otra, CAMBISTA_RESPALDO_FRASE: 'otra frase de la misma casa' }
  expect((await run('restaurar', { args: `"${copias}"`, env: wrong })).said).toContain(
    'Esa frase no abre este respaldo.',
  )
  // A new machine whose unit has made a key of its own: nothing is touched, neither folder is made.
  const env = { ...frase, ...otra }
  const credencial = join(clone, 'credenciales', 'cambista.clave')
  const servicio = { ...env, CREDENTIALS_DIRECTORY: dirname(credencial) }
  mkdirSync(dirname(credencial))
  writeFileSync(credencial, `${'cd'.repeat(32)}\n`)
  expect(await run('restaurar', { args: `"${copias}"`, env: servicio })).toMatchObject({
    code: 1,
    said: expect.stringContaining(`La clave de «${credencial}» es de otra casa`),
  })
  expect(existsSync(join(clone, 'otra'))).toBe(false)
  const back = await run('restaurar', { args: `"${copias}"`, env })
  expect(back).toMatchObject({ code: 0, said: expect.stringContaining('Sin diferencias.') })
  // The key came with it: it is the same house. The service is given the other one until it lies where root keeps it.
  const suya = join(otra.CAMBISTA_SECRETOS, 'cambista.clave')
  expect(readFileSync(suya, 'utf8')).toMatch(/^\w{64}/)
  expect(back.said).toContain(`queda en «${suya}»`)
  const starting = { env: { ...servicio, CAMBISTA_DEMO: '0', PORT: '0' } }
  expect(await run('start', starting)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`La suya está en «${suya}»: ponga esa en el lugar de la otra`),
  })
  renameSync(suya, credencial)
  const served = await run('start', { ...starting, until: 'Cambista está en' })
  expect(served).toMatchObject({ code: 0, said: expect.not.stringContaining('primer') })
  const told = `"SELECT clase || ': ' || frase AS t FROM excepciones"`
  expect((await run('psql', { args: told, env })).said).toContain('restauracion: La casa volvió')
  // Nothing is known of an instant before the first copy, nor of one that is none.
  for (const [hasta, refusal] of [
    ['2020-01-31 10:37', 'Ningún respaldo es de antes'],
    ['ayer', 'No se entiende «ayer»'],
  ]) {
    const args = `"${copias}" --hasta "${hasta}" --reemplazar`
    expect((await run('restaurar', { args, env })).said).toContain(refusal)
  }
  // The log came too. Of the second after the copy there is nothing that came later; what is there is kept beside.
  const comentario = `"SELECT 'dice ' || coalesce(obj_description('usuarios'::regclass), 'nada') AS t"`
  expect((await run('psql', { args: comentario, env })).said).toContain('dice despues')
  const segundo = Math.ceil(Date.parse(hecha?.manifiesto.fin ?? '') / 1_000) * 1_000
  const reloj = new Date(segundo + adelanto(segundo)).toISOString().slice(0, 19).replace('T', ' ')
  const args = `"${copias}" --hasta "${reloj}" --reemplazar`
  const again = await run('restaurar', { args, env: servicio })
  expect(again).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Sin diferencias.*Restaurada hasta el.*La casa que había queda/s),
  })
  // Root's key stays root's alone.
  expect(existsSync(suya)).toBe(false)
  expect((await run('psql', { args: comentario, env })).said).toContain('dice nada')
  expect((await run('psql', { args: '"SELECT usuario FROM usuarios"', env })).said).toContain('ana')
})

test('npm run certificado is the first thing typed: a certificate, and what to do with it (R-398)', async () => {
  const env = { CAMBISTA_SECRETOS: join(clone, 'secretos de red') }
  try {
    expect(await run('certificado', { env })).toMatchObject({
      code: 1,
      said: expect.stringContaining('Uso: npm run certificado -- <nombre'),
    })
    expect(await run('certificado', { args: '--otra casa.local', env })).toMatchObject({ code: 1 })
    const made = await run('certificado', { args: 'casa.local 192.168.1.20', env })
    const file = join(env.CAMBISTA_SECRETOS, 'certificado', 'servidor.crt')
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`CERTIFICADO=${file}`) })
    expect(made.said).toContain('En cada caja instale, una sola vez')
    const again = await run('certificado', { env })
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('no hay que hacer nada') })
  } finally {
    rmSync(env.CAMBISTA_SECRETOS, { recursive: true, force: true })
  }
})

test('npm run verificar is the first thing typed: the books of a new house are right', async () => {
  const { code, said } = await run('verificar')
  expect({ code, said }).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sin diferencias.'),
  })
  expect(said).toContain('0 asientos')
})

test('npm run auditoria:verificar is the first thing typed: says what it needs', async () => {
  const { code, said } = await run('auditoria:verificar')
  expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining('Uso: npm run') })
})

test('npm run db:types is the first thing typed: types, lists and diagrams are those that are there', async () => {
  // A deleted file proves that the script writes it again.
  for (const name of LISTAS) rmSync(join(clone, name))
  const { code, said } = await run('db:types')
  expect({ code, said }).toMatchObject({ code: 0 })
  const written = ['src/server/db/schema.ts', 'docs/modelo.md', ...LISTAS]
  const types = (folder: string) =>
    written.map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  expect(types(clone)).toEqual(types(ORIGIN))
})

test('npm run psql is the first thing typed: a statement is answered', async () => {
  const { code, said } = await run('psql', { args: '"SELECT 42 AS seis_por_siete"' })
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('42') })
})

test('every npm script starts the same way, except the one that repairs the installation', () => {
  const others = Object.entries(scripts).filter(([, line]) => !line.includes(' scripts/run.mjs '))
  expect(others.map(([name]) => name)).toEqual(['lock:complete'])
})

test('a command is ended before the program where memory runs out, and the program is not (R-477)', async () => {
  if (process.platform !== 'linux') return
  const gives = (pid: number | 'self' = 'self') =>
    Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1'))
  const file = join(clone, 'cede.mjs')
  const says =
    "import { readFileSync } from 'node:fs'\nconsole.log(Number(readFileSync('/proc/self/oom_score_adj')))\n"
  writeFileSync(file, says)
  const line = ['scripts/run.mjs', relative(ORIGIN, file)]
  const { stdout } = spawnSync(process.execPath, line, { cwd: ORIGIN, encoding: 'utf8' })
  expect(stdout).toBe('1000\n')

  const env = { ...process.env, DATABASE_URL: 'postgresql://nadie:x@127.0.0.1:1/nada', PORT: '1' }
  const program = spawn(process.execPath, ['scripts/run.mjs', 'src/main.server.ts'], {
    ...{ cwd: ORIGIN, env, stdio: 'pipe' },
  })
  const [text] = await once(program.stdout, 'data')
  expect([String(text), gives(program.pid)]).toEqual([expect.any(String), gives()])
  program.kill('SIGKILL')
})

test('the bench starts the program with the Node options of `npm start`, and nothing that Node refuses', () => {
  expect(FLAGS).toContain('--max-old-space-size=256')
  expect(spawnSync(process.execPath, [...FLAGS, '--version'], { stdio: 'ignore' }).status).toBe(0)
})
