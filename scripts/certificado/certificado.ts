// `npm run certificado -- casa.local 192.168.1.20` makes a certificate for the names and addresses under which the tills
// open the program, signed by an authority of the house's own, which is made the first time. Without names it renews the
// one that is there. With --otra-autoridad it makes another authority, which every till has to install.
import { join } from 'node:path'
import { carpetaDeSecretos } from '../../src/server/acceso/secretos.ts'
import { certificar } from '../../src/server/certificado/certificar.ts'
import { ARCHIVOS } from '../../src/server/certificado/hecho.ts'
import { variables } from '../../src/server/certificado/leame.ts'
import { readConfig } from '../../src/server/proceso/config.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  const wrong = given.find((each) => each.startsWith('-') && each !== '--otra-autoridad')
  if (wrong) throw new Error(`No hay una opción «${wrong}»: solo --otra-autoridad.`)
  const hecho = await certificar({
    // A demo is served on this machine alone: a certificate is a real house's.
    carpeta: carpetaDeSecretos({ ...readConfig(process.env), demo: false }, process.env),
    nombres: given.filter((each) => !each.startsWith('-')),
    ahora: new Date(),
    otra: given.includes('--otra-autoridad'),
  })
  const en = (name: string) => join(hecho.carpeta, name)
  const lines = (texts: readonly string[]) => texts.map((text) => `  ${text}`).join('\n')
  const hasta = hecho.vence.toISOString().slice(0, 10)
  say(`Certificado hecho para ${hecho.nombres.join(', ')}, hasta el ${hasta}:`)
  say(lines([en(ARCHIVOS.cert), en(ARCHIVOS.key)]))
  say(`\nInicie el programa con:\n${lines(variables(hecho))}`)
  say('y, en CAMBISTA_NOMBRES, los nombres que no sean los de este equipo.')
  if (hecho.nueva) say('\nEn cada caja instale, una sola vez, la autoridad que se acaba de hacer:')
  else
    say('\nLo firmó la autoridad de siempre: en las cajas que ya la tienen no hay que hacer nada.')
  say(lines([en(ARCHIVOS.publico), `SHA-256 ${hecho.huella}`]))
  say(`«${en(ARCHIVOS.leame)}» dice cómo, en Windows, macOS, Linux, Android e iPhone.`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
