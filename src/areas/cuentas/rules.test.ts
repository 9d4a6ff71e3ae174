import { describe, expect, test } from 'vitest'
import { contrato } from './contract.ts'
import {
  saldoInicial,
  sobranDecimales,
  totalesPorMoneda,
  usoDeLimite,
  valorTotal,
} from './rules.ts'

const caja = { nombre: 'Caja Lima 1', tipo: 'caja', moneda_id: 2, pais: 'pe', titular: 'Casa' }
const banco = {
  ...caja,
  nombre: 'BCP',
  tipo: 'banco',
  entidad_id: 1,
  numero: '00219310000000010115',
}

function wrong(value: object): Record<string, string> {
  const issues = contrato.crear.body.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('cash has neither entity nor number; the others have both', () => {
  expect(wrong(caja)).toEqual({})
  expect(wrong(banco)).toEqual({})
  expect(Object.keys(wrong({ ...banco, tipo: 'boveda' }))).toEqual(['entidad_id', 'numero'])
  expect(Object.keys(wrong({ ...caja, tipo: 'billetera' }))).toEqual(['entidad_id', 'numero'])
})

test.each([
  [{ saldo_min: '10', saldo_max: '9.99' }, 'saldo_max'],
  [{ limite_op: '10', limite_dia: '9' }, 'limite_dia'],
  [{ limite_dia: '10', limite_mes: '9' }, 'limite_mes'],
  [{ limite_op: '10', limite_mes: '9' }, 'limite_mes'],
  [{ saldo_min: '1e5' }, 'saldo_min'],
  [{ saldo_inicial: '-1' }, 'saldo_inicial'],
  [{ tasa_costo: '0' }, 'tasa_costo'],
])('%o is refused on %s', (more, campo) => {
  expect(Object.keys(wrong({ ...caja, ...more }))).toEqual([campo])
})

describe('opening balance', () => {
  const pen = { decimales: 2, funcional: true }
  const usd = { decimales: 2, funcional: false }
  test.each([
    ['10000', '3.51', usd, { saldo: '10000.00', valor: '35100.00' }],
    ['500000', '0.018', usd, { saldo: '500000.00', valor: '9000.00' }],
    ['18000000', '0.00090', usd, { saldo: '18000000.00', valor: '16200.00' }],
    ['0.01', '0.5', usd, { saldo: '0.01', valor: '0.01' }],
    ['18500.5', null, pen, { saldo: '18500.50', valor: '18500.50' }],
    ['0', null, usd, null],
    ['0.00', '3.5', usd, null],
    [null, null, pen, null],
  ])('%s at %s', (saldo, tasa, moneda, expected) => {
    expect(saldoInicial(saldo, tasa, moneda)).toEqual(expected)
  })
  test.each([
    ['10', null, usd],
    ['0.01', '0.4', usd],
    ['10', '1', pen],
  ])('%s at %s is refused on its rate', (saldo, tasa, moneda) => {
    expect(saldoInicial(saldo, tasa, moneda)).toMatchObject({ campo: 'tasa_costo' })
  })
})

test('amounts with more decimals than the currency are named', () => {
  const montos = { saldo_min: '1.5', saldo_max: '1.50', limite_op: null, limite_dia: '1.005' }
  expect(sobranDecimales(montos, { decimales: 2 }).map(({ campo }) => campo)).toEqual([
    'limite_dia',
  ])
  expect(sobranDecimales(montos, { decimales: 0 })).toHaveLength(3)
})

test('totals are per currency; only the value at cost is added across', () => {
  const [pen, usd] = [
    { id: 2, decimales: 2 },
    { id: 3, decimales: 2 },
  ]
  const fila = (moneda: typeof pen, saldo: string, valor: string) => ({
    moneda,
    saldo,
    comprometido: '0.00',
    disponible: saldo,
    valor,
  })
  const filas = [fila(usd, '0.10', '0.35'), fila(pen, '10.00', '10.00'), fila(usd, '0.20', '0.70')]
  expect(totalesPorMoneda(filas)).toMatchObject([
    { moneda: usd, cuentas: 2, saldo: '0.30', valor: '1.05' },
    { moneda: pen, cuentas: 1, saldo: '10.00', valor: '10.00' },
  ])
  expect(valorTotal(filas)).toBe('11.05')
  expect(valorTotal([{}, { valor: '1.00' }])).toBeUndefined()
})

test.each([
  ['0.00', '0.00', '100.00', 0],
  ['25.00', '10.00', '100.00', 25],
  ['1.00', '33.33', '100.00', 34],
  ['0', '150', '100', 150],
  ['5', '5', null, null],
  ['5', '5', '0', null],
])('in %s and out %s of %s is %s %%', (entra, sale, limite, uso) => {
  expect(usoDeLimite({ entra, sale }, limite)).toBe(uso)
})
