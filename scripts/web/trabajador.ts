import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { filesOf } from './precarga.ts'

/** The modules that open without a line, each with all that it imports; the first one is the page's own. */
const SIN_LINEA = [
  'src/main.web.tsx',
  'src/main.screens.tsx',
  'src/areas/calculadora/calculadora.tsx',
  'src/main.linea.tsx',
  'src/web/avisos/avisos.tsx',
  'src/web/sin-linea/sin-servicio.tsx',
]

/** What these modules show without importing it. */
const SHOWN = /\.(?:svg|woff2)$/

/** Builds the service worker with the names of the files that it keeps, and a digest of what they are. */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      const id = join(root, 'src/web/sin-linea/trabajador.ts')
      this.emitFile({ type: 'chunk', id, fileName: 'sw.js' })
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const shown = Object.keys(bundle).filter((name) => SHOWN.test(name))
      const own = SIN_LINEA.flatMap((path) => filesOf(chunks, join(root, path)))
      const names = [...new Set([...own, ...shown])].map((name) => `/${name}`)
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') return this.error('no service worker was built')
      if (/^\s*(?:import|export)\b/m.test(worker.code)) this.error('the service worker imports')
      const huella = createHash('sha256')
        .update(JSON.stringify(names))
        .update(worker.code)
        .update(readFileSync(join(root, 'index.html')))
        .digest('hex')
        .slice(0, 12)
      worker.code = worker.code
        .replaceAll('__HUELLA__', JSON.stringify(huella))
        .replaceAll('__ARCHIVOS__', JSON.stringify(names))
    },
  }
}
