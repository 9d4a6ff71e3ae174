import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, type Pack, pack } from 'tar-stream'

/*
 * A copy is one file: tar, compressed by zstd, encrypted by age to the house's public key, each of them readable by the
 * tools of those names.
 */

/** What puts files into a package, one after another. */
export interface Empaca {
  carpeta(nombre: string): Promise<void>
  texto(nombre: string, contenido: string | Buffer): Promise<void>
  /** A file as long as it is when it is opened: what grows is cut, what shrinks is filled up. False: it has gone. */
  archivo(nombre: string, path: string): Promise<boolean>
}

/** How large a package is. */
export interface Medida {
  archivos: number
  bytes: number
  paquete: { bytes: number; sha256: string }
}

const ZSTD = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** Counts what passes, and takes its digest. */
function medir() {
  const hash = createHash('sha256')
  let bytes = 0
  const paso = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { paso, medida: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/**
 * Writes a package encrypted to `publica` into the file `destino`, which must not be there, and waits until it is on
 * disk. `llenar` puts its files in. An error of either side ends both; what was written stays, for the caller to remove.
 */
export async function empacar(
  destino: string,
  publica: string,
  llenar: (empaca: Empaca) => Promise<void>,
): Promise<Medida> {
  const tar = pack()
  const count = { archivos: 0, bytes: 0 }
  const sealing = new Encrypter()
  sealing.addRecipient(publica)
  const zstd = createZstdCompress(ZSTD)
  const { paso, medida } = medir()
  const file = createWriteStream(destino, { flags: 'wx', mode: 0o600, flush: true })
  // A disk that refuses it ends all three, of which the others say only that they were ended.
  let disco: Error | undefined
  file.once('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall) disco = error
  })
  const compress = pipeline(tar, zstd)
  const write = sealing
    .encrypt(Readable.toWeb(zstd) as ReadableStream<Uint8Array>)
    .then((sealed) => pipeline(Readable.from(sealed), paso, file))
  const fill = llenar(empacador(tar, count)).then(
    () => tar.finalize(),
    (error) => {
      tar.destroy(error)
      throw error
    },
  )
  const ends = await Promise.allSettled([fill, compress, write])
  // The first cause: what follows a broken end are errors of its neighbours.
  const failed = ends.find((one) => one.status === 'rejected')
  if (failed) throw disco ?? failed.reason
  return { ...count, paquete: medida() }
}

function empacador(tar: Pack, count: { archivos: number; bytes: number }): Empaca {
  const put = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    })
  return {
    carpeta: (name) =>
      new Promise((resolve, reject) => {
        tar.entry({ name, type: 'directory', mode: 0o700 }, (error) =>
          error ? reject(error) : resolve(),
        )
      }),
    async texto(name, content) {
      const bytes = Buffer.from(content)
      await put(name, bytes)
      count.archivos += 1
      count.bytes += bytes.length
    },
    async archivo(name, path) {
      const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (!handle) return false
      try {
        const { size } = await handle.stat()
        if (size === 0) await put(name, Buffer.alloc(0))
        else {
          await new Promise<void>((resolve, reject) => {
            const entry = tar.entry({ name, size, mode: 0o600 }, (error) =>
              error ? reject(error) : resolve(),
            )
            pipeline(Readable.from(justo(handle, size)), entry).catch(reject)
          })
        }
        count.archivos += 1
        count.bytes += size
        return true
      } finally {
        await handle.close()
      }
    },
  }
}

const TROZO = 256 * 1024

/** Exactly `size` bytes of a file that may change meanwhile. */
async function* justo(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const buffer = Buffer.allocUnsafe(Math.min(TROZO, size - at))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) buffer.fill(0)
    const chunk = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
    yield chunk
    at += chunk.length
  }
}

/** The SHA-256 and the size of a file. */
export async function huellaDe(path: string): Promise<Medida['paquete']> {
  const { paso, medida } = medir()
  await pipeline(createReadStream(path), paso.resume())
  return medida()
}

/**
 * Opens a package with the identity and writes its files under `en`, which must be empty. `lugar` answers where a name
 * of the package goes, or null for what is left out. `signal` ends it.
 * @throws Error in Spanish when it is not for this identity, or was cut or changed.
 */
export async function desempacar(
  origen: string,
  privada: string,
  lugar: (nombre: string) => string | null,
  signal?: AbortSignal,
): Promise<void> {
  const opening = new Decrypter()
  opening.addIdentity(privada)
  const tar = extract()
  const file = Readable.toWeb(createReadStream(origen)) as ReadableStream<Uint8Array>
  try {
    const plain = await opening.decrypt(file)
    await Promise.all([
      pipeline(Readable.from(plain), createZstdDecompress(), tar, { signal }),
      sacar(tar, lugar),
    ])
  } catch (error) {
    throw sinAbrir(origen, error)
  }
}

function sinAbrir(origen: string, error: unknown): unknown {
  if (/ENOSPC|EACCES|EROFS|EEXIST/.test(String((error as NodeJS.ErrnoException).code))) return error
  return new Error(
    `El respaldo «${origen}» está dañado o incompleto: no se pudo abrir. Use otro.`,
    { cause: error },
  )
}

/**
 * Reads one file of a package, as text, and no further than it; null where one comes first that `basta` knows, or the
 * end.
 * @throws Error in Spanish as `desempacar`.
 */
export async function leerPrimero(
  origen: string,
  privada: string,
  nombre: string,
  basta: (nombre: string) => boolean,
): Promise<string | null> {
  const opening = new Decrypter()
  opening.addIdentity(privada)
  const tar = extract()
  const file = createReadStream(origen)
  try {
    const plain = await opening.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)
    const flow = pipeline(Readable.from(plain), createZstdDecompress(), tar)
    // Ended before its end, it fails; what fails by itself fails the reading too.
    flow.catch(() => {})
    for await (const entry of tar) {
      const { name } = entry.header
      if (name === nombre) {
        let text = ''
        for await (const part of entry) text += part
        return text
      }
      if (basta(name)) return null
      entry.resume()
    }
    return null
  } catch (error) {
    throw sinAbrir(origen, error)
  } finally {
    file.destroy()
  }
}

async function sacar(
  tar: ReturnType<typeof extract>,
  lugar: (nombre: string) => string | null,
): Promise<void> {
  for await (const entry of tar) {
    const { name, type } = entry.header
    const path = normalize(name).split(sep).includes('..') ? null : lugar(name)
    if (path === null) entry.resume()
    else if (type === 'directory') {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    }
  }
}

/** The part of a name below the folder `de`, joined to `en`; undefined of another one. */
export function debajo(nombre: string, de: string, en: string): string | undefined {
  const clean = nombre.replace(/\/+$/, '')
  if (clean === de) return en
  return clean.startsWith(`${de}/`) ? join(en, clean.slice(de.length + 1)) : undefined
}
