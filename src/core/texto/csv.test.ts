import { describe, expect, test } from 'vitest'
import { escribirTabla, leerTabla, textoDe } from './csv.ts'

const LIMITES = { filas: 10, columnas: 5 }
const leer = (text: string) => leerTabla(text, LIMITES)
const celdas = (text: string) => leer(text).filas.map((fila) => fila.celdas)

describe('a table', () => {
  test.each([
    ['commas', 'a,b\n1,2', [['1', '2']]],
    ['semicolons', 'a;b\r\n1,5;2', [['1,5', '2']]],
    ['tabs', 'a\tb\r1\t2', [['1', '2']]],
    ['sep=', 'sep=;\na;b\n1;2', [['1', '2']]],
    ['quotes, a separator and a line end inside', 'a;b\n"x;""y""\nz";2', [['x;"y"\nz', '2']]],
    ['a quote within', 'a,b\nJuan "Pepe",2', [['Juan "Pepe"', '2']]],
    ['empty rows', 'a,b\n\n1,2\n,\n \n', [['1', '2']]],
    ['hard spaces', 'a,b\n\u00a01\u00a0, 2 ', [['1', '2']]],
    ['the quirks of spreadsheets', `a,b\n"=""00123""",'+51`, [['00123', '+51']]],
    ['short rows', 'a,b\n1', [['1']]],
  ])('with %s', (_, text, expected) => {
    expect(celdas(text)).toEqual(expected)
  })

  test('gives the line on which each row begins', () => {
    const { encabezado, filas } = leer('\uFEFF a , b\n"1\n1",2\n\n3,4\n')
    expect(encabezado).toEqual(['a', 'b'])
    expect(filas.map(({ linea }) => linea)).toEqual([2, 5])
  })

  test.each([
    ['', /está vacío/],
    ['a,b\n"1,2', /línea 2 .*no se cierran/],
    ['a,b\n"1"x,2', /línea 2 .*después de unas comillas/],
    ['a,b,c,d,e,f', /más de 5 columnas/],
    [`a\n${'1\n'.repeat(11)}`, /más de 10 filas/],
  ])('%j is refused', (text, words) => {
    expect(() => leer(text)).toThrow(words)
  })

  test('is read back as it was written', () => {
    const rows = [
      ['a', 'b'],
      ['x, "y"\nz', '=1+1'],
      ['  ', 'ñ;'],
    ]
    expect(celdas(escribirTabla(rows))).toEqual([
      ['x, "y"\nz', '=1+1'],
      ['', 'ñ;'],
    ])
  })

  test('reads one cell of five megabytes', () => {
    const big = 'x""'.repeat(1_600_000)
    expect(celdas(`a,b\n"${big}",2`)[0]?.[0]).toHaveLength(3_200_000)
  })
})

test.each([
  ['UTF-8', Buffer.from('Ñandú'), 'Ñandú'],
  ['Windows', Buffer.from('Ñandú €'.replace('€', '\u0080'), 'latin1'), 'Ñandú €'],
  ['UTF-16', Buffer.from('\uFEFFÑandú', 'utf16le'), 'Ñandú'],
])('text in %s', (_, bytes, expected) => {
  expect(textoDe(bytes).replace('\uFEFF', '')).toBe(expected)
})

test('refuses a file that is not text', () => {
  expect(() => textoDe(Buffer.from('PK\u0003\u0004'))).toThrow(/Excel/)
  expect(() => textoDe(Buffer.from('a\0b'))).toThrow(/no es de texto/)
})
