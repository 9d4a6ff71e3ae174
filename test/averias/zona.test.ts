import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verificar } from '../../src/main.libros.ts'
import { connect } from '../../src/server/db/db.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { azarDe, SEMILLA } from '../jaula/azar.ts'
import type { Local } from '../jaula/casa.ts'
import { Conexion, type Respuesta } from '../jaula/cliente.ts'
import { operacion } from '../jaula/historia.ts'
import { arrancar, type Servidor } from '../jaula/servidor.ts'
import { comoDueno } from '../support/servidor/dueno.ts'
import { ENSAYO } from '../support/vitest/ensayo.ts'
import { borrar, carpetaDePruebas, casaEn, entornoDe } from './programa.ts'

/* the time zone of the machine changes between two starts; the days are those of the house's zone. */

const raiz = carpetaDePruebas()
chmodSync(raiz, 0o711)
const datos = join(raiz, 'datos')
/** Ahead of Lima by nineteen hours, and behind by five: at any hour one of them has another date. */
const ZONAS = ['Pacific/Kiritimati', ...(ENSAYO ? ['Pacific/Honolulu'] : [])]
const azar = azarDe(SEMILLA)
let casa: Local
let api: Servidor | undefined

beforeAll(async () => {
  casa = await casaEn(datos)
})
afterAll(async () => {
  await api?.parar()
  borrar(raiz)
})

/** What the program answers when it was started on a machine of that zone. */
async function en<T>(TZ: string, ask: (pedir: Conexion['pedir']) => Promise<T>): Promise<T> {
  const servidor = await arrancar('', { entorno: { ...entornoDe(datos, raiz), TZ } })
  api = servidor
  const conexion = new Conexion(() => servidor.puerto)
  try {
    return await ask((pedido) => conexion.pedir({ token: casa.tokens[0], ...pedido }))
  } finally {
    conexion.cerrar()
    servidor.senal('SIGTERM')
    expect(await servidor.fin()).toBe(0)
  }
}

const ok = (answer: Respuesta | null) => {
  expect([200, 201], JSON.stringify(answer?.body)).toContain(answer?.status)
  return answer?.body
}

/** What is read of the days, all of it by day. */
const leer = async (pedir: Conexion['pedir'], dia: string) => {
  const entre = `desde=${dia}&hasta=${dia}`
  const paths = [
    ...['/cierres', `/cierres/dia/${dia}`, `/compras-ventas?${entre}`, `/libro/diario?${entre}`],
    ...[`/libro/balance?${entre}`, `/reportes/ganancia?${entre}`],
  ]
  return Promise.all(paths.map(async (path) => ok(await pedir({ path: `/api${path}` }))))
}

test('days, numbers and reports are the same, what is closed stays closed, and the books are right', async () => {
  const registrar = (pedir: Conexion['pedir']) => {
    const body = operacion(azar, casa, { posible: true })
    return pedir({ method: 'POST', path: '/api/compras-ventas', clave: azar.uuid(), body })
  }
  const [dia, leido] = await en('Asia/Tokyo', async (pedir) => {
    for (let n = 0; n < 3; n += 1) ok(await registrar(pedir))
    const { items = [] } = ok(await pedir({ path: '/api/cierres' })) as {
      items?: { fecha: string }[]
    }
    const fecha = items[0]?.fecha as string
    const body = { fecha, confirmo: true }
    ok(await pedir({ method: 'POST', path: '/api/cierres', clave: azar.uuid(), body }))
    return [fecha, await leer(pedir, fecha)]
  })
  for (const zona of ZONAS) {
    const [again, otra] = await en(zona, async (pedir) => [
      await leer(pedir, dia),
      await registrar(pedir),
    ])
    expect([zona, again]).toEqual([zona, leido])
    expect(otra?.body.codigo).toBe('DIA_CERRADO')
  }
  const postgres = await startPostgres({ carpeta: datos })
  const db = connect({ url: postgres.url, max: 2 })
  try {
    expect((await verificar(db)).diferencia).toBeNull()
    const rows = await comoDueno(
      postgres.url,
      "SELECT DISTINCT fecha_negocio::text AS dia, (fecha AT TIME ZONE 'America/Lima')::date::text AS suyo FROM asientos",
    )
    expect(rows).toEqual([{ dia, suyo: dia }])
  } finally {
    await db.destroy()
    await postgres.stop()
  }
})
