import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The brand's picture (`icono.svg`) drawn in the sizes that systems ask for; a masked one fills its square. */
const ICONOS = [
  { archivo: 'icono-192.png', sizes: '192x192', purpose: 'any' },
  { archivo: 'icono-512.png', sizes: '512x512', purpose: 'any' },
  { archivo: 'icono-lleno-512.png', sizes: '512x512', purpose: 'maskable' },
]

/** What a system shows of the program once it is installed. */
const PROGRAMA = {
  id: '/',
  name: 'Cambista',
  short_name: 'Cambista',
  description: 'Gestión de una casa de cambio y remesas.',
  lang: 'es-PE',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#f8f9fa',
  theme_color: '#ffffff',
  shortcuts: [
    { name: 'Compra - Venta', url: '/compras-ventas/nueva' },
    { name: 'Órdenes', url: '/ordenes' },
  ],
}

/** Writes the manifest by which a browser offers to install the program, and names it in the page. */
export function installable(root: string): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle() {
      const icons = ICONOS.map(({ archivo, ...icon }) => {
        const source = readFileSync(join(root, 'src/web/tema', archivo))
        const ref = this.emitFile({ type: 'asset', name: archivo, source })
        return { src: `/${this.getFileName(ref)}`, type: 'image/png', ...icon }
      })
      const source = JSON.stringify({ ...PROGRAMA, icons })
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source })
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    ],
  }
}
