import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { iguales } from './quieto.tsx'

const kbd = (text: ReactNode, more: object = {}) => createElement('kbd', more, text)
const press = () => {}

test.each<[what: string, a: unknown, b: unknown]>([
  ['text', 'F9', 'F9'],
  ['elements', kbd('F9'), kbd('F9')],
  ['elements within elements', kbd(kbd('F9')), kbd(kbd('F9'))],
  ['lists of records', [{ valor: '1', etiqueta: 'Caja' }], [{ valor: '1', etiqueta: 'Caja' }]],
  ['one function', { onClick: press }, { onClick: press }],
])('%s of the same values show the same', (_, a, b) => {
  expect(iguales(a, b)).toBe(true)
})

test.each<[what: string, a: unknown, b: unknown]>([
  ['texts', '10.00', '10.0'],
  ['texts of elements', kbd('F9'), kbd('F8')],
  ['kinds of element', kbd('F9'), createElement('b', {}, 'F9')],
  ['keys of elements', kbd('F9', { key: 1 }), kbd('F9', { key: 2 })],
  ['an element and none', kbd('F9'), null],
  ['lengths', [1], [1, 2]],
  ['a list and a record', [], {}],
  ['a value that is left out', { quitar: undefined }, { otra: undefined }],
  ['dates', new Date(0), new Date(1)],
  ['functions within a record', { onClick: () => {} }, { onClick: () => {} }],
])('other %s show something else', (_, a, b) => {
  expect(iguales(a, b)).toBe(false)
})
