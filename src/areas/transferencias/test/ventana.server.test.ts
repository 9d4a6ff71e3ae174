import { afterAll, expect, test } from 'vitest'
import { montarTesoreria } from '../../../../test/support/areas/transferencias.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'

/* what one person moves between own accounts in a day adds up, as far as nobody else receives it. */

const app = await startTestApp()
const casa = await montarTesoreria(app)
const { transferir, diez, envio, usdt, mas, cuentas } = casa
const otro = await app.signedIn('adm')
const poner = (valor: string) =>
  casa.dueno(`UPDATE ajustes SET valor = '${valor}' WHERE clave = 'interna_dia_funcional'`)
afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('several below the limit reach it by their sum; another person says yes to that one', async () => {
  await poner('1000')
  expect((await transferir(diez({ monto: '600.00' }))).status).toBe(201)
  const mas600 = diez({ monto: '600.00' })
  const refused = await transferir(mas600)
  expect([refused.error.codigo, refused.error.message]).toEqual([
    'VISTO_FALTA',
    expect.stringMatching(
      /mover S\/ 600\.00 de Caja soles a Bóveda soles \(con esto van S\/ 1,200\.00 hoy y el límite del día es S\/ 1,000\.00\)/,
    ),
  ])
  expect((await conVisto(otro, () => transferir(mas600))).status).toBe(201)
  // What another person agreed to is not counted as done alone.
  expect((await transferir(diez({ monto: '400.00' }))).status).toBe(201)
  expect((await transferir(diez({ monto: '10.00' }))).error.codigo).toBe('VISTO_FALTA')
  // Another person has a day of his own; what somebody else receives has two people anyway.
  expect((await transferir(diez({ monto: '900.00' }), otro)).status).toBe(201)
  expect((await transferir(envio({ monto: '900.00' }))).status).toBe(201)
})

test('an annulled one counts no longer; a conversion counts at what left, the setting acts as it is set', async () => {
  await poner('1500')
  const { body } = await transferir(diez({ monto: '500.00' }))
  expect((await transferir(diez({ monto: '10.00' }))).error.codigo).toBe('VISTO_FALTA')
  expect((await casa.anular(body.id)).status).toBe(200)
  // 100 USDT at 3.55.
  expect((await transferir(usdt())).status).toBe(201)
  const refused = await transferir(usdt({ monto: '50.00' }))
  expect(refused.error.message).toMatch(/mover .* de Binance USDT a Banesco VES/)
  await poner('2000')
  expect((await transferir(usdt({ monto: '50.00' }))).status).toBe(201)
})

test('of two at once the second counts the first', async () => {
  await poner('1000')
  const tercera = await app.signedIn('adm')
  const both = await Promise.all(
    [cuentas.cajaPen, mas.boveda].map((origen_id) =>
      transferir(
        {
          ...{ tipo: 'interna', origen_id, destino_id: cuentas.bcpPen, monto: '600.00' },
        },
        tercera,
      ),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
})
