import { expect, test } from 'vitest'
import { ejemplo, juzgar, montosDe, montosEnFrase, nombreTipo, porcentaje } from './palabras.ts'

const divisa = (iso: string, simbolo: string, decimales = 2) => ({
  id: 1,
  iso,
  simbolo,
  nombre: iso,
  decimales,
  imagen: null,
})
const [PEN, VES, COP, CLP] = [
  divisa('PEN', 'S/'),
  divisa('VES', 'Bs'),
  divisa('COP', '$'),
  divisa('CLP', '$', 0),
]

test('the example is the first round amount that yields at least one unit', () => {
  const m = { metodo_calculo: 'm', monto_min: null } as const
  const d = { metodo_calculo: 'd', monto_min: null } as const
  expect(ejemplo({ ...m, tasa: '52.412', divisa_base: PEN, divisa_cotizacion: VES })).toBe(
    'S/ 100 → Bs 5,241.20',
  )
  expect(ejemplo({ ...d, tasa: '1171.88', divisa_base: COP, divisa_cotizacion: PEN })).toBe(
    '$ 10,000 → S/ 8.53',
  )
  expect(ejemplo({ ...m, tasa: '250.30', divisa_base: PEN, divisa_cotizacion: CLP })).toBe(
    'S/ 100 → $ 25,030',
  )
})

test('a segment is named with its amounts, and its example is one of them', () => {
  const row = { divisa_base: PEN, divisa_cotizacion: VES, monto_max: null, hasta: null }
  const of = (more: object) => montosDe({ ...row, monto_min: null, ...more })
  expect(of({})).toBeNull()
  expect(of({ hasta: '5000' })).toBe('Menos de S/ 5,000')
  expect(montosEnFrase({ ...row, monto_min: null, hasta: '5000' })).toBe('menos de S/ 5,000')
  expect(montosEnFrase({ ...row, monto_min: null })).toBeNull()
  expect(of({ monto_min: '5000' })).toBe('Desde S/ 5,000')
  expect(of({ monto_min: '5000', hasta: '20000.5' })).toBe('Desde S/ 5,000, menos de S/ 20,000.50')
  expect(of({ monto_min: '10', monto_max: '900' })).toBe('Desde S/ 10, hasta S/ 900')
  const mayorista = { ...row, segmento: 'mayorista', monto_min: '5000' } as const
  expect(nombreTipo(mayorista)).toBe('PEN → VES mayorista')
  expect(ejemplo({ ...mayorista, tasa: '53.528', metodo_calculo: 'm' })).toBe(
    'S/ 5,000 → Bs 267,640.00',
  )
})

test('a typed rate is compared with cost and with the automatic rate, in both methods', () => {
  const m = { metodo_calculo: 'm', tasa_costo: '55.7584269663', tasa_automatica: '52.412' } as const
  expect(juzgar(m, '52.412')).toEqual({ margen: '6.0017', bajo_costo: false, desvio: '0.00' })
  expect(juzgar(m, '55.759')?.bajo_costo).toBe(true)
  const d = { metodo_calculo: 'd', tasa_costo: '3.5600000000', tasa_automatica: '3.560' } as const
  expect(juzgar(d, '3.600')).toEqual({ margen: '1.1111', bajo_costo: false, desvio: '1.12' })
  expect(juzgar(d, '3.559')?.bajo_costo).toBe(true)
  expect(juzgar(d, '3,6')).toBeNull()
  expect(juzgar({ ...d, tasa_costo: null }, '3.6')).toBeNull()
})

test('percentages have as many decimals as they need', () => {
  expect([porcentaje('6'), porcentaje('6.250'), porcentaje('-7.5432')]).toEqual([
    '6 %',
    '6.25 %',
    '−7.54 %',
  ])
  expect([porcentaje('0.57', true), porcentaje('0', true)]).toEqual(['+0.57 %', '0.00 %'])
})
