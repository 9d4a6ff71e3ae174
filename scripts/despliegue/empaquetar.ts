import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { comprimir } from './comprimir.ts'
import { contenido } from './contenido.ts'

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/**
 * The instant that every file gets: SOURCE_DATE_EPOCH, else the commit's. Browsers ask by a page's time whether it
 * changed, so one instant for all versions would not do.
 */
function instante(): Date {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct'))
  if (!Number.isInteger(seconds) || seconds <= 0)
    throw new Error(
      'Falta la fecha de estas fuentes: fuera de git, indíquela en SOURCE_DATE_EPOCH.',
    )
  return new Date(seconds * 1000)
}

/** What of these sources is in no commit; empty outside of git too. */
export const sinConfirmar = () => git('status', '--porcelain')

/**
 * Writes the package of this version into a folder, with its digest beside it, and says where it is.
 * @throws Error in Spanish where the interface is not built, or the instant of the sources is not known.
 */
export async function empaquetar(into: string): Promise<void> {
  const folder = resolve(into)
  const mtime = instante()
  const { version, piezas } = contenido()
  const name = `cambista-${version}-${process.platform}-${process.arch}.tar.gz`
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `.${name}.${process.pid}`)
  try {
    const digest = await comprimir(draft, `cambista-${version}`, piezas, mtime)
    renameSync(draft, join(folder, name))
    writeFileSync(join(folder, `${name}.sha256`), `${digest}  ${name}\n`)
    if (sinConfirmar() !== '')
      process.stdout.write('Aviso: hay cambios sin confirmar en git; están en el paquete.\n')
    process.stdout.write(`${join(folder, name)}\nsha256 ${digest}\n`)
  } finally {
    rmSync(draft, { force: true })
  }
}
