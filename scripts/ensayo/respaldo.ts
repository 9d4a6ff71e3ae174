// `npm run ensayo:respaldo -- [rondas] [muertes]` tries backups and restores on a house of its own, in a temporary folder.
// Eight writers register purchases and sales through the program, each with its key, all the while: so many backups, each
// restored, verified and held against what was acknowledged; backups that are killed, so many, at some moment each; a
// restore to each of three instants; then as many restores that are killed, and brought by the next one.
import { SEMILLA } from '../../test/jaula/azar.ts'
import { abrirEnsayo } from './casa.ts'
import { copiasMuertas, restauracionesMuertas } from './muertes.ts'
import { aInstantes, enRondas, turnoDe } from './rondas.ts'

const [rondas = 20, muertes = 20] = process.argv.slice(2).map(Number)

const ensayo = await abrirEnsayo()
process.stdout.write(`Casa abierta; semilla ${SEMILLA}.\n`)
try {
  const { escritores } = ensayo
  try {
    await enRondas(ensayo, rondas)
    await copiasMuertas(ensayo, muertes)
    const turno = turnoDe(ensayo)
    await aInstantes(ensayo, turno)
    await escritores.parar()
    await turno()
  } finally {
    await ensayo.cerrar()
  }
  const { errores, cuenta } = escritores
  if (errores.length > 0) throw new Error(`Respuestas: ${JSON.stringify(errores.slice(0, 3))}`)
  process.stdout.write(
    `${cuenta.ok} operaciones acusadas, ${cuenta.rechazado} rechazadas, ${cuenta.reintentos} reintentos, sin errores.\n`,
  )
  await restauracionesMuertas(ensayo, muertes)
} finally {
  ensayo.borrar()
}
