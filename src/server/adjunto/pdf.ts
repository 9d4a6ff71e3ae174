import { inflateSync } from 'node:zlib'

/** What a PDF may not hold: programs, commands and other files. */
const PROHIBIDO = [
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'GoToE',
  'ImportData',
  'SubmitForm',
]
/** Shorter names would be met by chance among compressed bytes; a script has a long one as well. */
const LARGO = 6
const nombres = (all: readonly string[]) => new RegExp(`/(?:${all.join('|')})(?![A-Za-z0-9])`)
const PROHIBIDOS = nombres(PROHIBIDO)
const LARGOS = nombres(PROHIBIDO.filter((name) => name.length >= LARGO))
const EMPACADOS = nombres(['ObjStm'])
const CIFRADO = nombres(['Encrypt'])

/** Most bytes that the packed objects of one file may have when they are opened. */
const ABIERTO = 32 * 1024 * 1024
/** How far before its data the dictionary of a stream may begin. */
const DICCIONARIO = 4_000

/**
 * What is wrong with a PDF: `activo` when it holds programs, commands or files; `cerrado` when it cannot be looked into,
 * because it is encrypted or its objects are packed in an unusual way; null when nothing is.
 */
export function reparoPdf(bytes: Uint8Array): 'activo' | 'cerrado' | null {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (LARGOS.test(sinEscapes(raw))) return 'activo'
  let left = ABIERTO
  let outside = ''
  let from = 0
  for (const { dict, start, end } of flujos(raw)) {
    outside += raw.slice(from, start)
    from = end
    if (!EMPACADOS.test(dict)) continue
    const text = abierto(dict, bytes.subarray(start, end), left)
    if (text === null) return 'cerrado'
    left -= text.length
    if (PROHIBIDOS.test(sinEscapes(text))) return 'activo'
  }
  const plain = sinEscapes(outside + raw.slice(from))
  if (PROHIBIDOS.test(plain)) return 'activo'
  return CIFRADO.test(plain) ? 'cerrado' : null
}

/** Names as readers see them: `/Java#53cript` is `/JavaScript`. */
const sinEscapes = (text: string) =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** The streams of a file: the text of their dictionaries, and where their data stand. */
function* flujos(raw: string): Generator<{ dict: string; start: number; end: number }> {
  let from = 0
  for (
    let at = raw.indexOf('stream');
    at >= 0;
    at = raw.indexOf('stream', Math.max(from, at + 6))
  ) {
    const before = raw.slice(Math.max(from, at - DICCIONARIO), at)
    if (!before.trimEnd().endsWith('>>')) continue
    const start = at + 6 + (/^\r?\n?/.exec(raw.slice(at + 6, at + 8))?.[0].length ?? 0)
    const found = raw.indexOf('endstream', start)
    const end = found < 0 ? raw.length : found
    yield { dict: sinEscapes(before.slice(Math.max(0, before.lastIndexOf('obj')))), start, end }
    from = end
  }
}

/** Packed objects in plain; null when they are packed otherwise than by Flate alone, are damaged or too many. */
function abierto(dict: string, data: Uint8Array, most: number): string | null {
  const [, filter = ''] = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dict) ?? []
  const names = filter.match(/\w+/g) ?? []
  if (names.length === 0) return Buffer.from(data).toString('latin1')
  if (names.join() !== 'FlateDecode' || /\/DecodeParms/.test(dict) || most <= 0) return null
  try {
    return inflateSync(data, { maxOutputLength: most }).toString('latin1')
  } catch {
    return null
  }
}
