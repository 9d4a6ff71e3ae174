import { expect, test } from 'vitest'
import { papelesDe, papelesFaltan } from './rules.ts'

test.each([
  ['natural', 'DNI', 'N0', 'identidad-anverso identidad-reverso domicilio origen-fondos', ''],
  [
    'natural',
    'DNI',
    'N1',
    'identidad-anverso identidad-reverso domicilio origen-fondos',
    'identidad-anverso identidad-reverso',
  ],
  [
    'natural',
    'PAS',
    'N2',
    'identidad-anverso domicilio origen-fondos',
    'identidad-anverso domicilio origen-fondos',
  ],
  [
    'juridica',
    'RUC',
    'N3',
    'identidad-anverso identidad-reverso poderes domicilio origen-fondos',
    'identidad-anverso identidad-reverso poderes domicilio origen-fondos',
  ],
] as const)('the papers of a %s with %s at %s', (tipo_persona, tipo_doc, nivel, all, asked) => {
  const papers = papelesDe({ tipo_persona, tipo_doc, nivel })
  const names = (some: typeof papers) => some.map(({ tipo }) => tipo).join(' ')
  expect([names(papers), names(papers.filter(({ pide }) => pide))]).toEqual([all, asked])
})

test('one paper is missing, several are', () => {
  expect([1, 2].map(papelesFaltan)).toEqual(['Falta 1', 'Faltan 2'])
})
