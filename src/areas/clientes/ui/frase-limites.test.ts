import { expect, test } from 'vitest'
import { fraseDeLimites, fraseLibre } from './frase-limites.ts'

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
