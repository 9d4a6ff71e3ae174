import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { confirmarse, conVisto } from '../../../../test/support/vistos.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contrato as transferencias } from '../../transferencias/contract.ts'
import { contrato } from '../contract.ts'

/* What is in an account when it is opened, what leaves to third parties, and what a typed cost may be. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const otro = await app.signedIn('adm')
let n = 0
const abrir = (more: object, quien = adm) => {
  n += 1
  const body = { nombre: `Caja ${n}`, tipo: 'caja', moneda_id: PEN, pais: 'pe', titular: 'Casa' }
  return quien.call(cuentas.crear, { body: { ...body, ...more } })
}
const saldo = async (id: number) => (await adm.call(cuentas.obtener, { params: { id } })).body.saldo

test('before the first operation an administrator opens with his password, and it is an exception', async () => {
  const asked = await abrir({ saldo_inicial: '1000.00' })
  expect([asked.status, asked.error.codigo]).toEqual([409, 'SOLO_CONFIRME'])
  await confirmarse(adm)
  const made = await abrir({ saldo_inicial: '1000.00' })
  expect(made.body.message).toMatch(/con su saldo inicial \(AJ-/)
  expect(await saldo(made.body.id)).toBe('1000.00')
  const { rows } = await sql`SELECT clave, solo, origen_id FROM vistos`.execute(app.db)
  expect(rows).toEqual([{ clave: 'apertura', solo: true, origen_id: made.body.id }])
})

test('a typed cost far from the market is refused at its field', async () => {
  const far = await abrir({ moneda_id: USD, saldo_inicial: '0.01', tasa_costo: '5000000' })
  expect(far.error.errors?.[0]).toMatchObject({
    campo: 'tasa_costo',
    msg: expect.stringMatching(/de 3.52: puede apartarse hasta 10 %/),
  })
  expect((await abrir({ moneda_id: USD, saldo_inicial: '10', tasa_costo: '3.10' })).status).toBe(
    400,
  )
  expect((await abrir({ moneda_id: USD, saldo_inicial: '10', tasa_costo: '3.17' })).status).toBe(
    201,
  )
  const body = {
    ...{ cuenta_id: casa.cuentas.cajaUsd, motivo: 'aporte', monto: '10.00', tasa_costo: '9' },
    observacion: 'Aporte del socio en dólares',
  }
  expect((await adm.call(contrato.crear, { body })).error.errors?.[0]?.campo).toBe('tasa_costo')
})

test('what leaves to a third party beyond what one may do alone in a day needs another’s yes', async () => {
  let ref = 0
  const enviar = (monto: string, concepto = 'retiro') => {
    ref += 1
    const body = {
      ...{ tipo: 'tercero', origen_id: casa.cuentas.bcpPen, monto, concepto, tercero: 'El socio' },
      ...{ referencia: `RET-${100_000 + ref}`, confirmo_duplicado: true },
    }
    return adm.call(transferencias.crear, { body })
  }
  expect((await enviar('300.00')).status).toBe(201)
  // Two of 300 are one of 600.
  expect((await enviar('300.00')).error.codigo).toBe('VISTO_FALTA')
  expect((await enviar('1000.00', 'proveedor')).status).toBe(201)
  expect((await enviar('0.01', 'anticipo')).error.codigo).toBe('VISTO_FALTA')
  const refused = await enviar('5000.00')
  expect(refused.error.message).toMatch(/el retiro a El socio desde BCP Soles/)
  expect((await conVisto(otro, () => enviar('5000.00'))).status).toBe(201)
  expect((await enviar('5000.00')).error.codigo).toBe('VISTO_FALTA')
})

test('once the house works an opening balance waits, at any amount, for another person', async () => {
  await confirmarse(adm)
  const abierta = { nombre: 'Caja que se abre después', saldo_inicial: '1.00' }
  const made = await conVisto(otro, () => abrir(abierta))
  expect(made.body.message).toMatch(/Su saldo inicial, AJ-.*, espera que otra persona lo apruebe/)
  expect(await saldo(made.body.id)).toBe('0.00')
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ajustes_saldo WHERE estado = 'pendiente' AND cuenta_id = ${made.body.id}`.execute(
    app.db,
  )
  const params = { id: rows[0]?.id ?? 0 }
  expect((await adm.call(contrato.aprobar, { params })).error.codigo).toBe('SOLICITUD_PROPIA')
  expect((await otro.call(contrato.aprobar, { params })).status).toBe(200)
  expect(await saldo(made.body.id)).toBe('1.00')
  expect((await verificar(app.db)).diferencia).toBeNull()
})
