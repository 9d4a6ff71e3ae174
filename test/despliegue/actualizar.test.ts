import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrar, carpetaDePruebas, copiaDeFuentes, correr, deAjeno, libre } from './apoyo.ts'

/*
 * A version takes the place of another one, without a question. The service is a pair of scripts that do what
 * systemd does: one starts the program of the link and waits until it serves or ends, the other ends it.
 */

const raiz = carpetaDePruebas()
const opt = join(raiz, 'opt con espacio')
const fuentes = copiaDeFuentes(join(raiz, 'fuentes'))
const { version, scripts } = JSON.parse(readFileSync(join(fuentes, 'package.json'), 'utf8')) as {
  version: string
  scripts: Record<string, string>
}
const NUEVA = '99.0.0'
const FRASE = 'caballo pila grapa correcta luna'
const paqueteDe = (v: string) => `cambista-${v}-${process.platform}-${process.arch}.tar.gz`
const en = (v: string) => join(opt, `cambista-${v}`)
const casa = deAjeno(join(raiz, 'casa'))
const env: NodeJS.ProcessEnv = {
  CAMBISTA_DATOS: join(casa, 'datos'),
  CAMBISTA_SECRETOS: join(casa, 'secretos'),
  CAMBISTA_RESPALDO: join(casa, 'respaldos'),
  CAMBISTA_DEMO: '0',
  PORT: '',
}

/** Packs the folder of a version that lies in `de`, with its digest. */
function empaquetar(v: string, de: string): string {
  const file = join(raiz, paqueteDe(v))
  const tar = ['-I', 'gzip -1', '-cf', file, '-C', de, `cambista-${v}`]
  expect(spawnSync('tar', tar).status).toBe(0)
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeFileSync(`${file}.sha256`, `${digest}  ${basename(file)}\n`)
  return file
}

