import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import subset from 'subset-font'
import { defineConfig, type Plugin } from 'vite'
import { notices } from './scripts/cadena/licencias.ts'
import { stylesWithComponents } from './scripts/web/estilos.ts'
import { paperFont } from './scripts/web/fuente-papel.ts'
import { installable } from './scripts/web/instalable.ts'
import { LETTERS } from './scripts/web/letras.ts'
import { preloadRoutes, shortScript } from './scripts/web/precarga.ts'
import { serviceWorker } from './scripts/web/trabajador.ts'

const COMPRESSIBLE = /\.(js|css|html|svg|txt|json|webmanifest)$/

/** Compresses every text file once, at build. The server sends the compressed file and compresses none per request. */
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

const WEIGHTS = { wght: { min: 400, max: 700 } }
/** Font features to keep: tabular figures, the l and the quotes that base.css selects, kerning and composition. */
const FEATURES = ['tnum', 'cv05', 'ss03', 'kern', 'ccmp', 'locl']
const fontVersion = createHash('sha256')
  .update(JSON.stringify([LETTERS, WEIGHTS, FEATURES]))
  .digest('hex')
  .slice(0, 6)

/** Reduces the font to our characters and weights, which halves its size. */
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

/** Adds a preload of the text font to the page, so that the first text is drawn in it. */
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
 * Parts of libraries that the browser never runs. Their uses are cut out, so that tree shaking removes the code behind
 * them. Each must be found: when an update of the library changes the text, the build fails.
 */
