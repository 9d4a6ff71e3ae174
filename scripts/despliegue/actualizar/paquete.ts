import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** A package whose digest was checked. */
export interface Paquete {
  archivo: string
  version: string
}

const NOMBRE = /^cambista-(\d+\.\d+\.\d+)-([a-z0-9]+-[a-z0-9]+)\.tar\.gz$/

const numeros = (version: string) => version.split('.').map(Number)

/** Whether a version is later than another, both as `0.3.0`. */
export function posterior(version: string, que: string): boolean {
  const other = numeros(que)
  const [at, part] = [...numeros(version).entries()].find(([i, one]) => one !== other[i]) ?? [0, 0]
  return part > (other[at] ?? 0)
}

/**
 * Checks the package in `archivo` against the digest beside it.
 * @throws Error in Spanish when it is no package, is of another platform, or was cut or changed.
 */
export async function exigirPaquete(archivo: string): Promise<Paquete> {
  const [, version, plataforma] = NOMBRE.exec(basename(archivo)) ?? []
  if (!version) {
    throw new Error(`«${archivo}» no es un paquete: se llama cambista-0.3.0-linux-x64.tar.gz.`)
  }
  if (plataforma !== `${process.platform}-${process.arch}`) {
    throw new Error(
      `Ese paquete es para ${plataforma}, y esta máquina es ${process.platform}-${process.arch}.`,
    )
  }
  const sums = `${archivo}.sha256`
  if (!existsSync(archivo) || !existsSync(sums)) {
    throw new Error(`Falta «${existsSync(archivo) ? sums : archivo}»: copie los dos archivos.`)
  }
  const [digest] = readFileSync(sums, 'utf8').split(/\s/)
  const hash = createHash('sha256')
  await pipeline(createReadStream(archivo), hash)
  if (hash.digest('hex') !== digest) {
    throw new Error(`«${archivo}» está incompleto o fue alterado: cópielo de nuevo.`)
  }
  return { archivo, version }
}

/**
 * Unpacks a package to the folder `destino`, which appears when it is whole; what lay there of the same version goes.
 * @throws Error in Spanish when the disk is full or closed, or a name in it leads elsewhere.
 */
export async function desempaquetar({ archivo }: Paquete, destino: string): Promise<void> {
  const draft = `${destino}.nueva`
  rmSync(draft, { recursive: true, force: true })
  // Others read what is unpacked, whatever the umask of whoever calls is; what is started later has his.
  const before = process.umask(0o022)
  try {
    mkdirSync(draft, { mode: 0o755 })
    const tar = extract()
    await Promise.all([
      pipeline(createReadStream(archivo), createGunzip(), tar),
      sacar(tar, basename(destino), draft),
    ])
    rmSync(destino, { recursive: true, force: true })
    renameSync(draft, destino)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new Error(`No queda espacio en «${dirname(destino)}».`)
    if (code === 'EACCES' || code === 'EROFS') {
      throw new Error(`No se puede escribir en «${dirname(destino)}»: ejecútelo como su dueño.`)
    }
    throw error
  } finally {
    process.umask(before)
  }
}

async function sacar(tar: ReturnType<typeof extract>, raiz: string, en: string): Promise<void> {
  for await (const entry of tar) {
    const { name, type, linkname, mode = 0o644 } = entry.header
    const path = join(en, dentro(name, raiz))
    if (type === 'symlink') dentro(aDonde(name, linkname ?? '/'), raiz)
    if (type === 'file') await pipeline(entry, createWriteStream(path, { flags: 'wx', mode }))
    else entry.resume()
    if (type === 'directory') mkdirSync(path, { recursive: true, mode: 0o755 })
    if (type === 'symlink') symlinkSync(linkname ?? '', path)
  }
}

const aDonde = (name: string, link: string) => (isAbsolute(link) ? link : join(dirname(name), link))

/** The part of a name below the package's own folder. @throws Error in Spanish when it leads out of it. */
function dentro(name: string, raiz: string): string {
  const below = relative(raiz, normalize(name))
  if (!below.startsWith('..') && !name.startsWith('/')) return below
  throw new Error(`El paquete tiene un nombre que sale de su carpeta («${name}»): no se usa.`)
}
