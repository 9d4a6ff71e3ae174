// `npm run lock:edades` asks the registry when each version that is new in the lock file was released, and writes it
// down with today's instant in scripts/cadena/edades.json. A test refuses what came in too young. Needs the network;
// run it after every change of the lock file.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { ARCHIVO_EDADES, faltasDeEdad, leerEdades, paquetes, versionDe } from './cadena/candado.ts'

function publicada(name: string, version: string): string {
  const args = ['view', `${name}@${version}`, 'time', '--json']
  const shell = process.platform === 'win32'
  const { stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', shell })
  const time = (JSON.parse(stdout || '{}') as Record<string, string>)[version]
  if (!time) throw new Error(`El registro no dice cuándo salió ${name}@${version}.\n${stderr}`)
  return new Date(time).toISOString()
}

const all = paquetes()
const now = new Set(all.map(versionDe))
const { antes, despues } = leerEdades()
const edades = {
  antes: antes.filter((version) => now.has(version)),
  despues: Object.fromEntries(Object.entries(despues).filter(([version]) => now.has(version))),
}
const known = new Set([...edades.antes, ...Object.keys(edades.despues)])
for (const paquete of all) {
  const key = versionDe(paquete)
  if (known.has(key)) continue
  known.add(key)
  const { name, version } = paquete
  edades.despues[key] = {
    publicada: publicada(name, version),
    agregada: new Date().toISOString(),
  }
}
writeFileSync(ARCHIVO_EDADES, `${JSON.stringify(edades, null, 2)}\n`)
const faults = faltasDeEdad(all, edades)
process.stdout.write(faults.length > 0 ? `${faults.join('\n')}\n` : 'Ninguna es demasiado nueva.\n')
if (faults.length > 0) process.exitCode = 1
