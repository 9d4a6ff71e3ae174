import { expect, test } from 'vitest'
import { diferencias, sinReservados } from './rules.ts'

test('an edit shows the named fields that differ, and nothing else', () => {
  const antes = { id: 7, nombre: 'Caja', minimo: '35.00', activo: true, version: 3 }
  const despues = { nombre: 'Caja 1', minimo: '35', activo: true, nota: null }
  expect(diferencias(antes, despues)).toEqual([
    { lugar: ['nombre'], antes: 'Caja', despues: 'Caja 1' },
  ])
})

test('a creation shows what was written', () => {
  expect(diferencias(null, { a: 1, b: null, c: false })).toEqual([
    { lugar: ['a'], antes: null, despues: 1 },
    { lugar: ['c'], antes: null, despues: false },
  ])
})

test('lists and objects are compared field by field; an item removed from a list is shown', () => {
  const antes = { chats: [1, 2], x: { y: 'a' } }
  expect(diferencias(antes, { chats: [1], x: { y: 'b' } })).toEqual([
    { lugar: ['x', 'y'], antes: 'a', despues: 'b' },
    { lugar: ['chats', '2'], antes: 2, despues: null },
  ])
})

test.each([null, undefined, {}, 'texto', []])('%j gives no differences', (nada) => {
  expect(diferencias(nada, nada)).toEqual([])
})

test('a removal shows what was', () => {
  expect(diferencias({ a: 1 }, null)).toEqual([{ lugar: ['a'], antes: 1, despues: null }])
})

test('secrets are never shown; profit and cost only to users who may see them', () => {
  const fila = {
    usuario: 'ana',
    password_hash: 'x',
    token: 'x',
    secreto_totp: 'x',
    pagos: [{ monto: '1', ganancia: '2' }],
    tasa_costo: '3',
  }
  expect(sinReservados(fila, true)).toEqual({
    usuario: 'ana',
    pagos: [{ monto: '1', ganancia: '2' }],
    tasa_costo: '3',
  })
  expect(sinReservados(fila, false)).toEqual({ usuario: 'ana', pagos: [{ monto: '1' }] })
  expect(sinReservados(null, false)).toBeNull()
})
