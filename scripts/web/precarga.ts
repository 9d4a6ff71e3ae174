import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Which files each address of the app needs: the server names them in the page, so that none waits for another. */
export interface Precarga {
  /** What every screen needs. */
  siempre: string[]
  /** What the screen of a path needs besides; its places are `$name`. */
  rutas: Record<string, string[]>
  /** The calls with which the screen of a path begins, and the permission that it takes. */
  primeras: Record<string, { acceso: string; pide: string[] }>
  /** The paths of screens without the bar. */
  completas: string[]
}

/** A screen as areas declare it: its path, and the module that it loads. */
const SCREEN = /\bpath: '([^']+)',(?:(?!\bpath:)[\s\S])*?component: \(\) => import\('([^']+)'\)/g

/** What a screen declares as its first calls. */
const FIRST =
  /\bpath: '([^']+)',(?:(?!\bpath:)[\s\S])*?acceso: '([^']+)',(?:(?!\bpath:)[\s\S])*?primeras: \[([^\]]*)\]/g

/** A screen that fills the window. */
const COMPLETE = /\bpath: '([^']+)',(?:(?!\bpath:)[\s\S])*?completa: (?:true|'ajena')/g

function completeScreens(root: string): string[] {
  return globSync('src/areas/*/screens.tsx', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(COMPLETE)].map(([, ruta = '']) => ruta),
  )
}

function firstCalls(root: string): Precarga['primeras'] {
  const found = globSync('src/areas/*/screens.tsx', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(FIRST)].map(
      ([, ruta = '', acceso = '', calls = '']) => {
        const pide = [...calls.matchAll(/'([^']+)'/g)].flatMap(([, call]) => call ?? [])
        return [ruta, { acceso, pide }] as const
      },
    ),
  )
  return Object.fromEntries(found)
}

/** Writes `precarga.json` beside the page. A screen that is declared in another way has what every screen needs. */
export function preloadRoutes(root: string): Plugin {
  return {
    name: 'preload-routes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const siempre = filesOf(chunks, join(root, 'src', 'main.screens.tsx'))
      const first = filesOf(chunks, join(root, 'src', 'main.web.tsx'))
      const rutas = globSync('src/areas/*/screens.tsx', { cwd: root }).flatMap((path) => {
        const file = join(root, path)
        return [...readFileSync(file, 'utf8').matchAll(SCREEN)].map(
          ([, ruta = '', module = '']) => {
            const own = filesOf(chunks, resolve(dirname(file), module))
            return [ruta, own.filter((name) => !siempre.includes(name) && !first.includes(name))]
          },
        )
      })
      if (rutas.length < 30) this.error(`only ${rutas.length} screens were found to preload`)
      const found: Precarga = {
        siempre: siempre.filter((name) => !first.includes(name)),
        rutas: Object.fromEntries(rutas),
        primeras: firstCalls(root),
        completas: completeScreens(root),
      }
      this.emitFile({ type: 'asset', fileName: 'precarga.json', source: JSON.stringify(found) })
    },
  }
}

/** The chunk of a module with all that it imports, and their stylesheets. */
export function filesOf(chunks: readonly Rolldown.OutputChunk[], module: string): string[] {
  const start = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!start) throw new Error(`${module} is in no file`)
  const found = new Set<string>()
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name))
  }
  take(start)
  return [...found]
}

/** Takes indents and comments out of the page's own script. */
export function shortScript(): Plugin {
  return {
    name: 'short-script',
    apply: 'build',
    transformIndexHtml: (html) =>
      html.replace(/<script>[\s\S]*?<\/script>/, (text) =>
        text.replace(/^\s*\/\/.*\n/gm, '').replace(/\n\s+/g, '\n'),
      ),
  }
}
