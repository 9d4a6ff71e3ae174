import { expect, test } from 'vitest'
import { csvCell, toCsv } from './exportar.ts'
import type { Columna } from './tabla.tsx'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['di "hola"', '"di ""hola"""'],
  ['dos\nlíneas', '"dos\nlíneas"'],
  ['-1500.50', '-1500.50'],
  ['0.10', '0.10'],
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+51 999', "'+51 999"],
  ['-cmd', "'-cmd"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
])('a cell %j is written %j', (value, written) => {
  expect(csvCell(value)).toBe(written)
})

test('titles first, only columns with a text, empty for null', () => {
  const columnas: Columna<{ a: string | null }>[] = [
    { clave: 'a', titulo: 'Nombre', celda: () => null, texto: ({ a }) => a },
    { clave: 'b', titulo: 'Acción', celda: () => null },
  ]
  expect(toCsv(columnas, [{ a: 'x' }, { a: null }])).toBe('Nombre\r\nx\r\n\r\n')
})
