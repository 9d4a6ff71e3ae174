import { type Capitulo, capituloDe } from '../rules.ts'

const textos = import.meta.glob<string>('../../../../docs/manual/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const imagenes = import.meta.glob<string>('../../../../docs/manual/imagenes/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

const nombreDe = (path: string) => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))

const leidos = new Map(
  Object.entries(textos).map(([path, text]) => [nombreDe(path), capituloDe(nombreDe(path), text)]),
)

/** The chapters in the order of the index, then the cards. */
const indice = [
  ...(textos['../../../../docs/manual/README.md'] ?? '').matchAll(/\]\(([\w-]+)\.md\)/g),
]

/** The manual, in the order of its index. */
export const capitulos: readonly Capitulo[] = indice.flatMap(
  ([, nombre = '']) => leidos.get(nombre) ?? [],
)

/** The address of a picture of the manual, by its path in a chapter: `imagenes/mostrador.webp`. */
export const imagen = (path: string): string | undefined =>
  imagenes[`../../../../docs/manual/${path}`]

/** Every picture of the manual has this size in pixels (test/e2e/manual), so that its place is there before it is. */
export const TAMANO = { width: 1100, height: 680 }
