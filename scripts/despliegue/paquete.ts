// `npm run paquete -- <carpeta>` writes the package of this version for this platform: sources that run, the built
// interface, Node, PostgreSQL and the packages of production, the bill of materials and the licences. It is unpacked and
// started without network, npm or a build (docs/despliegue.md). The same sources give the same bytes.
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

async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? 'paquetes')
  const mtime = instante()
  const { version, piezas } = contenido()
  const name = `cambista-${version}-${process.platform}-${process.arch}.tar.gz`
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `.${name}.${process.pid}`)
  try {
    const digest = await comprimir(draft, `cambista-${version}`, piezas, mtime)
    renameSync(draft, join(folder, name))
    writeFileSync(join(folder, `${name}.sha256`), `${digest}  ${name}\n`)
    if (git('status', '--porcelain') !== '')
      process.stdout.write('Aviso: hay cambios sin confirmar en git; están en el paquete.\n')
    process.stdout.write(`${join(folder, name)}\nsha256 ${digest}\n`)
  } finally {
    rmSync(draft, { force: true })
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
