import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* what a cashier's own till last counted, and the cash that moved since. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa
const { compra, venta } = mostrador(casa)
const { caj, abrir, paso, contar, cerrar } = await cajera(app, casa)
let hora = Date.now()
const pasa = () => {
  hora += 60_000
  app.setClock(new Date(hora).toISOString())
}
const enCaja = async (id: number, quien = caj) =>
  (await quien.call(contrato.enCaja, { params: { id } })).body

test('before the first turn nothing is known, and of another one’s till nobody is told', async () => {
  pasa()
  expect(await enCaja(cuentas.cajaUsd)).toBeNull()
  await abrir()
  const opened = new Date(hora).toISOString().slice(0, 19)
  pasa()
  expect(await enCaja(cuentas.cajaUsd, adm)).toBeNull()
  expect(await enCaja(cuentas.cajaUsd)).toMatchObject({
    ...{ momento: 'apertura', apertura: 'conteo', contado: '10000.00' },
    ...{
      fecha: expect.stringContaining(opened),
      movido: { entra: '0.00', sale: '0.00', veces: 0 },
    },
    denominaciones: [{ clase: 'billete', valor: '100', cantidad: 100 }],
  })
})

test('what came in and went out since is told apart, each account’s own', async () => {
  for (const body of [
    compra('100.00', '352.00'),
    compra('240.00', '844.80'),
    venta('50.00', '178.00'),
  ]) {
    pasa()
    const { status, error } = await caj.call(compras.crear, { body })
    expect([status, error.message]).toEqual([201, expect.stringContaining('registrada')])
  }
  expect((await enCaja(cuentas.cajaUsd))?.movido).toEqual({
    ...{ entra: '340.00', sale: '50.00', veces: 3 },
  })
  expect((await enCaja(cuentas.cajaPen))?.movido).toEqual({
    ...{ entra: '178.00', sale: '1196.80', veces: 3 },
  })
})

test('what is corrected in the books moved no cash', async () => {
  pasa()
  const body = { cuenta_id: cuentas.cajaUsd, motivo: 'correccion', sentido: 'sale', monto: '5.00' }
  const observacion = 'Se registró de más en la apertura'
  const made = await adm.call(ajustes.crear, { body: { ...body, observacion } as never })
  expect(made.status).toBe(201)
  expect((await enCaja(cuentas.cajaUsd))?.movido?.sale).toBe('50.00')
})

test('whoever counts is told no sum, and the next turn begins anew', async () => {
  const { turno } = (await caj.call(contrato.miCaja)).body
  const id = turno?.id ?? 0
  pasa()
  await paso('contar', id)
  expect(await enCaja(cuentas.cajaUsd)).toMatchObject({ contado: '10000.00', movido: null })
  // Ten dollars too many; accepted after the next opening, they are no cash that moved there.
  await contar(id, '48981.20', 10_295)
  pasa()
  expect((await cerrar(id, 'Sobran diez dólares')).status).toBe(200)
  expect(await enCaja(cuentas.cajaUsd)).toMatchObject({
    ...{ momento: 'cierre', contado: '10295.00', movido: null },
  })
  pasa()
  await caj.call(contrato.abrir, { body: { conteos: null } })
  pasa()
  const nota = 'Se vio en la cámara'
  const said = await adm.call(contrato.aprobar, { params: { id }, body: { cargo: null, nota } })
  expect([said.status, said.error.message]).toEqual([200, expect.stringContaining('aprob')])
  expect(await enCaja(cuentas.cajaUsd)).toMatchObject({
    ...{ momento: 'apertura', apertura: 'ultimo_cierre', contado: '10295.00' },
    movido: { entra: '0.00', sale: '0.00', veces: 0 },
  })
})

test('an account at a bank is opened with no notes', async () => {
  const dicho = async (id: number) => {
    const [row] = await comoDueno<{ dicho: string | null }>(
      app.url,
      `SELECT cuentas_aperturas_conteo(${id}, 100, '[{"clase": "billete", "valor": "100", "cantidad": 1}]')::text AS dicho`,
    )
    return row?.dicho
  }
  expect(await dicho(cuentas.bcpPen)).toContain('CONTEO_POR_MONTO')
  expect(await dicho(cuentas.cajaUsd)).toBeNull()
})
