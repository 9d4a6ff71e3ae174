import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { Pieza } from './contenido.ts'

const comprimido = promisify(gzip)
const BLOQUE = 4 << 20
/** Blocks that are compressed at once: more would wait for the disk. */
const A_LA_VEZ = 4

/** The stream in blocks of one size, whatever its chunks are: what comes out does not depend on how it came in. */
async function* bloques(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    parts.push(chunk)
    length += chunk.length
    while (length >= BLOQUE) {
      const all = Buffer.concat(parts)
      yield all.subarray(0, BLOQUE)
      parts = [all.subarray(BLOQUE)]
      length -= BLOQUE
    }
  }
  yield Buffer.concat(parts)
}

/** gzip in members, which every reader takes as one: several cores write them, in order. */
async function* enMiembros(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const doing: Promise<Buffer>[] = []
  for await (const block of bloques(stream)) {
    doing.push(comprimido(block, { level: 6 }))
    if (doing.length >= A_LA_VEZ) yield (await doing.shift()) as Buffer
  }
  for (const one of doing) yield await one
}

const escrita = (tar: Pack, header: Parameters<Pack['entry']>[0], texto = '') =>
  new Promise<void>((done, fail) => {
    tar.entry(header, texto, (error) => (error ? fail(error) : done()))
  })

/** Writes the pieces one after another: nobody's user, one instant, and of the mode only who may run it. */
async function empacar(tar: Pack, carpeta: string, piezas: readonly Pieza[], mtime: Date) {
  await escrita(tar, { name: carpeta, mtime, uid: 0, gid: 0, type: 'directory', mode: 0o755 })
  for (const pieza of piezas) {
    const common = { name: `${carpeta}/${pieza.nombre}`, mtime, uid: 0, gid: 0 }
    if ('carpeta' in pieza) {
      await escrita(tar, { ...common, type: 'directory', mode: 0o755 })
    } else if ('enlace' in pieza) {
      await escrita(tar, { ...common, type: 'symlink', linkname: pieza.enlace, mode: 0o777 })
    } else if ('texto' in pieza) {
      await escrita(tar, { ...common, type: 'file', mode: 0o644 }, pieza.texto)
    } else {
      const { size, mode } = statSync(pieza.archivo)
      const entry = tar.entry({ ...common, size, mode: mode & 0o100 ? 0o755 : 0o644 })
      await pipeline(createReadStream(pieza.archivo), entry)
    }
  }
  tar.finalize()
}

/** Writes the package into a file: the same pieces give the same bytes. Answers its digest. */
export async function comprimir(
  file: string,
  carpeta: string,
  piezas: readonly Pieza[],
  mtime: Date,
): Promise<string> {
  const hash = createHash('sha256')
  const paso = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const tar = pack()
  const packed = empacar(tar, carpeta, piezas, mtime).catch((error: Error) => tar.destroy(error))
  const plain = new PassThrough()
  await Promise.all([
    packed,
    pipeline(tar, plain),
    pipeline(Readable.from(enMiembros(plain)), paso, createWriteStream(file)),
  ])
  return hash.digest('hex')
}
