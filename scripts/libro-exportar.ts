// `npm run libro:exportar -- hledger [desde] [hasta]` writes the ledger to the standard output as a journal that
// hledger, ledger or beancount reads. Days as 2026-11-22; without them, the whole ledger.
import { once } from 'node:events'
import { z } from 'zod'
import { diarioDe } from '../src/areas/libro/exportacion.ts'
import { FORMATOS, type Formato } from '../src/areas/libro/rules/diario.ts'
import { connect } from '../src/server/db/db.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readConfig } from '../src/server/proceso/config.ts'
import { openDatabase } from '../src/server/proceso/open.ts'

const USO = `Uso: npm run --silent libro:exportar -- ${Object.keys(FORMATOS).join('|')} [desde] [hasta] > libro.txt`

const dia = z.iso.date().optional()
const pedido = z
  .tuple([z.enum(Object.keys(FORMATOS) as [Formato, ...Formato[]])])
  .rest(dia)
  .safeParse(process.argv.slice(2))

async function exportar([formato, desde, hasta]: [Formato, ...(string | undefined)[]]) {
  const database = await openDatabase(readConfig(process.env))
  await migrate(database.url)
  const db = connect({ url: database.url })
  try {
    for await (const text of diarioDe(db, formato, {
      desde: desde ?? null,
      hasta: hasta ?? null,
    })) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    }
  } finally {
    await db.destroy()
    await database.close()
  }
}

if (pedido.success) await exportar(pedido.data)
else {
  process.stderr.write(`${USO}\n`)
  process.exitCode = 2
}
