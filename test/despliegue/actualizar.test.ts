import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENSAYO, ensayo } from '../support/vitest/ensayo.ts'
import { borrar, correr, cortada, nombres } from './apoyo.ts'
import { conPausas, ESCRIBE, edit, fin, migracion, NUEVA, noEmpieza, puesto } from './version.ts'

/* A version takes the place of another one, without a question, and its exit code says what serves. */

const FRASE = 'caballo pila grapa correcta luna'
const casa = puesto()
const { raiz, opt, env, version, actual, en, marcha, actualizar, posterior, listo } = casa
const CURSO = `${actual}.en-curso`

const psql = async (sql: string) => (await casa.orden(['psql', sql])).dicho
const corre = (file: string, more: NodeJS.ProcessEnv = {}) =>
  correr(actualizar(file), { carpeta: raiz, env: { ...env, ...more } })

beforeAll(async () => {
  await casa.instalar()
  const first = { CAMBISTA_PASSWORD: FRASE, CAMBISTA_RESPALDO_FRASE: FRASE }
  const made = await casa.orden(['admin:crear', 'rosa', 'rosa@casa.pe', 'Rosa', 'Quispe'], first)
  expect(made).toMatchObject({ code: 0 })
  expect(await casa.orden(['respaldo', env.CAMBISTA_RESPALDO ?? ''], first)).toMatchObject({
    code: 0,
  })
  expect(await casa.iniciar()).toMatchObject({ code: 0 })
})

afterAll(async () => {
  await casa.detener()
  borrar(raiz)
})

/** The house as it was: this version serves it, and no other one touched its database. */
async function expectIgual() {
  expect(casa.enlazada()).toBe(`cambista-${version}`)
  expect(await listo()).toBe(200)
  const said = await psql("SELECT to_regclass('prueba_de_version') AS hay, usuario FROM usuarios")
  expect(said).not.toContain('prueba_de')
  expect(said).toContain('rosa')
}

test('what cannot be taken is refused before the program stops', async () => {
  const pid = readFileSync(join(raiz, 'pid'), 'utf8')
  const refused = async (line: string[], why: string, more: NodeJS.ProcessEnv = {}) =>
    expect(await correr(line, { carpeta: raiz, env: { ...env, ...more } })).toMatchObject(
      fin(1, why),
    )
  const named = (name: string, text = 'nada') => {
    writeFileSync(join(raiz, name), text)
    return join(raiz, name)
  }
  const same = named(casa.paqueteDe(version))
  named(`${casa.paqueteDe(version)}.sha256`, createHash('sha256').update('nada').digest('hex'))
  await refused(actualizar(same), 'no es más nueva que esta')
  await refused(actualizar(named('otra-cosa.tar.gz')), 'no es un paquete')
  await refused(actualizar(named('cambista-99.0.0-plan9-vax.tar.gz')), 'es para plan9-vax')
  const cut = named(casa.paqueteDe(NUEVA))
  await refused(actualizar(cut), 'copie los dos archivos')
  named(`${casa.paqueteDe(NUEVA)}.sha256`, `${'0'.repeat(64)}  ${basename(cut)}\n`)
  await refused(actualizar(cut), 'está incompleto o fue alterado')
  await refused(actualizar(cut).slice(0, 3), 'Uso:')
  await refused(actualizar(cut), 'CAMBISTA_RESPALDO', { CAMBISTA_RESPALDO: '' })
  await refused([...actualizar(cut), '--traer-otra-vez'], 'No hay ningún respaldo')
  // A name that leads out of the folder of the version.
  const out = join(raiz, 'afuera')
  mkdirSync(join(out, `cambista-${NUEVA}`), { recursive: true })
  symlinkSync('/etc', join(out, `cambista-${NUEVA}/docs`))
  await refused(actualizar(casa.empaquetar(NUEVA, out)), 'sale de su carpeta')
  renameSync(actual, join(opt, 'otro'))
  await refused(actualizar(cut, join(opt, 'otro')), 'con el enlace')
  renameSync(join(opt, 'otro'), actual)
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
  expect(await corre(bad)).toMatchObject(
    fin(1, 'No se actualizó, y la casa no se tocó: .*no atiende.* Sigue la versión'),
  )
  await expectIgual()
})

