// `npm run demo:reiniciar` empties a database that holds the demo, and only such a one, and loads the demo anew.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lugarDe } from '../../src/server/acceso/secretos.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { openDatabase } from '../../src/server/proceso/open.ts'
import { loadDemo } from './load.ts'
import { vaciarDemo } from './vaciar.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { url, close } = await openDatabase(config)
  try {
    await vaciarDemo(url)
    // The published heads of the demo that is gone, where they lie with its data and nobody else's.
    const { anclas } = lugarDe({ ...config, demo: true }, process.env)
    if (!config.databaseUrl && anclas === config.datos)
      rmSync(join(anclas, 'auditoria'), { recursive: true, force: true })
    await migrate(url)
    await loadDemo(url, { say })
    say('La demostración está como nueva: iníciela con «npm start».')
  } finally {
    await close()
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
