import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberedSql } from '../../src/server/db/migrate-files.ts'
import {
  borrar,
  carpetaDePruebas,
  copiaDeFuentes,
  correr,
  deAjeno,
  marca,
  nombres,
  servido,
  visita,
} from './apoyo.ts'

/*
 * The package of a version, as a server gets it; and a checkout that has only what runs. Neither has npm, a registry or
 * the tools of developers at hand, and neither may write where the program lies.
 */

const raiz = carpetaDePruebas()
const fuentes = copiaDeFuentes(join(raiz, 'fuentes'))
const destino = join(raiz, 'con un espacio')
const FECHA = { SOURCE_DATE_EPOCH: '1767225600' }
const { version, scripts } = JSON.parse(readFileSync(join(fuentes, 'package.json'), 'utf8')) as {
  version: string
  scripts: Record<'build' | 'check' | 'paquete' | 'release' | 'start', string>
}
const programa = join(destino, `cambista-${version}`)
const archivo = `cambista-${version}-${process.platform}-${process.arch}.tar.gz`

/** A command of the checkout, as npm would run it. */
const orden = (name: keyof typeof scripts, ...args: string[]) => [
  process.execPath,
  ...scripts[name].split(' ').slice(1),
  ...args,
]

const datos = (name: string) => {
  const folder = deAjeno(join(raiz, name))
  return { CAMBISTA_DATOS: join(folder, 'datos'), CAMBISTA_SECRETOS: join(folder, 'secretos') }
}

/** What a visit finds where all is well; `archivos` has at least the program, its styles, its font and the manifest. */
function expectServida({ listo, pagina, archivos }: Awaited<ReturnType<typeof visita>>) {
  expect(listo).toMatchObject({ ok: true })
  expect(pagina).toContain('<title>')
  for (const end of ['.js', '.css', '.woff2', '.svg', '.webmanifest'])
    expect(archivos.map(([path]) => path)).toContainEqual(expect.stringContaining(end))
  expect(archivos.filter(([, code]) => code !== 200)).toEqual([])
}

beforeAll(async () => {
  expect(await correr(orden('build'), { carpeta: fuentes })).toMatchObject({ code: 0 })
})

afterAll(() => borrar(raiz))

const guardada = join(fuentes, `test/lanzamientos/${version}.json.gz`)

/** As where the version was recorded, with this SQL: the command that records it packs it. */
function registrada(sql = numberedSql()): void {
  mkdirSync(join(fuentes, 'test/lanzamientos'), { recursive: true })
  writeFileSync(guardada, '')
  const digests = sql.map(({ nombre, huella }) => [nombre, huella])
  writeFileSync(
    join(fuentes, 'db/publicadas.json'),
    `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`,
  )
}

test('what is in no commit is not released', async () => {
  registrada()
  expect(spawnSync('git', ['init', '-q'], { cwd: fuentes }).status).toBe(0)
  expect(await correr(orden('release'), { carpeta: fuentes, env: FECHA })).toEqual({
    code: 1,
    dicho: 'Confirme antes en git lo que cambió.\n',
  })
  rmSync(join(fuentes, '.git'), { recursive: true })
  expect(existsSync(join(fuentes, 'paquetes'))).toBe(false)
})

test('a version that was kept with other SQL is neither kept anew nor packed', async () => {
  registrada(numberedSql().slice(1))
  const kept = readFileSync(join(fuentes, 'db/publicadas.json'), 'utf8')
  expect(await correr(orden('release'), { carpeta: fuentes, env: FECHA })).toEqual({
    code: 1,
    dicho: expect.stringContaining(`La versión ${version} ya se guardó con otro SQL`),
  })
  expect(readFileSync(guardada, 'utf8')).toBe('')
  expect(readFileSync(join(fuentes, 'db/publicadas.json'), 'utf8')).toBe(kept)
  expect(existsSync(join(fuentes, 'paquetes'))).toBe(false)
})

test('the same sources give the same bytes, whoever unpacked them and when (R-401)', async () => {
  const [uno, otro] = [join(raiz, 'uno'), join(fuentes, 'paquetes')]
  registrada()
  const packed = async (name: 'paquete' | 'release', ...args: string[]) =>
    expect(await correr(orden(name, ...args), { carpeta: fuentes, env: FECHA })).toMatchObject({
      code: 0,
    })
  await packed('paquete', uno)
  // The settings of a compose set that runs here are this machine's.
  writeFileSync(join(fuentes, 'despliegue/docker/.env'), 'CAMBISTA_DISCO=/media/respaldos\n')
  utimesSync(join(fuentes, 'src/main.server.ts'), 1_000_000_000, 1_000_000_000)
  chmodSync(join(fuentes, 'src/main.server.ts'), 0o600)
  await packed('release')
  const digest = (folder: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, archivo)))
      .digest('hex')
  expect(digest(otro)).toBe(digest(uno))
  expect(readFileSync(join(uno, `${archivo}.sha256`), 'utf8')).toBe(`${digest(uno)}  ${archivo}\n`)
  expect(existsSync(marca(fuentes))).toBe(false)
})

