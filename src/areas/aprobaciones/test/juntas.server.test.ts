import { expect, test } from 'vitest'
import { montarAjustes } from '../../../../test/support/areas/ajustes.ts'
import { cuenta, USD } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato } from '../contract.ts'

/* what may be approved together, and what each of it is. */

const app = await startTestApp()
const { casa, pedir } = await montarAjustes(app)
const { adm } = casa
const ver = async () => (await adm.call(contrato.listar)).body

test('what may be approved together says what it moves, signed; what looks odd is left out', async () => {
  const caja = await cuenta(app, adm, 'Caja dólares 2', USD, '5000.00', '17600.00', 'caja')
  expect((await pedir({ monto: '90000.00' })).body.estado).toBe('pendiente')
  const sale = { motivo: 'faltante', cuenta_id: caja, monto: '3000.00' } as const
  expect((await pedir(sale)).body.estado).toBe('pendiente')
  const rows = await ver()
  expect(rows.map(({ importes, aparte }) => [importes[0]?.monto, aparte])).toEqual([
    ['90000.00', null],
    ['-3000.00', null],
  ])
  expect(rows[1]?.importes).toEqual([{ moneda_id: USD, monto: '-3000.00' }])

  // Approved first, it changes what the other was asked for: that one is no longer what was read.
  const first = rows[1]
  const body = { nota: null, saldo: first?.confirma?.saldo ?? null }
  const done = await adm.call(ajustes.aprobar, { params: { id: first?.id ?? 0 }, body })
  expect(done.status).toBe(200)
  expect(await ver()).toEqual([rows[0]])
})

test('one’s own, where nobody else can answer it, is in no set', async () => {
  expect((await pedir({ monto: '80000.00' }, adm)).body.estado).toBe('pendiente')
  await comoDueno(app.url, 'UPDATE usuarios SET estatus = false WHERE id <> $1', [adm.usuario_id])
  expect((await ver()).filter(({ sola }) => sola).map(({ aparte }) => aparte)).toEqual(['propia'])
})
