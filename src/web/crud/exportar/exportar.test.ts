import { expect, test } from 'vitest'
import { csvCell } from '../../../core/texto/hoja.ts'
import type { Columna } from '../lista/tabla.tsx'
import { atrasoDe } from './escritura.ts'
import { toCsv } from './exportar.ts'

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
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  ['\nx', '"\'\nx"'],
  ['\0=x', "'\0=x"],
  ['a;=b', '"a;=b"'],
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

test('bare numbers are under a title that says their unit', () => {
  const columna: Columna<{ usd: string }> = {
    clave: 'usd',
    titulo: 'Equivalente',
    celda: ({ usd }) => `US$ ${usd}`,
    numero: ({ usd }) => usd,
    unidad: () => 'US$',
  }
  expect(toCsv([columna], [{ usd: '12.50' }])).toBe('Equivalente US$\r\n12.50\r\n')
})

test('a number is written without symbol or thousands, and its text when it is null', () => {
  const columnas: Columna<{ monto: string | null }>[] = [
    {
      clave: 'monto',
      titulo: 'Monto',
      celda: () => null,
      texto: ({ monto }) => `S/ ${monto ?? 'sin monto'}`,
      numero: ({ monto }) => monto,
    },
    { clave: 'tasa', titulo: 'Tasa', celda: () => null, numero: ({ monto }) => monto },
  ]
  const filas = [{ monto: '-1500.50' }, { monto: null }, { monto: '=1+1' }]
  expect(toCsv(columnas, filas)).toBe(
    "Monto,Tasa\r\n-1500.50,-1500.50\r\nS/ sin monto,\r\nS/ =1+1,'=1+1\r\n",
  )
})

test('what a file has that is behind the books is said in its name and on its last line', () => {
  const columna: Columna<{ a: string }> = {
    clave: 'a',
    titulo: 'Nombre',
    celda: () => null,
    texto: ({ a }) => a,
  }
  const { nombre, linea } = atrasoDe(3)
  expect(nombre).toBe(' - datos de hace 3 s')
  expect(toCsv([columna], [{ a: 'x' }], linea)).toBe(
    'Nombre\r\nx\r\nDatos de hace 3 s: falta lo que se registró después.\r\n',
  )
  expect(atrasoDe(undefined)).toEqual({ nombre: '', linea: '' })
})
