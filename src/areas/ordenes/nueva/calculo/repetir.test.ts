import { expect, test } from 'vitest'
import { listo, maria, OPCIONES, PE_VES } from '../../../../../test/support/ordenes/opciones.ts'
import { repetir } from './repetir.ts'

const orden = { pais: 'pe', envia_moneda_id: 2, recibe_moneda_id: 1, beneficiario_id: maria.id }
const otro = { ...listo(), corredor: 'pe 2 4', beneficiario_id: null }

test('an order is repeated in its corridor and for its beneficiary, at the amount that is typed', () => {
  const { borrador, falta } = repetir(OPCIONES, otro, [maria], orden)
  expect(falta).toBeNull()
  expect(borrador).toEqual({ ...otro, corredor: PE_VES, beneficiario_id: maria.id })
})

test('whom the agenda no longer pays there is not chosen, and why is said', () => {
  const of = (agenda: readonly (typeof maria)[] | undefined) =>
    repetir(OPCIONES, otro, agenda, orden)
  const gone = { ...maria, estatus: false }
  const wrong = { ...maria, reparos: ['cuenta'] as never[] }
  const abroad = { ...maria, moneda: { ...maria.moneda, id: 4 } }
  expect(of([gone]).falta).toBe('Ya no está en su agenda')
  expect(of([abroad]).falta).toBe('Ya no está en su agenda')
  expect(of([wrong]).falta).toBe('Beneficiario por corregir')
  expect(of(undefined).falta).toBe('')
  for (const agenda of [[gone], [abroad], [wrong], undefined])
    expect(of(agenda).borrador.beneficiario_id).toBeNull()
})

test('a corridor without a rate changes nothing', () => {
  const { borrador, falta } = repetir(OPCIONES, otro, [maria], { ...orden, recibe_moneda_id: 9 })
  expect([borrador, falta]).toEqual([otro, 'Sin tasa hoy'])
})