/** A later version: this one with a migration of its own, and whatever else `change` does to it. */
function posterior(
  change: (folder: string) => void = () => {},
  { v = NUEVA, antes = version } = {},
): string {
  const folder = join(raiz, 'haciendo', `cambista-${v}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Hard links: what is edited is written anew.
  expect(spawnSync('cp', ['-al', `${en(antes)}/.`, folder]).status).toBe(0)
  edit(join(folder, 'package.json'), `"version": "${antes}"`, `"version": "${v}"`)
  const prueba = `CREATE TABLE IF NOT EXISTS prueba_de_version (n integer); -- ${v}\n`
  writeFileSync(join(folder, migracion(v)), prueba)
  change(folder)
  return empaquetar(v, join(raiz, 'haciendo'))
}

const migracion = (v: string) => `db/${v.replaceAll('.', '')}-prueba.sql`

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  rmSync(path)
  writeFileSync(path, text.replace(from, to))
}

/** It upgrades the database and then does not start. */
const noEmpieza = (folder: string) =>
  edit(
    join(folder, 'src/main.casa.ts'),
    'await migrate(postgres.url)',
    "await migrate(postgres.url)\n    if (!('ensayo' in como)) throw new Error('No puede.')",
  )

const INICIAR = join(raiz, 'iniciar.sh')
const DETENER = join(raiz, 'detener.sh')
const quoted = (path: string) => `sh '${path}'`

const actualizar = (file: string, more: Partial<{ enlace: string }> = {}) => [
  join(opt, more.enlace ?? 'actual', 'despliegue/cambista'),
  ...['actualizar', file, '--detener', quoted(DETENER), '--iniciar', quoted(INICIAR)],
]

const marcha = () => ({ carpeta: raiz, env })
const enlazada = () => basename(readlinkSync(join(opt, 'actual')))
const listo = () => fetch(`http://127.0.0.1:${env.PORT}/api/listo`).then(({ status }) => status)
const detener = () => correr(['sh', DETENER], marcha())
const iniciar = () => correr(['sh', INICIAR], marcha())

/** What one command says of the house that is served. */
const psql = async (sql: string) => {
  const { dicho } = await correr([join(opt, 'actual/despliegue/cambista'), 'psql', sql], marcha())
  return dicho
}

beforeAll(async () => {
  deAjeno(opt)
  for (const name of ['build', 'paquete']) {
    const [, ...args] = (scripts[name] ?? '').split(' ')
    const line = [process.execPath, ...args, ...(name === 'paquete' ? [raiz] : [])]
    expect(
      await correr(line, { carpeta: fuentes, env: { SOURCE_DATE_EPOCH: '1767225600' } }),
    ).toMatchObject({ code: 0 })
  }
  expect(spawnSync('tar', ['-xzf', join(raiz, paqueteDe(version)), '-C', opt]).status).toBe(0)
  symlinkSync(`cambista-${version}`, join(opt, 'actual'))
  env.PORT = String(await libre())
  const [log, pid, programa] = [join(raiz, 'log'), join(raiz, 'pid'), join(opt, 'actual')]
  // With the file «falla» it fails once; with «escribe» somebody works with the version that fails.
  writeFileSync(
    INICIAR,
    `cd /
    if rm '${raiz}/falla' 2>/dev/null; then echo 'No arranca.'; exit 1; fi
    : > '${log}'
    '${programa}/despliegue/cambista' start >> '${log}' 2>&1 &
    echo $! > '${pid}'
    while [ -d /proc/$! ] && ! grep -q '^State:.Z' /proc/$!/status; do
      grep -q 'Cambista está en' '${log}' && exit 0
      sleep 0.1
    done
    if rm '${raiz}/escribe' 2>/dev/null; then
      '${programa}/despliegue/cambista' psql "INSERT INTO auditoria (usuario_id, accion, entidad) SELECT id, 'otra', 'x' FROM usuarios"
    fi
    tail -n 1 '${log}'; exit 1\n`,
  )
  writeFileSync(
    DETENER,
    `p=$(cat '${pid}' 2>/dev/null) || exit 0
    kill "$p" 2>/dev/null
    while [ -d "/proc/$p" ] && ! grep -q '^State:.Z' "/proc/$p/status"; do sleep 0.1; done
    rm -f '${pid}'\n`,
  )
  const first = { CAMBISTA_PASSWORD: FRASE, CAMBISTA_RESPALDO_FRASE: FRASE }
  const orden = (...line: string[]) =>
    correr([join(programa, 'despliegue/cambista'), ...line], {
      carpeta: raiz,
      env: { ...env, ...first },
    })
  const made = await orden('admin:crear', 'rosa', 'rosa@casa.pe', 'Rosa', 'Quispe')
  expect(made).toMatchObject({ code: 0 })
  expect(await orden('respaldo', env.CAMBISTA_RESPALDO ?? '')).toMatchObject({ code: 0 })
  expect(await iniciar()).toMatchObject({ code: 0 })
})

afterAll(async () => {
  await detener()
  borrar(raiz)
})

/** The house as it was: this version serves it, and no other one touched its database. */
async function expectIgual() {
  expect(enlazada()).toBe(`cambista-${version}`)
  expect(await listo()).toBe(200)
  expect(await psql("SELECT to_regclass('prueba_de_version') AS hay")).not.toContain('prueba_de')
  expect(await psql('SELECT usuario FROM usuarios')).toContain('rosa')
}

test('what cannot be taken is refused before the program stops', async () => {
  const pid = readFileSync(join(raiz, 'pid'), 'utf8')
  const refused = async (line: string[], why: string, more: NodeJS.ProcessEnv = {}) =>
    expect(await correr(line, { carpeta: raiz, env: { ...env, ...more } })).toMatchObject({
      code: 1,
      dicho: expect.stringContaining(why),
    })
  const same = join(raiz, paqueteDe(version))
  await refused(actualizar(same), 'no es más nueva que esta')
  const named = (name: string, text = 'nada') => {
    writeFileSync(join(raiz, name), text)
    return join(raiz, name)
  }
  await refused(actualizar(named('otra-cosa.tar.gz')), 'no es un paquete')
  await refused(actualizar(named('cambista-99.0.0-plan9-vax.tar.gz')), 'es para plan9-vax')
  const cut = named(paqueteDe(NUEVA))
  await refused(actualizar(cut), 'copie los dos archivos')
  named(`${paqueteDe(NUEVA)}.sha256`, `${'0'.repeat(64)}  ${basename(cut)}\n`)
  await refused(actualizar(cut), 'está incompleto o fue alterado')
  await refused(actualizar(cut).slice(0, 3), 'Uso:')
  await refused(actualizar(cut), 'CAMBISTA_RESPALDO', { CAMBISTA_RESPALDO: '' })
  await refused(actualizar(cut), 'base de datos del programa', { DATABASE_URL: 'postgres://x/y' })
  // A name that leads out of the folder of the version.
  const out = join(raiz, 'afuera')
  mkdirSync(join(out, `cambista-${NUEVA}`), { recursive: true })
  symlinkSync('/etc', join(out, `cambista-${NUEVA}/docs`))
  await refused(actualizar(empaquetar(NUEVA, out)), 'sale de su carpeta')
  renameSync(join(opt, 'actual'), join(opt, 'otro'))
  await refused(actualizar(cut, { enlace: 'otro' }), 'con el enlace')
  renameSync(join(opt, 'otro'), join(opt, 'actual'))
  expect(readFileSync(join(raiz, 'pid'), 'utf8')).toBe(pid)
  expect(existsSync(en(NUEVA))).toBe(false)
  await expectIgual()
})

test('a version that does not serve on a copy of the house never touches the house', async () => {
  const bad = posterior((folder) =>
    edit(
      join(folder, migracion(NUEVA)),
      'CREATE TABLE',
      'ALTER TABLE cuentas_contables DISABLE TRIGGER USER; UPDATE cuentas_contables SET maximo = NULL, saldo = saldo + 1 WHERE id = (SELECT min(id) FROM cuentas_contables); CREATE TABLE',
    ),
  )
  expect(await correr(actualizar(bad), marcha())).toMatchObject({
    code: 1,
    dicho: expect.stringMatching(
      /No se actualizó, y la casa no se tocó: .*no atiende.* Sigue la versión/,
    ),
  })
  await expectIgual()
})

/** Starts the upgrade and sends it a signal once it says something; answers what it said to its end. */
async function cortada(file: string, word: string, signal: 'SIGKILL' | 'SIGTERM') {
  const [program = '', ...args] = actualizar(file)
  // A group of its own, as systemd ends all of a service.
  const child: ChildProcess = spawn(program, args, {
    ...{ cwd: raiz, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      said += text
      if (!said.includes(word) || child.killed) return
      child.kill(signal)
      if (signal === 'SIGKILL' && child.pid) process.kill(-child.pid, signal)
    })
  await new Promise((done) => child.on('exit', done))
  return said
}

test('ended in any of its steps, the house is as it was, and the same command goes on', async () => {
  const good = posterior()
  for (const word of ['Desempaquetando', 'Respaldando', 'Esta versión atiende']) {
    expect(await cortada(good, word, 'SIGKILL')).toContain(word)
    // What the unit does when its command was ended.
    await detener()
    expect(await iniciar()).toMatchObject({ code: 0 })
    await expectIgual()
  }
  expect(await cortada(good, 'Respaldando', 'SIGTERM')).toContain('la casa no se tocó')
  await expectIgual()
})

test('a version that does not start where its copy did gives way to the one before', async () => {
  writeFileSync(join(raiz, 'falla'), '')
  const { code, dicho } = await correr(actualizar(join(raiz, paqueteDe(NUEVA))), marcha())
  expect([code, dicho]).toEqual([
    1,
    expect.stringContaining(`No se actualizó: No arranca. Atiende la versión ${version}.`),
  ])
  expect(dicho).not.toContain('Restaurada hasta')
  await expectIgual()
  // It upgraded the database before it failed: the version before needs the copy. Killed while that comes back, the same
  // command goes on with it.
  const worse = posterior(noEmpieza)
  expect(await cortada(worse, 'Respaldo de «', 'SIGKILL')).toContain('No puede.')
  expect(existsSync(join(opt, 'actual.en-curso'))).toBe(true)
  const again = await correr(actualizar(worse), marcha())
  expect([again.code, again.dicho]).toEqual([
    1,
    expect.stringContaining(`No se actualizó: quedó a medias. Atiende la versión ${version}.`),
  ])
  expect(again.dicho).toContain('Restaurada hasta')
  expect(existsSync(join(opt, 'actual.en-curso'))).toBe(false)
  await expectIgual()
})

test('a version that serves takes the place of the one before, which stays beside it', async () => {
  const { code, dicho } = await correr(actualizar(posterior()), marcha())
  expect([code, dicho]).toEqual([0, expect.stringContaining(`Cambista ${NUEVA} atiende.`)])
  expect(enlazada()).toBe(`cambista-${NUEVA}`)
  expect(existsSync(en(version))).toBe(true)
  expect(await listo()).toBe(200)
  expect(await psql("SELECT to_regclass('prueba_de_version') AS hay")).toContain('prueba_de')
})

test('what was written with a version that then fails is worth more than one that serves', async () => {
  const worse = posterior(noEmpieza, { v: '99.0.1', antes: NUEVA })
  writeFileSync(join(raiz, 'escribe'), '')
  const { code, dicho } = await correr(actualizar(worse), marcha())
  expect([code, dicho]).toEqual([1, expect.stringContaining('no se restauró nada')])
  expect(enlazada()).toBe('cambista-99.0.1')
  expect(await psql('SELECT accion FROM auditoria')).toContain('otra')
})
