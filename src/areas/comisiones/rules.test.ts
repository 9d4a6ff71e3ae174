import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../test/jaula/azar.ts'
import { type Alcance, ESPECIFICIDAD, elegir, importe, problemas } from './rules.ts'

const todo: Alcance = {
  ...{ rol: 'creador', beneficiario: null, tipo: null, de_id: null, a_id: null },
  ...{ divisa_id: null, desde: '2025-01-01', hasta: null },
}
const venta = { tipo: 'venta', de_id: 2, a_id: 3, divisa_id: 3, dia: '2025-11-20' } as const

test('the most specific rule wins: beneficiary first, then corridor over currency, then type of operation', () => {
  // From the least to the most specific.
  const all: Alcance[] = [
    todo,
    { ...todo, tipo: 'venta' },
    { ...todo, divisa_id: 3 },
    { ...todo, divisa_id: 3, tipo: 'venta' },
    { ...todo, de_id: 2, a_id: 3 },
    { ...todo, de_id: 2, a_id: 3, tipo: 'venta' },
    { ...todo, beneficiario: 'u1' },
    { ...todo, beneficiario: 'u1', tipo: 'venta' },
    { ...todo, beneficiario: 'u1', divisa_id: 3 },
  ]
  for (const [i, rule] of all.entries()) {
    const known = all.slice(0, i + 1)
    expect(elegir(known, 'creador', 'u1', venta)).toBe(rule)
    expect(elegir(known.toReversed(), 'creador', 'u1', venta)).toBe(rule)
  }
})

test.each<[string, Partial<Alcance>]>([
  ['another role', { rol: 'agente' }],
  ['another beneficiary', { beneficiario: 'u2' }],
  ['another type of operation', { tipo: 'compra' }],
  ['another currency', { divisa_id: 6 }],
  ['the opposite corridor', { de_id: 3, a_id: 2 }],
  ['a day before', { desde: '2025-11-21' }],
  ['a day after', { hasta: '2025-11-19' }],
])('a rule for %s does not apply', (_, other) => {
  expect(elegir([{ ...todo, ...other }], 'creador', 'u1', venta)).toBeNull()
})

test('the first and the last day of validity are included', () => {
  const day = { ...todo, desde: '2025-11-20', hasta: '2025-11-20' }
  expect(elegir([day], 'creador', 'u1', venta)).toBe(day)
})

test(`two different scopes that match the same operation are never equally specific (seed ${SEMILLA})`, () => {
  const azar = azarDe(SEMILLA)
  const scope = (): Alcance => ({
    ...todo,
    beneficiario: azar.de([null, 'u1']),
    tipo: azar.de([null, 'venta']),
    ...azar.de([{}, { divisa_id: 3 }, { de_id: 2, a_id: 3 }]),
  })
  for (let i = 0; i < 300; i += 1) {
    const [a, b] = [scope(), scope()]
    const level = (r: Alcance) => ESPECIFICIDAD.map((of) => of(r)).join()
    expect(level(a) === level(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
  }
})

test.each([
  ['margen', '20', null, null, '33.73', '6.75'],
  ['margen', '10', null, null, '0.05', '0.01'],
  ['margen', '10', null, null, '0.04', '0.00'],
  ['ganancia', '10', '1', null, '-5', '0.00'],
  ['ganancia', '10', '1', null, '0', '0.00'],
  ['ganancia', '10', '1', null, '0.01', '1.00'],
  ['monto', '0.5', null, '3', '3560.00', '3.00'],
  ['margen', '50', null, null, null, '0.00'],
  ['fijo', '2.5', null, null, null, '2.50'],
] as const)('%s %s, from %s to %s, of %s: %s', (base, valor, minimo, maximo, sobre, made) => {
  expect(importe({ base, valor, minimo, maximo }, sobre)).toBe(made)
})

const regla = { ...todo, base: 'margen', valor: '10', minimo: null, maximo: null } as const
test.each<[string, Record<string, unknown>, string[]]>([
  ['nothing wrong', {}, []],
  ['a payer of a sale', { rol: 'pagador', tipo: 'venta' }, ['tipo']],
  ['a payer of orders', { rol: 'pagador', tipo: 'orden' }, []],
  ['half a corridor', { de_id: 2 }, ['a_id']],
  ['a corridor to itself', { de_id: 2, a_id: 2 }, ['a_id']],
  ['corridor and currency', { de_id: 2, a_id: 3, divisa_id: 3 }, ['divisa_id']],
  ['more than 100 %', { valor: '100.5' }, ['valor']],
  ['a fixed amount of more than 100 soles', { base: 'fijo', valor: '150' }, []],
  ['thousandths of a sol', { base: 'fijo', valor: '1.005' }, ['valor']],
  ['bounds on a fixed amount', { base: 'fijo', minimo: '1', maximo: '2' }, ['minimo', 'maximo']],
  ['a minimum above the maximum', { minimo: '3', maximo: '2' }, ['maximo']],
  ['an end before its start', { hasta: '2024-12-31' }, ['hasta']],
])('%s', (_, typed, fields) => {
  expect(problemas({ ...regla, ...typed } as never).map(({ campo }) => campo)).toEqual(fields)
})
