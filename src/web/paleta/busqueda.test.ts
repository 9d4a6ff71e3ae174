import { expect, test } from 'vitest'
import { mejores, numeroDe, palabrasDe, pedidoDe, sinLlamada } from './busqueda.ts'

// Twins: the cases of SQL's `nombre_casi` are in areas/clientes/test/hallar.server.test.ts.
const PAGINAS = ['Posición diaria', 'Nueva orden', 'Órdenes', 'Tipos de cambio', 'Nuevo cliente']
const halla = (typed: string) => mejores(PAGINAS, palabrasDe(typed), (one) => one)

test.each([
  ['without accents', 'posicion', ['Posición diaria']],
  ['in any order', 'diaria posi', ['Posición diaria']],
  ['in capitals', 'TIPOS CAMBIO', ['Tipos de cambio']],
  ['by part of a word', 'rden', ['Órdenes', 'Nueva orden']],
  ['not at all, where one word is missing', 'orden vieja', []],
  ['all of them, for no words', ' ', PAGINAS],
  ['with a wrong letter', 'ordan nueva', ['Nueva orden']],
  ['with a missing letter', 'posicin', ['Posición diaria']],
  ['with a letter too many', 'clliente', ['Nuevo cliente']],
  ['with two letters swapped', 'nuevo clinete', ['Nuevo cliente']],
  ['but not with two letters wrong', 'nuevo klientu', []],
  ['but not by a short word with a wrong letter', 'tipos di', []],
])('a page is found %s', (_, typed, found) => {
  expect(halla(typed)).toEqual(found)
})

test('what is written like the words comes before what has them among others', () => {
  expect(
    mejores(['OR-2026-000240 x', 'OR-2026-000240'], palabrasDe('or-2026-000240'), (one) => one),
  ).toEqual(['OR-2026-000240', 'OR-2026-000240 x'])
})

test('what is called just so comes before what has the word among others, whatever else finds it', () => {
  const paginas = [
    { texto: 'Mejores clientes', tambien: 'reportes' },
    { texto: 'Clientes', tambien: 'administración, la lista de todos' },
    { texto: 'Compras y ventas', alias: 'Mostrador', tambien: 'clientes' },
  ]
  const first = (typed: string) =>
    mejores(
      paginas,
      palabrasDe(typed),
      ({ texto, alias, tambien }) => [texto, alias, tambien].join(' '),
      ({ texto, alias = texto }) => [texto, alias],
    )[0]?.texto
  expect([first('clientes'), first('client'), first('mostrador')]).toEqual([
    ...['Clientes', 'Clientes', 'Compras y ventas'],
  ])
})

const ORDENES = [['pagar', 'tomar'], ['orden']] as const
test.each([
  ['pagar OR-2026-000240', { verbo: 'pagar', termino: 'OR-2026-000240' }],
  ['Pagar  la orden 240', { verbo: 'pagar', termino: '240' }],
  ['tomar la de Rosa Quispe', { verbo: 'tomar', termino: 'Rosa Quispe' }],
  ['pagar', null],
  ['pagar la orden', null],
  ['pagaré 240', null],
  ['OR-2026-000240 pagar', null],
])('«%s» asks for %j', (typed, asked) => {
  expect(pedidoDe(typed, ...ORDENES)).toEqual(asked)
})

test.each([
  ['cv 646', 'cv-646'],
  ['or  2026 469', 'or-2026-469'],
  ['CV-646', 'CV-646'],
  ['rosa 646 lima', 'rosa 646 lima'],
  ['rosa', 'rosa'],
  ['30 05', '30 05'],
])('%s is the number %s where numbers are looked for (R-372)', (typed, found) => {
  expect(numeroDe(typed)).toBe(found)
})

test.each([
  ['gasto 48', '48'],
  ['el gasto 48', '48'],
  ['Gasto luz', 'luz'],
  ['gasto', 'gasto'],
  ['48 gasto', '48 gasto'],
  ['gastos 48', 'gastos 48'],
])('%s: the word for the kind of record says none of its own', (typed, said) => {
  expect(sinLlamada(typed, ['gasto'])).toBe(said)
})