test('unpacked and closed, the package serves another user without npm, and writes nothing beside itself (R-400)', async () => {
  deAjeno(destino)
  const unpack = 'umask 077; tar -xzf "$1" -C "$2"'
  const tar = spawnSync('sh', ['-c', unpack, 'sh', join(raiz, 'uno', archivo), destino])
  expect(tar.status).toBe(0)
  spawnSync('chmod', ['-R', 'a-w', programa])
  const before = nombres(programa)
  // The key comes as systemd hands it over.
  const credenciales = deAjeno(join(raiz, 'credenciales'))
  writeFileSync(join(credenciales, 'cambista.clave'), 'ab'.repeat(32))
  const env = { ...datos('casa'), CREDENTIALS_DIRECTORY: credenciales }
  const marcha = { carpeta: programa, env, ajeno: true }
  const salud = (PORT: string) =>
    correr(['despliegue/cambista', 'salud'], { ...marcha, env: { ...env, PORT } })
  const start = ['despliegue/cambista', 'start']
  const { code, dicho, respuesta } = await servido(start, marcha, async (url) => {
    expect(await salud(new URL(url).port)).toEqual({ code: 0, dicho: 'Listo.\n' })
    return visita(url)
  })
  expect(existsSync(join(env.CAMBISTA_SECRETOS, 'cambista.clave'))).toBe(false)
  // A port that nothing can listen on.
  expect(await salud('1')).toMatchObject({ code: 1, dicho: expect.stringContaining('no atiende') })
  expect({ code, dicho }).toMatchObject({
    code: 0,
    dicho: expect.not.stringMatching(/Instalando|Preparando/),
  })
  expectServida(respuesta)
  const books = await correr(['despliegue/cambista', 'verificar'], marcha)
  expect(books).toMatchObject({ code: 0, dicho: expect.stringContaining('Sin diferencias.') })
  expect(nombres(programa)).toEqual(before)
  // PostgreSQL runs where it lies: else 60 MB of it would be copied beside the data.
  expect(nombres(join(raiz, 'casa')).filter((name) => name.includes('.postgresql'))).toEqual([])
})

test('the package has what runs and says what it is of; a tool of developers is neither in it nor called (R-401)', async () => {
  const names = nombres(join(programa, 'node_modules')).filter((name) =>
    name.endsWith('package.json'),
  )
  expect(names.length).toBeGreaterThan(50)
  for (const tool of ['vite', 'typescript', 'vitest', '@biomejs'])
    expect(names.some((name) => name.startsWith(`${tool}/`))).toBe(false)
  const { components } = JSON.parse(readFileSync(join(programa, 'sbom.json'), 'utf8')) as {
    components: { name: string; version: string; scope?: string }[]
  }
  expect(components.filter(({ scope }) => scope === 'excluded')).toEqual([])
  const notices = readFileSync(join(programa, 'LICENCIAS.txt'), 'utf8')
  expect(components.filter((one) => !notices.includes(`${one.name} ${one.version}`))).toEqual([])
  const { packages } = JSON.parse(
    readFileSync(join(programa, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, unknown> }
  expect(Object.keys(packages).filter((path) => !existsSync(join(programa, path)))).toEqual([])
  const unknown = await correr(['despliegue/cambista', 'test'], { carpeta: programa })
  expect(unknown).toMatchObject({
    code: 2,
    dicho: expect.stringContaining('No hay una orden «test»'),
  })
})

test('a checkout with the packages of production serves what was built, and neither installs nor builds (R-400)', async () => {
  rmSync(join(fuentes, 'node_modules'))
  symlinkSync(join(programa, 'node_modules'), join(fuentes, 'node_modules'))
  const marcha = { carpeta: fuentes, env: datos('segunda') }
  const { code, respuesta } = await servido(orden('start'), marcha, visita)
  expect(code).toBe(0)
  expectServida(respuesta)
  const tools = await correr(orden('check'), marcha)
  expect(tools).toMatchObject({ code: 1, dicho: expect.stringContaining('npm ci --include=dev') })
  // Other sources than those of the build, and no build at all.
  renameSync(join(fuentes, 'src/main.linea.tsx'), join(fuentes, 'src/otra.tsx'))
  const other = await correr(orden('start'), marcha)
  expect(other).toMatchObject({ code: 1, dicho: expect.stringContaining('npm run build') })
  renameSync(join(fuentes, 'src/otra.tsx'), join(fuentes, 'src/main.linea.tsx'))
  rmSync(join(fuentes, 'dist'), { recursive: true })
  const without = await correr(orden('start'), marcha)
  expect(without).toMatchObject({ code: 1, dicho: expect.stringContaining('npm run build') })
  expect(existsSync(marca(fuentes))).toBe(false)
})
