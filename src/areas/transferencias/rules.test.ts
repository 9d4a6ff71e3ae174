import { expect, test } from 'vitest'
import { comisionPropuesta, desvio, enPalabras, montos, vaEnCamino } from './rules.ts'

const dos = { origen: 2, destino: 2 }

test('two of the three give the third, either way round', () => {
  expect(montos({ monto: '2000.00', tasa: '206.00' }, 'm', dos).recibido).toBe('412000.00')
  expect(montos({ recibido: '412000.00', tasa: '206' }, 'm', dos).monto).toBe('2000.00')
  expect(montos({ monto: '2000.00', recibido: '412000.00' }, 'm', dos).tasa).toBe('206')
  expect(montos({ monto: '412000.00', tasa: '206' }, 'd', dos).recibido).toBe('2000.00')
  expect(montos({ monto: '412000.00', recibido: '2000.00' }, 'd', dos).tasa).toBe('206')
  expect(montos({ monto: '3.00', recibido: '1.00' }, 'm', dos).tasa).toBe('0.3333333333')
  expect(montos({ monto: '0.05', tasa: '0.5' }, 'm', { origen: 2, destino: 0 }).recibido).toBe('0')
})

test('a rate is said both ways, its own first', () => {
  const iso = { origen: 'USDT', destino: 'VES' }
  expect(enPalabras({ tasa: '206', metodo_calculo: 'm' }, iso)).toEqual([
    '1 USDT = 206.00 VES',
    '1 VES = 0.00485437 USDT',
  ])
  expect(
    enPalabras({ tasa: '3.545', metodo_calculo: 'd' }, { origen: 'PEN', destino: 'USD' }),
  ).toEqual(['1 USD = 3.545 PEN', '1 PEN = 0.282087 USD'])
  expect(
    enPalabras({ tasa: '1046.29', metodo_calculo: 'm' }, { origen: 'PEN', destino: 'COP' })[0],
  ).toBe('1 PEN = 1,046.29 COP')
})

test('outside of the market is so far from the nearer of both prices', () => {
  const market = { compra: '205.10', venta: '207.40' }
  expect(desvio({ tasa: '206', metodo_calculo: 'm' }, market)).toBe('0.0000')
  expect(desvio({ tasa: '216', metodo_calculo: 'm' }, market)).toBe('4.1466')
  expect(desvio({ tasa: '190', metodo_calculo: 'm' }, market)).toBe('7.3623')
  expect(desvio({ tasa: '3.56', metodo_calculo: 'd' }, { compra: '0.28', venta: '0.285' })).toBe(
    '0.0000',
  )
  expect(desvio({ tasa: '206', metodo_calculo: 'm' }, { compra: null, venta: null })).toBeNull()
})

test('the fee that an entity takes is proposed: a share and a fixed part, to the cent', () => {
  const fee = (pct: string | null, fija: string | null) =>
    comisionPropuesta({ comision_salida_pct: pct, comision_salida_fija: fija }, '26206.00', 2)
  expect([fee('0.3', null), fee('0.3', '1.50'), fee(null, '7.50'), fee(null, null)]).toEqual([
    '78.62',
    '80.12',
    '7.50',
    '0',
  ])
})

test('another person or another branch receives', () => {
  const at = (responsable_id: number | null, sucursal_id: number | null, origen = true) => ({
    ...{ responsable_id, sucursal_id, efectivo: true, origen },
  })
  expect(vaEnCamino(at(1, 1), at(1, 1))).toBe(false)
  expect(vaEnCamino(at(1, 1), at(2, 1))).toBe(true)
  expect(vaEnCamino(at(null, 1), at(2, 1))).toBe(true)
  expect(vaEnCamino(at(1, 1), at(null, 1))).toBe(false)
  expect(vaEnCamino(at(1, 1), at(1, 2))).toBe(true)
  expect(vaEnCamino(at(1, null), at(null, 2))).toBe(false)
  // A vault that is not his to use: somebody who may use it counts what he brought.
  expect(vaEnCamino(at(1, 1), at(null, 1, false))).toBe(true)
})
