// `npm run admin:crear -- <usuario> <correo> <nombres> <apellidos>` creates the first administrator of a house without
// the demo. It asks for the password or reads CAMBISTA_PASSWORD. Other users can see a command's arguments, so the
// password is never one.
import { createInterface } from 'node:readline/promises'
import { sql } from 'kysely'
import type { DomainError } from '../src/core/errors.ts'
import { exigirPassword, hashPassword } from '../src/server/acceso/password.ts'
import { claveDeCasa, fijarClave, lugarDe } from '../src/server/acceso/secretos.ts'
import { connect } from '../src/server/db/db.ts'
import { accesoDeServicio } from '../src/server/db/entrada/acceso.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readConfig } from '../src/server/proceso/config.ts'
import { exigirCasa } from '../src/server/proceso/demo.ts'
import { openDatabase } from '../src/server/proceso/open.ts'

async function main(): Promise<void> {
  const [usuario, correo, nombres, apellidos] = process.argv.slice(2)
  if (!usuario || !correo || !nombres || !apellidos) {
    throw new Error('Uso: npm run admin:crear -- <usuario> <correo> <nombres> <apellidos>')
  }
  const password =
    process.env.CAMBISTA_PASSWORD ?? (await ask('Contraseña (mejor de 15 caracteres o más): '))
  await exigir(password, [usuario, correo, nombres, apellidos])
  const config = readConfig({ ...process.env, CAMBISTA_DEMO: '0' })
  const { url, close } = await openDatabase(config)
  try {
    await migrate(url)
    await exigirCasa(url, config)
    const casa = { url, lugar: lugarDe(config, process.env), demo: false }
    const clave = await claveDeCasa(casa, process.env)
    await fijarClave(casa, clave)
    const { databaseUrl, databaseUrlApp } = config
    // The owner of a database of the house's own may not write as the role that serves.
    const servidor = databaseUrl
      ? await accesoDeServicio({ dueno: url, servidor: databaseUrlApp, clave })
      : url
    await create(servidor, { usuario, correo, nombres, apellidos }, password)
    process.stdout.write(`Administrador «${usuario}» creado.\n`)
  } finally {
    await close()
  }
}

/** Checks a password by the same rules as the profile page. @throws with one Spanish sentence. */
async function exigir(password: string, propio: string[]): Promise<void> {
  try {
    await exigirPassword(password, { propio }, 'password')
  } catch (error) {
    throw new Error((error as DomainError).errors?.[0]?.msg, { cause: error })
  }
}

interface Person {
  usuario: string
  correo: string
  nombres: string
  apellidos: string
}

async function create(
  url: string,
  { usuario, correo, nombres, apellidos }: Person,
  password: string,
) {
  const db = connect({ url, max: 1 })
  try {
    const row = {
      usuario: usuario.toLowerCase(),
      correo: correo.toLowerCase(),
      nombres,
      apellidos,
      rol_slug: 'adm',
      desvio_pct: '5',
      password_hash: await hashPassword(password),
    }
    const { password_hash: _, ...despues } = row
    await db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('usuarios')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`SELECT auditar('{}', 'crear', 'usuarios', ${String(id)}, NULL, ${JSON.stringify({ ...despues, por: 'admin:crear' })})`.execute(
        tx,
      )
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') {
      throw new Error('Ya existe un usuario con ese nombre o ese correo.', { cause: error })
    }
    throw error
  } finally {
    await db.destroy()
  }
}

async function ask(question: string): Promise<string> {
  const line = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await line.question(question)
  } finally {
    line.close()
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