const UNUSED: readonly Cut[] = [
  // Only the server describes schemas as JSON.
  [
    /zod\/v4\/classic\/schemas\.js$/,
    [
      [/inst\._zod\.processJSONSchema = .*;$/gm, ''],
      [/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined'],
      [/createToJSONSchemaMethod\(this, \{\}\)\(params\)/g, 'undefined'],
      // A sentence without words of its own is said in Spanish (esquema/validar.ts).
      [/core\.config\(en\(\)\)/g, 'undefined'],
    ],
  ],
  // The theme's variables are in a file (theme.css), so no style is written into the page.
  [
    /MantineProvider\/MantineProvider\.mjs$/,
    [[/withCssVariables && (?=\/\* @__PURE__ \*\/ jsx\(MantineCssVariables)/g, 'false && ']],
  ],
  // What writes goes through useSave; the query client only empties and resumes its cache of mutations.
  [
    /query-core\/build\/modern\/queryClient\.js$/,
    [
      [
        /config\.mutationCache \|\| new MutationCache\(\)/g,
        '{ clear() {}, async resumePausedMutations() {} }',
      ],
    ],
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

/** Properties of an endpoint that the browser does not read: only the server validates addresses and answers. */
const UNREAD = /^(?:params|query|response|acceso|resumen)$/

/**
 * Removes from the contracts what only the server uses: the schemas of answers, params and queries. It marks every
 * constant as free of side effects, so that tree shaking removes those that are no longer used.
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

/** The properties of a syntax tree node that this plugin reads. */
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

/**
 * Contracts and fields import `src/web/esquema/diferido.ts` instead of zod, so that zod comes with the first form and
 * not with the first list.
 */
function zodWithForms(): Plugin {
  const deferred = join(import.meta.dirname, 'src/web/esquema/diferido.ts')
  return {
    name: 'zod-with-forms',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const own = importer.includes('/src/') && !importer.includes('node_modules')
      return source === 'zod' && own && !importer.endsWith('/esquema/validar.ts') ? deferred : null
    },
  }
}

/**
 * Files of the browser's program, by the modules at which each begins: it holds them with all that they import, unless
 * a file above has it. One file a module costs a request with its headers each and compresses badly; one file for all
 * makes a list wait for forms.
 */
const FILES: Readonly<Record<string, readonly RegExp[]>> = {
  // Does not change from release to release.
  react: [/node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime|vite\/preload-helper/],
  // The sign-in form.
  entrada: [/\/src\/main\.web\.tsx$/],
  // The frame, what every list shows, and small things that most screens share.
  app: [
    /\/src\/(?:main\.screens\.tsx|core\/(?:dinero\/(?!cotizador)|documento\/(?!papel)|formato|texto\/(?:password|texto))|areas\/(?:(?:usuarios|dashboard|posiciones|paises)\/contract|monedas\/ui\/uso|compras-ventas\/(?:contract|estado-ficha|pantalla\/canal)))/,
    /\/src\/web\/(?:bandera\.tsx|duda\/|api\/|crud\/(?:boton-enlace|exportar\/descargar|grafico\/grafico\.|lista\/(?!campo|despues)|totales\/|pagina\/pagina\.))|IconCircle/,
    /@mantine\/(?:core\/esm\/core|hooks\/esm\/(?:use-(?:merged-ref|uncontrolled|timeout)|utils))\//,
  ],
  avisos: [/\/src\/web\/avisos\/avisos\.tsx$/],
  // What a list needs only after a touch: its columns, its days, its marked rows.
  herramientas: [/\/src\/web\/crud\/lista\/despues\//],
  segmentos: [/@mantine\/core\/esm\/components\/SegmentedControl\//],
  // What boards and operations draw beside their words.
  iconos: [/@tabler\//],
  // What floats over a page: menus, choices, dialogs.
  flotante: [
    /@mantine\/core\/esm\/components\/(?:Popover|FocusTrap|ScrollArea)\//,
    /\/src\/web\/crud\/modal-base\.tsx$/,
  ],
  // What operations, details and forms share: their buttons and questions, without what opens a dialog.
  operacion: [
    /\/src\/web\/(?:comprobantes|operacion|crud\/conteo)\/(?!declaracion|soltar-fuera|telefono\/dialogo)/,
    /\/src\/web\/(?:cotizacion|marco\/(?:teclas|foco))\.tsx?$/,
    /\/src\/web\/crud\/(?:modal|dialogo|formulario\/salida)\.tsx$/,
    /\/src\/areas\/tipos-pagos\/(?:ui\/(?!pago-nuevo)|rules\/(?:linea|formas|tarifa))/,
    /\/src\/areas\/(?:clientes\/ui\/(?:(?:picker|nuevo|conocido)\.tsx|que-llega|(?:uso|frase)-limites|cliente\.module)|tipos-cambios\/(?:ui\/guardadas|tipos\.module))/,
    /\/src\/areas\/compras-ventas\/(?:(?:mostrador\/mostrador|autorizacion\/autorizacion)\.module|(?:papel\/manos|rules)\.ts)/,
    /@mantine\/core\/esm\/components\/(?:ActionIcon|NativeSelect)\//,
    /@mantine\/hooks\/esm\/use-debounced-value\//,
  ],
  // What the pages of orders share, and what reports share.
  ordenes: [
    /\/src\/areas\/ordenes\/(?:acciones\/uso-acciones|dialogos\/accion-abierta|estado-orden)\.tsx$/,
  ],
  reportes: [/\/src\/areas\/reportes\/partes\//],
  contratos: [/\/src\/areas\/(?:clientes|tipos-cambios)\/contract/],
  eleccion: [
    /\/src\/(?:web\/crud\/lista\/campo-busqueda|areas\/clientes\/ui\/hallados-lista)\.tsx$/,
  ],
  // Passwords and switches: of dialogs and of forms.
  clave: [/@mantine\/core\/esm\/components\/(?:PasswordInput|Switch)\//],
  campos: [/\/src\/web\/crud\/formulario\/campo\.tsx$/],
  formulario: [/\/src\/web\/(?:crud\/formulario\/formulario|operacion\/declaracion-dialogo)\.tsx$/],
  detalle: [/\/src\/web\/crud\/(?:pagina\/|boton-confirmar)/],
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    stylesWithComponents(import.meta.dirname),
    zodWithForms(),
    withoutUnused(),
    withoutAnswers(),
    subsetFont(),
    paperFont(),
    notices(),
    shortScript(),
    preloadRoutes(import.meta.dirname),
    installable(import.meta.dirname),
    serviceWorker(import.meta.dirname),
    precompress(),
    preloadFont(),
  ],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // No asset is inlined: the content security policy allows only our own files, and flags are cached as files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Files follow `FILES`, not the kind of an import.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // A file's name has a hash of its content; the font's name also depends on the characters that are kept.
        assetFileNames: ({ names }) =>
          `assets/[name]-[hash]${names[0]?.endsWith('.woff2') ? fontVersion : ''}[extname]`,
        codeSplitting: {
          groups: [
            ...Object.entries(FILES).map(([name, begins], at) => ({
              name,
              test: (id: string) => begins.some((begin) => begin.test(id)),
              priority: 90 - at,
            })),
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
