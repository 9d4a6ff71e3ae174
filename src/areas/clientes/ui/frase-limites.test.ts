import { expect, test } from 'vitest'
import { fraseDeDeclaracion, fraseDeLimites, fraseLibre } from './frase-limites.ts'

test.each([
  [null, [], null],
  ['0.00', ['estado', 'documento'], 'No puede operar.'],
  [
    '199.99',
    ['documento', 'aprobacion'],
    'Puede operar hasta US$ 199.99 más. Para más necesita un documento vigente y la aprobación de cumplimiento.',
  ],
  ['0.00', ['parecido'], 'Para operar necesita que cumplimiento vea a quién se parece.'],
  ['80.50', ['dia'], 'Puede operar hasta US$ 80.50 más: es lo que queda de su límite diario.'],
  ['0.00', ['dia'], 'Ya no puede operar hoy: llegó a su límite.'],
  ['0.00', ['dia', 'mes'], 'Ya no puede operar este mes: llegó a su límite.'],
] as const)('with %s left because of %j he reads: %s', (libre, motivos, frase) => {
  expect(fraseDeLimites({ libre, motivos: [...motivos] })).toBe(frase)
})

test('who is free and lacks papers is told both', () => {
  expect(fraseLibre(0)).toBe('Ningún límite ni dato que falte lo detiene.')
  expect(fraseLibre(1)).toMatch(/falta 1, que no le impide operar\.$/)
  expect(fraseLibre(3)).toBe(
    'Ningún límite ni dato de su ficha lo detiene; de sus documentos faltan 3, que no le impiden operar.',
  )
})

test.each([
  [null, '4999.00', null],
  ['100.00', null, null],
  ['100.00', '4899.99', null],
  [
    '100.00',
    '4900.00',
    'Con lo que movió este mes (US$ 4,900.00) llega a US$ 5,000.00: se pedirá la declaración de origen y destino de los fondos del cliente.',
  ],
  ['5000.00', null, 'Se pedirá la declaración de origen y destino de los fondos del cliente.'],
])(
  'of %s after %s in the month the declaration is told before it is sent: %s (R-383)',
  (monto, mes, frase) => {
    expect(fraseDeDeclaracion(monto, '5000', mes)).toBe(frase)
  },
)
