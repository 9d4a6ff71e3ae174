// `npm run psql -- "SELECT …"`: one statement on the house's database, or, without it, one after the other from the
// keyboard, each ended by `;`. Beside a running server or alone; as the owner, so it may do everything.
import { createInterface } from 'node:readline/promises'
import pg from 'pg'
import { readConfig } from '../src/server/proceso/config.ts'
import { openDatabase } from '../src/server/proceso/open.ts'

/** Prints what a statement answers as a table; a fault as one line. */
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
const client = new pg.Client({
  connectionString: database.url,
  application_name: 'cambista-psql',
  // Every value as PostgreSQL writes it: an amount keeps its last digit.
  types: { getTypeParser: () => (value: string) => value },
})
try {
  await client.connect()
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
