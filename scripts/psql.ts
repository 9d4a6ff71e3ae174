// `npm run psql -- "SELECT …"` runs one statement on the house's database. Without an argument it reads statements from
// the keyboard, each ended by `;`. It works with or without a running server, and as the owner it may do everything.
import { createInterface } from 'node:readline/promises'
import type pg from 'pg'
import { conectado } from '../src/server/db/servidores/cliente.ts'
import { readConfig } from '../src/server/proceso/config.ts'
import { openDatabase } from '../src/server/proceso/open.ts'

/** Runs a statement and prints its rows as a table, or its error as one line. */
async function run(client: pg.Client, text: string): Promise<void> {
  try {
    const answers = [await client.query(text)].flat()
    for (const { command, rowCount, rows } of answers) {
      if (rows.length > 0) console.table(rows)
      console.log(`${command} ${rowCount ?? ''}`)
    }
  } catch (error) {
    const { message, position, hint } = error as pg.DatabaseError
    console.log(
      `ERROR: ${message}${position ? ` (posición ${position})` : ''}${hint ? `\n${hint}` : ''}`,
    )
    process.exitCode = 1
  }
}

const database = await openDatabase(readConfig({ ...process.env, HOST: '127.0.0.1' }))
const client = await conectado({
  connectionString: database.url,
  application_name: 'cambista-psql',
  // Values are kept as PostgreSQL writes them, so that an amount keeps its last digit.
  types: { getTypeParser: () => (value: string) => value },
})
try {
  const [statement] = process.argv.slice(2)
  if (statement) await run(client, statement)
  else {
    const lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt: 'cambista=# ',
    })
    lines.prompt()
    let text = ''
    for await (const line of lines) {
      text += `${line}\n`
      if (text.trim().endsWith(';')) {
        await run(client, text)
        text = ''
      }
      lines.prompt()
    }
  }
} finally {
  await client.end()
  await database.close()
}
