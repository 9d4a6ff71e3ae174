// `npm run verificar`: recomputes the books from their apuntes; exit 1 and the first difference if there is one.
import { readConfig } from '../src/server/config.ts'
import { connect } from '../src/server/db.ts'
import { startPostgres } from '../src/server/embedded.ts'
import { verificar } from '../src/server/verificar.ts'

const { databaseUrl, datos } = readConfig(process.env)
const postgres = databaseUrl ? null : await startPostgres({ carpeta: datos })
const db = connect({ url: databaseUrl ?? (postgres?.url as string) })
try {
  const { asientos, apuntes, diferencia } = await verificar(db)
  process.stdout.write(`${asientos} asientos, ${apuntes} apuntes revisados.\n`)
  if (diferencia) {
    process.stdout.write(`DIFERENCIA: ${diferencia.regla}.\n  ${diferencia.detalle}\n`)
    process.exitCode = 1
  } else process.stdout.write('Sin diferencias.\n')
} finally {
  await db.destroy()
  await postgres?.stop()
}
