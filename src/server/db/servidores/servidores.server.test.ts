import { randomUUID } from 'node:crypto'
import { createServer, type Socket, connect as tcp } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { type Pareja, pareja } from '../../../../test/support/servidores/pareja.ts'
import { checkDatabase } from '../../proceso/boot.ts'
import { connect, type Db, toRefusal, transaction } from '../db.ts'
import { unaConexion } from '../entrada/conexion.ts'
import { esperarBase } from '../entrada/lista.ts'
import { pruebaDeEscritura } from '../escritura.ts'
import { escuchar } from '../escucha.ts'
import { migrate } from '../migrate.ts'
import { probe } from './pulso.ts'

/* A house whose PostgreSQL is a pair: which of them serves changes while it works. */

let dos: Pareja
/** One address for both, as a balancer or a name gives: who is connected stays where he is. */
let balanza: { puerto: number; a: number; cerrar(): void }
/** Both by their names: the replica first. */
let lista = ''
const open: Db[] = []

async function balancear(a: number) {
  const sockets = new Set<Socket>()
  const made = { puerto: 0, a, cerrar: () => {} }
  const server = createServer((client) => {
    const target = tcp(made.a, '127.0.0.1')
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => [client, target].map((one) => one.destroy()))
    }
    client.pipe(target).pipe(client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  made.puerto = (server.address() as { port: number }).port
  made.cerrar = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return made
}

const abierta = (url: string, ajustes = {}) => {
  const db = connect({ url, max: 3, ajustes })
  open.push(db)
  return db
}

beforeAll(async () => {
  dos = await pareja(async (url) => {
    await comoDueno(url, 'CREATE TABLE prueba (n int); GRANT ALL ON prueba TO cambista_app')
  })
  const { principal, replica } = dos
  balanza = await balancear(principal.puerto)
  lista = principal.servidor.replace('127.0.0.1:', `127.0.0.1:${replica.puerto},127.0.0.1:`)
})
afterAll(async () => {
  for (const db of open) await db.destroy()
  balanza.cerrar()
  await dos.cerrar()
})

/** To which server three callers at once are connected. */
async function donde(db: Db): Promise<number[]> {
  const ask = sql<{ puerto: number }>`SELECT inet_server_port() AS puerto, pg_sleep(0.05)`
  const all = await Promise.all([1, 2, 3].map(() => ask.execute(db)))
  return all.flatMap(({ rows }) => rows.map(({ puerto }) => puerto))
}
const escribir = (db: Db, n: number) => sql`INSERT INTO prueba VALUES (${n})`.execute(db)
const codigo = async (what: Promise<unknown>) => {
  try {
    await what
    return null
  } catch (error) {
    return (toRefusal(error) as { code: string }).code
  }
}
const escritas = async (url: string) =>
  (await comoDueno<{ n: number }>(url, 'SELECT n FROM prueba ORDER BY n')).map(({ n }) => n)

test('of several servers every connection goes to the one that accepts writes', async () => {
  const { principal } = dos
  expect(await donde(abierta(lista))).toEqual(Array(3).fill(principal.puerto))
  const port = await unaConexion(lista, async (client) => client.port)
  expect(port).toBe(principal.puerto)
  expect(await probe(lista)).toBe(true)
  const heard: string[] = []
  const oido = escuchar(lista, { noticia: (one) => heard.push(one), abierto() {}, perdido() {} })
  await oido.ready()
  await principal.como("SELECT pg_notify('cambista', 'hola')")
  await expect.poll(() => heard).toEqual(['hola'])
  await oido.close()
  // As the owner: nothing is missing, so nothing is written.
  await migrate(lista.replace(/\/\/[^@]+@/, '//cambista_dueno@'))
})

test('a commit that the synchronous standby did not confirm is uncertain, never acknowledged', async () => {
  const { principal } = dos
  await principal.como("ALTER SYSTEM SET synchronous_standby_names = 'nadie'")
  await principal.como('SELECT pg_reload_conf()')
  try {
    const db = abierta(principal.servidor, { synchronous_commit: 'on' })
    const cancelar = () =>
      principal.como<{ n: number }>(
        "SELECT count(pg_cancel_backend(pid))::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
      )
    const cancelada = async () => expect.poll(cancelar).toEqual([{ n: 1 }])
    const una = codigo(transaction(db, (tx) => escribir(tx, 1)))
    await cancelada()
    expect(await una).toBe('INCIERTO')
    // Outside a transaction the caller knows whether it has a key.
    const otra = escribir(db, 2).catch((error) => error.code)
    await cancelada()
    expect(await otra).toBe('08007')
    expect(await escritas(principal.dueno)).toEqual([1, 2])
    // Ready means that a write would be kept: the trial waits for the standby too.
    const lista = codigo(pruebaDeEscritura(db)())
    await cancelada()
    expect(await lista).toBe('INCIERTO')
    // The same key asked again: what is told again was not confirmed either, until it is.
    const clave = randomUUID()
    const tomar = (tx: Db) =>
      sql`SELECT idempotencia_tomar(1, '/x', ${clave}::uuid, '') AS previa`.execute(tx)
    const primera = transaction(db, async (tx) => {
      await tomar(tx)
      await sql`SELECT idempotencia_guardar(1, '/x', ${clave}::uuid, '{"id": 7}')`.execute(tx)
    })
    const incierta = codigo(primera)
    await cancelada()
    expect(await incierta).toBe('INCIERTO')
    const repetida = codigo(transaction(db, (tx) => tomar(tx)))
    await cancelada()
    expect(await repetida).toBe('INCIERTO')
    // So at the counter and in everything else that posts, whose keys are taken in sets.
    const pedido = { ruta: '/x', quien: { usuario_id: 1 }, clave, huella: '' }
    const enLote = codigo(
      transaction(db, (tx) =>
        sql`SELECT operaciones_registrar(${JSON.stringify([pedido])}::jsonb)`.execute(tx),
      ),
    )
    await cancelada()
    expect(await enLote).toBe('INCIERTO')
  } finally {
    await principal.como('ALTER SYSTEM RESET synchronous_standby_names')
    await principal.como('SELECT pg_reload_conf()')
  }
})

test('a start on the replica alone is refused, with what to write in DATABASE_URL', async () => {
  await esperarBase(dos.replica.dueno, () => expect.unreachable('it waits'))
  await expect(checkDatabase(dos.replica.dueno, { olvidadiza: true })).rejects.toThrow(
    /^La base de datos es de solo lectura \(¿una réplica\?\): use en DATABASE_URL el servidor principal/,
  )
})

test('when another server leads, one write is refused as away and the next is kept there', async () => {
  const { principal, replica } = dos
  const [directo, porLista, mirado] = [
    abierta(principal.servidor.replace(/:\d+\//, `:${balanza.puerto}/`)),
    abierta(lista),
    abierta(principal.servidor.replace(/:\d+\//, `:${balanza.puerto}/`)),
  ]
  for (const db of [directo, porLista, mirado])
    expect(await donde(db)).toEqual(Array(3).fill(principal.puerto))
  await dos.alDia()
  await principal.como('ALTER SYSTEM SET default_transaction_read_only = on')
  await principal.como('SELECT pg_reload_conf()')
  await replica.como('SELECT pg_promote()')
  balanza.a = replica.puerto
  await expect.poll(() => codigo(escribir(directo, 3))).toBe('NO_DISPONIBLE')
  await escribir(directo, 4)
  expect(await donde(directo)).toEqual(Array(3).fill(replica.puerto))
  expect(await codigo(escribir(porLista, 5))).toBe('NO_DISPONIBLE')
  await escribir(porLista, 6)
  expect(await donde(porLista)).toEqual(Array(3).fill(replica.puerto))
  // A server that nobody writes on is asked whether it is ready: the next question finds the one that leads.
  const probar = pruebaDeEscritura(mirado)
  await expect(probar()).rejects.toMatchObject({ code: 'NO_ESCRIBE' })
  await probar()
  expect(await escritas(replica.dueno)).toEqual([1, 2, 4, 6])
})

test('while no server accepts writes the start waits, and says which it asked', async () => {
  const { principal, replica } = dos
  await replica.parar()
  const dueno = lista.replace(/\/\/[^@]+@/, '//cambista_dueno@')
  expect(await probe(lista)).toBe(false)
  const said: string[] = []
  const waiting = esperarBase(dueno, (text) => said.push(text), 5)
  await expect.poll(() => said.join()).toContain('ninguno acepta escrituras')
  expect(said[0]).toContain(`127.0.0.1:${replica.puerto}, 127.0.0.1:${principal.puerto}`)
  await principal.como('ALTER SYSTEM RESET default_transaction_read_only')
  await principal.como('SELECT pg_reload_conf()')
  await waiting
  expect(await donde(abierta(lista))).toEqual(Array(3).fill(principal.puerto))
})
