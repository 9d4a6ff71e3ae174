import { expect, test } from 'vitest'
import { montarOrdenes } from '../../../../../test/support/areas/ordenes.ts'
import { startTestApp } from '../../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../../test/support/servidor/dueno.ts'
import { dicho } from '../../../../../test/support/servidor/respuesta.ts'
import { montarLotes } from './casa.ts'

/* no file for the bank is made of what could not be paid out that day. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const owner = (text: string) => comoDueno(app.url, text)
const { tomada, crear } = await montarLotes(app, casa)
const HOY = '2025-11-20'

test('R-239: nothing goes into a file on a day that the house or the branch closed', async () => {
  const orden = await tomada(0)
  await owner("INSERT INTO sucursales (nombre) VALUES ('Lima'), ('Arequipa')")
  let version = 0
  const cerrada = async () => {
    version += 1
    await owner(`INSERT INTO cierres_sucursales (sucursal_id, fecha, version, usuario_id, cerrado_en, resumen)
      SELECT s.id, '${HOY}', ${version}, ${casa.adm.usuario_id}, ahora(), '{"libro":{}}' FROM sucursales s
      WHERE s.nombre = 'Arequipa'`)
    const said = dicho(await crear([orden]))
    await owner(`UPDATE cierres_sucursales SET reabierto_en = ahora(), reabierto_por = ${casa.adm.usuario_id},
      motivo = 'Otra vez' WHERE version = ${version}`)
    return said
  }
  const lugar = "(SELECT id FROM sucursales WHERE nombre = 'Arequipa')"
  // Its account is of the branch; then its order.
  await owner(`UPDATE cuentas SET sucursal_id = ${lugar} WHERE id = ${casa.ves.banesco}`)
  const account = await cerrada()
  await owner(`UPDATE cuentas SET sucursal_id = NULL WHERE id = ${casa.ves.banesco}`)
  await owner('ALTER TABLE ordenes DISABLE TRIGGER USER')
  await owner(`UPDATE ordenes SET sucursal_id = ${lugar} WHERE id = ${orden}`)
  await owner('ALTER TABLE ordenes ENABLE TRIGGER USER')
  const order = await cerrada()
  await owner(`INSERT INTO cierres (fecha) VALUES ('${HOY}')`)
  const house = dicho(await crear([orden]))
  await owner('DELETE FROM cierres')
  expect([account, order, house]).toEqual(['SUCURSAL_CERRADA', 'SUCURSAL_CERRADA', 'DIA_CERRADO'])
  // Open again, it is made.
  expect((await crear([orden])).status).toBe(201)
  // Whoever closes the branch then is told that the bank has one of its orders.
  expect(
    await owner(
      `SELECT clave, bloquea, cuantos FROM cierre_sucursal_pendientes(${lugar}, '${HOY}') WHERE clave LIKE '%lote'`,
    ),
  ).toEqual([{ clave: 'ordenes-lote', bloquea: false, cuantos: 1 }])
})