/** While it is tried, somebody does this with the house. */
const mientras = (line: string) => (folder: string) =>
  edit(
    join(folder, 'scripts/despliegue/ensayar.ts'),
    'runProgram({',
    `await (await import('node:child_process')).execFileSync('sh', ['-c', ${JSON.stringify(line)}], {
       env: { ...process.env, ...${JSON.stringify({ ...env, PORT: undefined })}, PORT: '${env.PORT}' }, stdio: 'ignore' })
     runProgram({`,
  )

ensayo(
  'who works in the house while the new version is tried, or starts it, is not taken by surprise',
  async () => {
    const escribe = posterior(mientras(`'${actual}/despliegue/cambista' psql "${ESCRIBE}"`))
    expect(await corre(escribe)).toMatchObject(fin(1, 'Alguien trabajó en la casa', 'Sigue la'))
    expect(await psql('SELECT accion FROM auditoria')).toContain('otra')
    await expectIgual()
    const inicia = posterior(mientras(`sh '${raiz}/iniciar.sh'`))
    expect(await corre(inicia)).toMatchObject(fin(1, 'ya usa la carpeta de datos', 'Sigue la'))
    await expectIgual()
  },
)

ensayo(
  'ended in any of its steps, the house is as it was, and the same command goes on',
  async () => {
    const good = posterior()
    for (const word of ['Desempaquetando', 'Respaldando', 'Esta versión atiende']) {
      expect(await cortada(actualizar(good), marcha(), word)).toContain(word)
      // What the unit does when its command was ended.
      await casa.detener()
      expect(await casa.iniciar()).toMatchObject({ code: 0 })
      await expectIgual()
    }
    const told = await cortada(actualizar(good), marcha(), 'Respaldando', 'SIGTERM')
    expect(told).toMatch(/la casa no se tocó[\s\S]*Código 1: /)
    await expectIgual()
    // And the version before does not start either.
    writeFileSync(join(raiz, 'falla'), '')
    const none = await cortada(actualizar(good), marcha(), 'Respaldando', 'SIGTERM')
    expect(none).toMatch(/la casa no se tocó[\s\S]*tampoco atiende: No arranca\.\nCódigo 21: /)
    expect(await casa.iniciar()).toMatchObject({ code: 0 })
    await expectIgual()
  },
)

ensayo(
  'a version that upgraded the house before it failed gives way with the copy, killed at any step',
  async () => {
    const worse = posterior(noEmpieza)
    expect(await cortada(actualizar(worse), marcha(), 'Respaldo de «')).toContain('No puede.')
    expect(JSON.parse(readFileSync(CURSO, 'utf8'))).toMatchObject({ fase: 'restaurando' })
    writeFileSync(join(raiz, 'espera'), '')
    const again = await cortada(actualizar(worse), marcha(), 'Se espera aquí.')
    expect(again).toContain('Restaurada hasta')
    const vuelta = readFileSync(CURSO, 'utf8')
    expect(JSON.parse(vuelta)).toMatchObject({ fase: 'vuelta' })
    // What the unit does; and then people work, which is worth more than the copy.
    expect(await casa.iniciar()).toMatchObject({ code: 0 })
    await psql(ESCRIBE.replace('otra', 'vuelta'))
    // Killed before it wrote down that the copy was back, it sees that somebody works.
    for (const fase of ['restaurando', 'vuelta']) {
      writeFileSync(CURSO, vuelta.replace('"vuelta"', `"${fase}"`))
      const last = await corre(worse)
      expect(last).toMatchObject(
        fin(20, `No se actualizó: quedó a medias. Atiende la versión ${version}.`),
      )
      expect(last.dicho).not.toContain('Restaurada hasta')
      expect(await psql('SELECT accion FROM auditoria')).toContain('vuelta')
      expect(existsSync(CURSO)).toBe(false)
    }
    await expectIgual()
  },
)

