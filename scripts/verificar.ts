// `npm run verificar`: recomputes the books from their apuntes; exit 1 and the first difference if there is one.
import { readConfig } from '../src/server/config.ts'
import { connect } from '../src/server/db.ts'
import { openDatabase } from '../src/server/open.ts'
import { verificar } from '../src/server/verificar.ts'

const database = await openDatabase(readConfig(process.env))
const db = connect({ url: database.url })
try {
  const { asientos, apuntes, diferencia } = await verificar(db)
  process.stdout.write(`${asientos} asientos, ${apuntes} apuntes revisados.\n`)
  if (diferencia) {
    process.stdout.write(`DIFERENCIA: ${diferencia.regla}.\n  ${diferencia.detalle}\n`)
    process.exitCode = 1
  } else process.stdout.write('Sin diferencias.\n')
} finally {
  await db.destroy()
  await database.close()
}
