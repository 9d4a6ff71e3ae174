import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { conMargen, conRegla } from '../../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

test('who settled a commission above the limit of two people does not pay it (R-132)', async () => {
  const app = await startTestApp()
  app.setClock('2025-11-20T15:00:00Z')
  const casa = await montarCasa(app)
  await conMargen(app, casa)
  const { adm, cuentas } = casa
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = '0.1' WHERE clave = 'orden_doble_control_usd'",
  )
  await conRegla(adm, { usuario_id: adm.usuario_id, valor: '20' })
  await adm.call(comprasVentas.crear, { body: mostrador(casa).venta('100.00', '356.00') })
  const { body: earned } = await adm.call(contrato.listar, { query: { limite: 200 } })
  const ids = earned.items.map(({ id }) => id)
  const { body } = await adm.call(contrato.liquidar, { body: { ids } })
  const pagar = (quien = adm) =>
    quien.call(contrato.pagar, { params: { id: body.id }, body: { cuenta_id: cuentas.cajaPen } })
  const otro = await app.signedIn('adm')
  const own = await pagar()
  expect([own.status, own.error.codigo]).toEqual([409, 'DOS_PERSONAS'])
  expect((await pagar(otro)).status).toBe(200)
  expect((await verificar(app.db)).diferencia).toBeNull()
})