test('a version that serves takes the place of the one before, which stays beside it', async () => {
  // Light where it is no rehearsal: packing and unpacking Node and PostgreSQL takes as long as the rest.
  const file = ENSAYO ? await casa.entera() : posterior()
  // As the unit has it, which comes to an end however it is told to end once the new version has the house.
  for (const name of [file, `${file}.sha256`]) renameSync(name, join(opt, basename(name)))
  const { ordenes, marcha: suya } = casa.unidad('ExecStart', file)
  const line = ['sh', '-c', 'umask 077; exec "$@"', 'sh', ...(ordenes[0] ?? [])]
  const told = await cortada(line, suya, 'Iniciando la versión nueva', 'SIGTERM')
  expect(told).toMatch(new RegExp(`Cambista ${NUEVA} atiende\\.[\\s\\S]*\nCódigo 0: [^\n]+\\.\n$`))
  await casa.detener()
  for (const [program = '', ...args] of casa.unidad('ExecStopPost', file).ordenes) {
    const may = program.startsWith('-')
    const { code } = await correr([program.replace(/^-/, ''), ...args], suya)
    expect(may || code === 0).toBe(true)
  }
  expect(casa.enlazada()).toBe(`cambista-${NUEVA}`)
  expect(existsSync(en(version))).toBe(true)
  expect(await listo()).toBe(200)
  expect(await psql("SELECT to_regclass('prueba_de_version') AS hay")).toContain('prueba_de')
  // Whatever the umask of whoever called it was, the house's user reads the program.
  const closed = nombres(en(NUEVA)).filter((name) => !name.includes('.cache'))
  const mode = (name: string) => statSync(join(en(NUEVA), name)).mode & 0o044
  expect(closed.filter((name) => mode(name) !== 0o044)).toEqual([])
})

/** Where it may be killed once the new version has the house, by what is said then, and what becomes of the house. */
const MUERTES = [
  { word: 'Se espera: migrada.', que: 'the one before: it does not start', falla: true },
  { word: 'Iniciando la versión nueva', que: 'the new one: it had not started' },
  { word: 'Se espera: migrando.', que: 'the new one: half of its upgrade' },
  { word: 'Se espera: migrada.', que: 'the new one: people began with it', trabajan: true },
  { word: 'Se espera: verificando.', que: 'the new one: it served', fase: 'libros' },
  {
    word: 'Se espera: verificando.',
    que: 'the new one: people worked',
    fase: 'libros',
    trabajan: true,
  },
]
let ultima = 0

ensayo.for(MUERTES)(
  'killed at «$word», the same command ends with $que',
  async ({ word, fase = 'nueva', falla = false, trabajan = false }) => {
    const antes = casa.enlazada().replace('cambista-', '')
    const v = `99.${++ultima}.0`
    const datos = env.CAMBISTA_DATOS ?? ''
    const file = posterior(
      (folder) => {
        if (falla) noEmpieza(folder)
        conPausas(datos)(folder)
      },
      { v, antes },
    )
    const escribe = (que: string) => psql(ESCRIBE.replace('otra', que))
    await escribe(`antes ${v}`)
    const pausa = /^Se espera: (\w+)/.exec(word)?.[1]
    if (pausa) writeFileSync(join(datos, `../espera-${pausa}`), '')
    expect(await cortada(actualizar(file), marcha(), word)).toContain(word)
    expect(casa.enlazada()).toBe(`cambista-${v}`)
    expect(JSON.parse(readFileSync(CURSO, 'utf8'))).toMatchObject({ fase })
    // What the unit does; and people work.
    if (trabajan) expect(await casa.iniciar()).toMatchObject({ code: 0 })
    if (trabajan) await escribe(`luego ${v}`)
    const sigue = 'quedó a medias: se sigue con ella'
    expect(await corre(file)).toMatchObject(
      falla
        ? fin(20, sigue, `No se actualizó: .* Atiende la versión ${antes}`)
        : fin(0, sigue, 'Sin diferencias', `Cambista ${v} atiende`),
    )
    expect(casa.enlazada()).toBe(`cambista-${falla ? antes : v}`)
    expect(existsSync(CURSO)).toBe(false)
    expect(await listo()).toBe(200)
    const said = await psql('SELECT accion FROM auditoria')
    expect(said).toContain(`antes ${v}`)
    if (trabajan) expect(said).toContain(`luego ${v}`)
    expect(await casa.orden(['verificar'])).toMatchObject({ code: 0 })
  },
)
