import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import subset from 'subset-font'
import { defineConfig, type Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/

/** Compresses every text file once, at build: the server sends the file, it never compresses a request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
        const plain = readFileSync(path)
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }))
        writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
      }
    },
  }
}

/** What a Spanish page with money in it is written with; what is missing is drawn in the next font. */
const LETTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\
ÁÉÍÓÚÜÑÇÀÈÌÒÙÂÊÎÔÛÃÕÄËÏÖáéíóúüñçàèìòùâêîôûãõäëïö¡¿ªº°·«»–—−×÷±≈≤≥≠→←↑↓…“”‘’•€₮£¥§©®½¼¾²³‰\u00a0\u202f`

const WEIGHTS = { wght: { min: 400, max: 700 } }
/** Figures of one width, the l and the quotes that base.css asks for, and pairs of letters set closer. */
const FEATURES = ['tnum', 'cv05', 'ss03', 'kern', 'ccmp', 'locl']
const fontVersion = createHash('sha256')
  .update(JSON.stringify([LETTERS, WEIGHTS, FEATURES]))
  .digest('hex')
  .slice(0, 6)

/** The font with our letters and weights only: half of its bytes. */
function subsetFont(): Plugin {
  return {
    name: 'subset-font',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue
          file.source = await subset(Buffer.from(file.source), LETTERS, {
            targetFormat: 'woff2',
            variationAxes: WEIGHTS,
            keepFeatures: FEATURES,
          })
        }
      },
    },
  }
}

/** The text font is asked for by the page itself, so that the first text is drawn in it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'))
      if (!font) return []
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${font}`,
        crossorigin: '',
      }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  }
}

type Cut = readonly [file: RegExp, cuts: readonly (readonly [what: RegExp, instead: string])[]]

/**
 * Parts of libraries that the browser never runs, cut where their uses stand, so that what is behind them falls away.
 * Each must be found: an update that writes it in another way stops the build.
 */
const UNUSED: readonly Cut[] = [
  // Schemas are described as JSON by the server alone.
  [
    /zod\/v4\/classic\/schemas\.js$/,
    [
      [/inst\._zod\.processJSONSchema = .*;$/gm, ''],
      [/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined'],
      [/createToJSONSchemaMethod\(this, \{\}\)\(params\)/g, 'undefined'],
    ],
  ],
  // The theme's variables are in a file (theme.css): nothing is written into the page.
  [
    /MantineProvider\/MantineProvider\.mjs$/,
    [[/withCssVariables && (?=\/\* @__PURE__ \*\/ jsx\(MantineCssVariables)/g, 'false && ']],
  ],
]

function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    transform: {
      filter: { id: UNUSED.map(([file]) => file) },
      handler(code, id) {
        const cuts = UNUSED.flatMap(([file, each]) => (file.test(id) ? each : []))
        return cuts.reduce((text, [what, instead]) => {
          if (text.search(what) < 0) this.error(`${id} is written in another way: ${what}`)
          return text.replaceAll(what, instead)
        }, code)
      },
    },
  }
}

/** What a browser reads of a call: it takes the server's answers as they come, and is told what it did wrong. */
const UNREAD = /^(?:params|query|response|acceso|resumen)$/

/**
 * Contracts without what only the server uses: schemas of answers and of what stands in an address. Every constant is
 * marked as free of effects, so that the parts that nobody is left to use fall away too.
 */
function withoutAnswers(): Plugin {
  return {
    name: 'without-answers',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/core\/[\w/-]+\.ts$|\/contract\.ts$|\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const edits: [start: number, end: number, text: string][] = []
        const { body } = this.parse(code)
        for (const statement of body) {
          const declared =
            statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') continue
          for (const { init } of declared.declarations) {
            if (!init) continue
            edits.push([init.start, init.start, '/* @__PURE__ */ (() => ('])
            edits.push([init.end, init.end, '))()'])
          }
        }
        visit(body, (node) => {
          if (node.type !== 'CallExpression' || node.callee?.name !== 'endpoint') return
          for (const property of node.arguments?.[0]?.properties ?? []) {
            if (!UNREAD.test(property.key?.name ?? '')) continue
            const comma = code.slice(property.end).match(/^\s*,/)?.[0].length ?? 0
            edits.push([property.start, property.end + comma, ''])
          }
        })
        return edits
          .sort(([a], [b]) => b - a)
          .reduce((text, [start, end, put]) => text.slice(0, start) + put + text.slice(end), code)
      },
    },
  }
}

/** As much of a node of the syntax tree as is looked at. */
interface Node {
  type: string
  callee?: { name?: string }
  arguments?: { properties?: { start: number; end: number; key?: { name?: string } }[] }[]
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node) see(node as Node)
  for (const child of Object.values(node)) visit(child, see)
}

/** What the sign-in form shares with the rest: without a place of its own the form would fetch the rest too. */
const ENTRADA =
  /preload-helper|\/src\/(core\/permisos|web\/(api\/http|sesion\/(sesion|bloqueo)|marco\/screens|tema\/esquema))\.ts/
const LISTA =
  /\/src\/web\/crud\/(lista\/(lista|lista-paginada|tabla|desplazable|filtros|columnas|reintentar|referencias|seleccion|columna)|exportar\/boton|boton-enlace|pagina\/(pagina|cargando|ausente)|valores)\.|\/src\/web\/marco\/mensaje\.|InputBase|CloseButton|components\/Input\//
const DATOS =
  /\/src\/core\/(contract|catalog|fields|formato|documento\/(declaracion|comprobante|documentos)|dinero\/(pagos|tasa|tramos|decimal|conteo|posicion))\.|big\.js|query-core|react-query|\/src\/web\/api\/(query|events|pausa)\./

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutUnused(), withoutAnswers(), subsetFont(), precompress(), preloadFont()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Nothing is inlined: the content policy allows files of our own only, and flags are cached as files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The name of a file changes with its content: that of the font also with what is left of it.
        assetFileNames: ({ names }) =>
          `assets/[name]-[hash]${names[0]?.endsWith('.woff2') ? fontVersion : ''}[extname]`,
        codeSplitting: {
          groups: [
            // What the sign-in form needs, apart from the rest, so that it stays small and cached.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            // With the setting that must be made before any schema is.
            { name: 'zod', test: /node_modules\/zod\/|\/web\/sin-eval\.ts/, priority: 40 },
            // Small parts that every list asks for together: each file of its own costs its headers, and packs worse.
            { name: 'entrada', test: ENTRADA, priority: 35 },
            { name: 'lista', test: LISTA, priority: 10 },
            { name: 'datos', test: DATOS, priority: 9 },
            { name: 'clsx', test: /node_modules\/clsx\//, priority: 40 },
            {
              name: 'toasts',
              test: /node_modules\/react-toastify\/|\/src\/web\/avisos\/avisos/,
              priority: 20,
            },
            { name: 'form', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 20 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  },
})
