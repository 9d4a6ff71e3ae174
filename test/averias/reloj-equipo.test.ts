import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verificar } from '../../src/main.libros.ts'
import { hashPassword } from '../../src/server/acceso/password.ts'
import { connect } from '../../src/server/db/db.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { azarDe, SEMILLA } from '../jaula/azar.ts'
import type { Local } from '../jaula/casa.ts'
import { Conexion } from '../jaula/cliente.ts'
import { operacion } from '../jaula/historia.ts'
import { arrancar, type Servidor } from '../jaula/servidor.ts'
import { PLAZO } from '../support/plazos.ts'
import { comoDueno } from '../support/servidor/dueno.ts'
import { borrar, carpetaDePruebas, casaEn, entornoDe } from './programa.ts'

/* R-426, the whole program: the clock of its machine is an hour off that of the database, forth and back. */

const HORA = 3600
const PASSWORD = 'la caja de la esquina 27'
const PRECARGA = pathToFileURL(resolve('test/averias/reloj-equipo.ts')).href
const raiz = carpetaDePruebas()
const datos = join(raiz, 'datos')
const azar = azarDe(SEMILLA)
let casa: Local
let api: Servidor | undefined

beforeAll(async () => {
  casa = await casaEn(datos)
  await enBase((url) =>
    hashPassword(PASSWORD).then((hash) =>
      comoDueno(url, 'UPDATE usuarios SET password_hash = $1', [hash]),
    ),
  )
})
afterAll(async () => {
  await api?.parar()
  borrar(raiz)
})

/** Asks the database of the house while the program does not run. */
async function enBase<T>(ask: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ carpeta: datos })
  return ask(postgres.url).finally(() => postgres.stop())
}

/** What a machine whose clock is off by so many seconds answers to one who has just signed in there. */
async function en(segundos: number, ask: (equipo: Equipo) => Promise<void>): Promise<void> {
  const servidor = await arrancar('', {
    entorno: {
      ...entornoDe(datos, raiz),
      NODE_OPTIONS: `--import=${PRECARGA}`,
      PRUEBA_DESFASE_S: String(segundos),
    },
  })
  api = servidor
  const conexion = new Conexion(() => servidor.puerto)

  try {
    const body = { usuario: 'cajera1', password: PASSWORD }
    const ingreso = await conexion.pedir({ method: 'POST', path: '/api/auth/login', body })
    expect([segundos, ingreso?.status]).toEqual([segundos, 200])
    const token = String(ingreso?.body.token)
    await ask(equipoDe((pedido) => conexion.pedir({ token, ...pedido })))
  } finally {
    conexion.cerrar()
    servidor.senal('SIGTERM')
    expect(await servidor.fin()).toBe(0)
  }
}

type Equipo = ReturnType<typeof equipoDe>

function equipoDe(pedir: Conexion['pedir']) {
  return {
    /** What an attempt at an operation comes to: 201, or the code of its refusal. */
    async comprar() {
      const body = operacion(azar, casa, { posible: true })
      const path = '/api/compras-ventas'
      const answer = await pedir({ method: 'POST', path, clave: azar.uuid(), body })
      return answer?.status === 201 ? 201 : answer?.body.codigo
    },
    reloj: async () => (await pedir({ path: '/api/ajustes/reloj' }))?.body,
    /** Confirms date and hour by the right clock, which is that of the test. */
    async confirmar() {
      const lima = new Date(Date.now() - 5 * 3_600_000).toISOString()
      const body = { fecha: lima.slice(0, 10), hora: lima.slice(11, 16) }
      return (await pedir({ method: 'PUT', path: '/api/ajustes/reloj', body }))?.status
    },
    async hay() {
      const answer = await pedir({ path: '/api/compras-ventas' })
      return (answer?.body.items as object[] | undefined)?.length
    },
  }
}

const LIMPIO = { duda: null, pide_hora: false }

test('an hour off, forth and back: it is said, people sign in, nothing is dated or lost, and the house goes on', async () => {
  await en(0, async ({ comprar, reloj, hay }) => {
    expect(await comprar()).toBe(201)
    expect(await reloj()).toEqual(LIMPIO)
    expect(await hay()).toBe(1)
  })
  // The database's hour is behind this machine's.
  await en(HORA, async ({ comprar, reloj, confirmar, hay }) => {
    await expect.poll(reloj, { timeout: PLAZO }).toMatchObject({
      duda: expect.stringMatching(/va 1 h atrás/),
      pide_hora: true,
    })
    expect(await comprar()).toBe('RELOJ_DISTINTO')
    expect(await hay()).toBe(1)
    expect(await confirmar()).toBe(200)
    expect(await reloj()).toEqual(LIMPIO)
    expect(await comprar()).toBe(201)
  })
  // Another difference is another doubt, and the right clock ends it without a person.
  await en(-HORA, async ({ comprar, reloj, hay }) => {
    await expect
      .poll(reloj, { timeout: PLAZO })
      .toMatchObject({ duda: expect.stringMatching(/va 1 h adelante/) })
    expect(await comprar()).toBe('RELOJ_DISTINTO')
    expect(await hay()).toBe(2)
  })
  await en(0, async ({ comprar, reloj, hay }) => {
    await expect.poll(reloj, { timeout: PLAZO }).toEqual(LIMPIO)
    expect(await comprar()).toBe(201)
    expect(await hay()).toBe(3)
  })
  await enBase(async (url) => {
    const db = connect({ url, max: 2 })
    const found = await verificar(db).finally(() => db.destroy())
    expect(found.diferencia).toBeNull()
    // By the database's clock, which was right all the time.
    const [row] = await comoDueno<{ n: number }>(
      url,
      "SELECT count(*)::int AS n FROM asientos WHERE fecha > now() OR fecha < now() - interval '30 minutes'",
    )
    expect(row?.n).toBe(0)
  })
})
