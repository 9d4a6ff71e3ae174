import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { nombreDe, paquetes } from './candado.ts'
import { mit, OTROS } from './otros.ts'

/* The notices that ship with the program, as /licencias.txt: made at build out of what the bundler put in (R-171). */

const FILE = /^(licen[cs]e|copying|notice)/i

interface Aviso {
  /** `name version`. */
  de: string
  licencia: string
  texto: string
}

interface Manifiesto {
  version: string
  license?: string
  author?: string | { name: string }
}

/** The folder of the package to which a module belongs; null for our own. */
export function carpetaDe(modulo: string): string | null {
  const path = modulo.replaceAll('\\', '/').replace(/^\0+/, '').split('?')[0] ?? ''
  const name = nombreDe(path)
  if (name === '') return null
  const inside = `node_modules/${name}`
  return path.slice(0, path.lastIndexOf(inside) + inside.length)
}

/**
 * The notice of the package in a folder. @throws Error where it has none: it may then not be given on, and the build
 * ends.
 */
export function avisoDe(carpeta: string): Aviso {
  const name = nombreDe(carpeta)
  const text = readFileSync(join(carpeta, 'package.json'), 'utf8')
  const { version, license = '', author = '' } = JSON.parse(text) as Manifiesto
  const files = readdirSync(carpeta).filter((file) => FILE.test(file))
  const texts = files.map((file) => readFileSync(join(carpeta, file), 'utf8').trim())
  const who = typeof author === 'string' ? author : author.name
  // Without a file of its own: the words of the licence that it names, with its author.
  if (texts.length === 0 && license === 'MIT') texts.push(mit(who || `the authors of ${name}`))
  if (!license || texts.join('') === '')
    throw new Error(`${name} ${version} has no licence to ship`)
  return { de: `${name} ${version}`, licencia: license, texto: texts.join('\n\n') }
}

const RAYA = '='.repeat(80)

/** The file: one part for each text, over it everybody whose text it is. */
export function avisos(all: readonly Aviso[]): string {
  const byText = new Map<string, Aviso[]>()
  for (const aviso of all) {
    const texto = aviso.texto.replaceAll('\r\n', '\n').trim()
    byText.set(texto, [...(byText.get(texto) ?? []), aviso])
  }
  const parts = [...byText].map(([texto, of]) => {
    const names = [...new Set(of.map(({ de, licencia }) => `${de} (${licencia})`))].sort()
    return { head: names.join('\n'), texto }
  })
  const body = parts
    .sort((a, b) => (a.head < b.head ? -1 : 1))
    .map(({ head, texto }) => `${RAYA}\n${head}\n\n${texto}\n`)
  return ['Cambista usa el trabajo de otros, con estas licencias.\n', ...body].join('\n')
}

/** Packages that a stylesheet of ours takes something of: styles or a font, which are no modules of their own. */
function deHoja(modulo: string): string[] {
  const file = modulo.split('?')[0] ?? ''
  if (!file.endsWith('.css') || !existsSync(file)) return []
  const taken = readFileSync(file, 'utf8').matchAll(
    /(?:@import|url\()\s*(?:url\()?"([@a-z][^"]*)"/g,
  )
  return [...taken].map(([, name = '']) => carpetaDe(join('node_modules', name)) ?? '')
}

/** Packages that run on the server, as they are installed here. */
function delServidor(): string[] {
  return paquetes()
    .filter(({ dev, path }) => !dev && existsSync(path))
    .map(({ path }) => path)
}

const deOtros = (): Aviso[] =>
  OTROS.map(({ nombre, version, licencia, aviso, donde }) => {
    return { de: `${nombre} ${version}, ${donde}`, licencia, texto: aviso }
  })

/** Writes the notices of every package of which a module is in the bundle, of the server's, and of what is no package. */
export function notices(): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle() {
      const modules = [...this.getModuleIds()]
      const folders = modules.flatMap((id) => carpetaDe(id) ?? deHoja(id))
      const all = [...new Set([...folders, ...delServidor()])].map(avisoDe)
      const fileName = 'licencias.txt'
      this.emitFile({ type: 'asset', fileName, source: avisos([...all, ...deOtros()]) })
      // What is in the bundle, for the test that looks each up.
      const used = [...new Set(folders.map((folder) => nombreDe(folder)))].sort()
      this.emitFile({ type: 'asset', fileName: '.paquetes', source: used.join('\n') })
    },
  }
}
