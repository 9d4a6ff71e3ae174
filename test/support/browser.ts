import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { baseFolder } from './servidor/carpeta.ts'

interface Program {
  path: string
  env: Record<string, string>
}

/** A host name that resolves to this machine in the browser; a page from it over http is not a secure context. */
export const OTRA_MAQUINA = 'casa.test'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // A name other than localhost, as the shop's other machines use to reach the server.
  `--host-resolver-rules=MAP ${OTRA_MAQUINA} 127.0.0.1`,
]

/**
 * Playwright's own flag that keeps shared memory in files, because the small /dev/shm of many containers crashes the
 * renderer in the middle of a page. Where there is enough of it, every page costs a fifth less of the kernel's time.
 */
const EN_DISCO = '--disable-dev-shm-usage'

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function systemBrowser(): Program | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  const path = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    existsSync,
  )
  return path === undefined ? undefined : { path, env: {} }
}

/** Runs in a child process, because the package unpacks into the temporary folder of its process. */
const UNPACK = `
  const { inflate } = await import(process.argv[1])
  const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
  await Promise.all(names.map((name) => inflate(process.argv[2] + '/' + name)))`

/** Unpacks the browser of the npm package once per version; concurrent runs end with one copy. */
function unpackedBrowser(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const cache = join(folder, '..', '..', '.cache')
  const target = join(cache, `chromium-${version}`)
  if (existsSync(target)) return target
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, '.chromium-'))
  try {
    const args = [
      '--input-type=module',
      '-e',
      UNPACK,
      pathToFileURL(entry).href,
      join(folder, 'bin'),
    ]
    execFileSync(process.execPath, args, { env: { ...process.env, TMPDIR: draft }, stdio: 'pipe' })
    renameSync(draft, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const FAMILIES = { 'sans-serif': 'Sans', serif: 'Serif', monospace: 'Sans Mono' }

/**
 * The one set of fonts that every machine has for what Inter lacks (an arrow, a code in a fixed pitch), so that the
 * kept pictures do not depend on the fonts of a system.
 */
function fontSettings(folder: string): Record<string, string> {
  const entry = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')
  const aliases = Object.entries(FAMILIES).map(
    ([family, name]) =>
      `<alias><family>${family}</family><prefer><family>DejaVu ${name}</family></prefer></alias>`,
  )
  const text = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <dir>${xml(join(dirname(entry), 'ttf'))}</dir><cachedir>${xml(join(folder, 'font-cache'))}</cachedir>
    ${aliases.join('\n    ')}</fontconfig>\n`
  const path = join(folder, 'fuentes.conf')
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
  return { FONTCONFIG_FILE: path }
}

/** Undefined where it does not run, as on another system than Linux. */
function packagedBrowser(): Program | undefined {
  const folder = unpackedBrowser()
  const path = join(folder, 'chromium')
  const fonts = fontSettings(folder)
  // For a machine without libnss3 and related libraries: the package has them.
  const libraries = join(folder, 'al2023', 'lib')
  const former = process.env.LD_LIBRARY_PATH
  const withOwn = { LD_LIBRARY_PATH: former ? `${libraries}:${former}` : libraries }
  return [{}, withOwn]
    .map((more) => ({ path, env: { ...fonts, ...more } }))
    .find(
      ({ env }) =>
        spawnSync(path, ['--version'], { stdio: 'ignore', env: { ...process.env, ...env } })
          .status === 0,
    )
}

let found: Program | undefined

/**
 * The package's comes before the system's: the kept pictures are its own, of one version on every machine, and it is
 * the headless shell, which takes half the processor time of a whole browser without a window.
 */
function program(): Program {
  const named = process.env.CHROME_BIN
  found ??= named ? { path: named, env: {} } : (packagedBrowser() ?? systemBrowser())
  if (!found) throw new Error('no Chromium runs here: name one in CHROME_BIN')
  return found
}

/**
 * Starts a headless Chromium: CHROME_BIN, else that of the npm package, else the system's.
 * The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const { path, env } = program()
  return chromium.launch({
    executablePath: path,
    args: FLAGS,
    ...(baseFolder() === '/dev/shm' && { ignoreDefaultArgs: [EN_DISCO] }),
    headless: true,
    env: { ...process.env, ...env },
  })
}
