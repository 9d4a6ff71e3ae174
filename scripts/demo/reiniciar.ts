// `npm run demo:reiniciar` empties a database that holds the demo, and only such a one, and loads the demo anew.
import { migrate } from '../../src/server/db/migrate.ts'
import { readConfig } from '../../src/server/proceso/config.ts'
import { openDatabase } from '../../src/server/proceso/open.ts'
import { loadDemo } from './load.ts'
import { dicho, quitarSecretos } from './secretos.ts'
import { vaciarDemo } from './vaciar.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { url, close } = await openDatabase(config)
  try {
    // The published heads of the demo that is gone; its key is the next one's.
    await vaciarDemo(url, (huella) => {
      const demo = { config, env: process.env, huella, ahora: new Date() }
      const { apartados } = quitarSecretos(demo, ['auditoria'])
      for (const text of dicho({ apartados, dada: null })) say(text)
    })
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
