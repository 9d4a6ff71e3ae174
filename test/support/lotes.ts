import { contrato as compras } from '../../src/areas/compras-ventas/contract.ts'
import { cuenta, PEN } from './areas/casa.ts'
import { mostrador } from './areas/mostrador.ts'
import { partesDe } from './gente.ts'
import { startTestApp } from './servidor/app.ts'
import { comoDueno, conectarDueno } from './servidor/dueno.ts'
import { hecho } from './servidor/respuesta.ts'
import { HOY, montarTodo } from './todo.ts'

/* A house of sixteen people, each with a client, and documents of every area that their requests move. */

const app = await startTestApp()
export const casa = await montarTodo(app)
export const { cuentas } = casa
export const PERSONAS = 16
export const personas = (
  await comoDueno<{ id: number }>(
    app.url,
    `INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug, desvio_pct)
     SELECT 'Cajera ' || n, 'Quispe', 'lote' || n, 'lote' || n || '@example.com', '-', 'adm', 1
     FROM generate_series(1, ${PERSONAS}) n RETURNING id`,
  )
).map(({ id }) => id)
export const otra = await cuenta(app, casa.adm, 'Caja soles 3', PEN, '9000.00')

/** Every person has a client of his own, with whoever receives his orders. */
export const partes = (await partesDe(app, casa, PERSONAS)).map((parte) => ({
  ...parte,
  envia: '20.00',
}))

/** Orders of three clients to one person. */
export const iguales = await Promise.all(
  partes.slice(0, 3).map(async ({ cliente_id }) => {
    const nuevo = casa.nuevo({ num_doc: 'V-12.345.099' })
    const beneficiario_id = (await hecho(casa.crear(nuevo, cliente_id))).id
    return { cliente_id, beneficiario_id, envia: '20.00' }
  }),
)

/** Documents that the requests move: two of each kind for every person. */
export const hechos = { gasto: [] as number[], envio: [] as number[], venta: [] as number[] }
export const cobrables: number[] = []
export const pagables: number[] = []
for (const parte of partes) {
  hechos.gasto.push((await hecho(casa.gasto('3.00', { fecha: HOY }))).id)
  hechos.envio.push((await hecho(casa.envio({ monto: '5.00' }))).id)
  hechos.venta.push((await hecho(casa.vender())).id)
  cobrables.push(await casa.en('pendiente', parte))
  pagables.push(await casa.en('en_proceso', parte))
}
/** Bought dearer than the average, so that it matters whether units left since. */
export const compra = (
  await hecho(
    casa.adm.call(compras.crear, {
      body: mostrador(casa).compra('100.00', '352.90', { tasa: '3.529', confirmo_duplicado: true }),
    }),
  )
).id
export const client = await conectarDueno(app.url)
for (const [n, id] of pagables.entries()) {
  const quien = JSON.stringify({ usuario_id: personas[n], devolver: true })
  await client.query('SELECT ordenes_tomar($1, $2, true)', [quien, id])
}

/** Runs `work` in a transaction of which nothing is kept. */
export async function sinGuardar<T>(work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    return await work()
  } finally {
    await client.query('ROLLBACK')
  }
}
