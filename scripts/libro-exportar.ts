// `npm run libro:exportar -- hledger [desde] [hasta]` writes the ledger to the standard output as a journal that
// hledger, ledger or beancount reads. Days as 2026-11-22; without them, the whole ledger. `verificable` writes all of it
// for `npm run auditoria:verificar -- <exportación> --libro <libro>`.
import { once } from 'node:events'
import { z } from 'zod'
import { sellar } from '../src/areas/auditoria/cadena/sellado.ts'
import { diarioDe } from '../src/areas/libro/exportacion.ts'
import { FORMATOS, type Formato } from '../src/areas/libro/rules/diario.ts'
import { libroVerificable } from '../src/areas/libro/verificable/verificable.ts'
import { connect } from '../src/server/db/db.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readConfig } from '../src/server/proceso/config.ts'
import { openDatabase } from '../src/server/proceso/open.ts'

const USO = `Uso: npm run --silent libro:exportar -- ${Object.keys(FORMATOS).join('|')}|verificable [desde] [hasta] > libro.txt`

const dia = z.iso.date().optional()
const pedido = z
  .tuple([z.enum(['verificable', ...(Object.keys(FORMATOS) as Formato[])])])
  .rest(dia)
  .safeParse(process.argv.slice(2))

async function exportar([formato, desde, hasta]: [
  Formato | 'verificable',
  ...(string | undefined)[],
]) {
  const database = await openDatabase(readConfig(process.env))
  await migrate(database.url)
  const db = connect({ url: database.url })
  try {
    const dias = { desde: desde ?? null, hasta: hasta ?? null }
    if (formato === 'verificable') await sellar(db)
    const texts = formato === 'verificable' ? libroVerificable(db) : diarioDe(db, formato, dias)
    for await (const text of texts) {
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
