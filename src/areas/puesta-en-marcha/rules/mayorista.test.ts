import { expect, test } from 'vitest'
import { decimal } from '../../../core/dinero/decimal.ts'
import { derivar } from '../../tipos-cambios/rules.ts'
import { conMayorista, margenPublico, montoMayorista, NADA, reparos } from './mayorista.ts'

const uno = decimal('1')
const deMilesimas = (n: number) => (n / 1000).toFixed(3)

test('R-320: the public rate is the typed price exactly, whatever the wholesale one is', () => {
  const wrong: string[] = []
  for (let publico = 900; publico < 9000; publico += 137) {
    for (const gap of [0, 1, 2, 7, 30, 211]) {
      const [low, high] = [deMilesimas(publico), deMilesimas(publico + gap)]
      const escrito = {
        desde: '5000',
        compra: low,
        compra_mayor: high,
        venta: high,
        venta_mayor: low,
      }
      const rule = (lado: 'compra' | 'venta') => ({
        ...({ metodo_calculo: lado === 'compra' ? 'm' : 'd', precision: 3 } as const),
        margen: margenPublico(escrito, lado),
      })
      const prices = { precio_origen: null, precio_destino: null, puente_id: null }
      const compra = derivar({ num: decimal(high), den: uno, ...prices }, rule('compra'))
      const venta = derivar({ num: uno, den: decimal(low), ...prices }, rule('venta'))
      if (compra !== low || venta !== high) wrong.push(`${low} ${high}: ${compra} ${venta}`)
    }
  }
  expect(wrong).toEqual([])
})

test('R-320: a wholesale price is whole, and no worse than the public one', () => {
  const bien = {
    compra: '3.52',
    venta: '3.56',
    desde: '5000',
    compra_mayor: '3.53',
    venta_mayor: '3.55',
  }
  expect([reparos(NADA), reparos(bien)]).toEqual([{}, {}])
  expect(reparos({ ...NADA, compra: '3.52', venta: '3.56' })).toEqual({})
  expect(Object.keys(reparos({ ...NADA, compra: '3.52' }))).toEqual(['venta'])
  expect(Object.keys(reparos({ ...bien, desde: null }))).toEqual(['desde'])
  expect(Object.keys(reparos({ ...bien, desde: '0' }))).toEqual(['desde'])
  expect(Object.keys(reparos({ ...bien, venta_mayor: null }))).toEqual(['venta_mayor'])
  expect(Object.keys(reparos({ ...bien, compra_mayor: '3.51' }))).toEqual(['compra_mayor'])
  expect(Object.keys(reparos({ ...bien, venta_mayor: '3.57' }))).toEqual(['venta_mayor'])
  expect([conMayorista(bien), conMayorista({ ...bien, desde: null })]).toEqual([true, false])
  expect([montoMayorista(bien, 'compra'), montoMayorista(bien, 'venta')]).toEqual([
    '5000',
    '17800.00',
  ])
})
