// `npm run paquete -- <carpeta>` writes the package of this version for this platform: sources that run, the built
// interface, Node, PostgreSQL and the packages of production, the bill of materials and the licences. It is unpacked and
// started without network, npm or a build (docs/despliegue.md). The same sources give the same bytes.
import { empaquetar } from './empaquetar.ts'

empaquetar(process.argv[2] ?? 'paquetes').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
