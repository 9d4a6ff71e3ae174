// `npm run verificar` recomputes the books from documents and legs, with its progress on the terminal. On a difference it
// prints the first one and exits with code 1.
import { anclasContra, cabezasDeAntes } from '../src/areas/auditoria/cadena/contra.ts'
import { formatFechaHora } from '../src/core/formato.ts'
import { verificar } from '../src/main.libros.ts'
import { esDeDemo, lugarDe } from '../src/server/acceso/secretos.ts'
import { connect } from '../src/server/db/db.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readConfig } from '../src/server/proceso/config.ts'
import { openDatabase } from '../src/server/proceso/open.ts'

const deAntes = (hasta: string, n: number) =>
  `${n === 1 ? '1 cabeza publicada es' : `${n} cabezas publicadas son`} de antes de que la casa volviera al ${formatFechaHora(hasta)}: la auditoría lo dice, y aparte queda lo publicado.\n`

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  // The database may be new: after the migrations its books are empty and correct.
  await migrate(database.url)
  const db = connect({ url: database.url })
  try {
    const terminal = process.stderr.isTTY
    const books = await verificar(db, (n, total, regla) => {
      if (terminal) process.stderr.write(`\r\u001b[K${n}/${total} ${regla}`)
    })
    if (terminal) process.stderr.write('\r\u001b[K')
    const demo = await esDeDemo(database.url, false)
    const anclas = await anclasContra(db, lugarDe({ ...config, demo }, process.env).anclas)
    const { asientos, apuntes, selladas } = books
    process.stdout.write(
      `${asientos} asientos, ${apuntes} apuntes, ${selladas} filas de auditoría y ${anclas.revisadas} cabezas publicadas revisados.\n`,
    )
    for (const { hasta, cabezas } of await cabezasDeAntes(db))
      process.stdout.write(deAntes(hasta, cabezas))
    const diferencia = books.diferencia ?? anclas.diferencia
    if (diferencia) {
      process.stdout.write(`DIFERENCIA: ${diferencia.regla}.\n  ${diferencia.detalle}\n`)
      process.exitCode = 1
    } else process.stdout.write('Sin diferencias.\n')
  } finally {
    await db.destroy()
    await database.close()
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
