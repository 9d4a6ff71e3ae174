import { expect, test } from 'vitest'
import { monedasEn, numeroEn, tipoEn } from './cuenta.ts'
import { JUEGOS } from './juegos.ts'

const entidad = (codigo: string) => {
  const found = JUEGOS.flatMap(({ entidades }) => entidades).find((each) => each.codigo === codigo)
  if (!found) throw new Error(`no entity ${codigo}`)
  return found
}

test('an entity says what its accounts are, in which currencies, and how their number looks', () => {
  const all = [{ id: 2 }, { id: 3 }, { id: 7 }]
  const seen = ['002', 'YAPE', 'BINANCE'].map((codigo) => {
    const one = entidad(codigo)
    return [tipoEn(one), monedasEn(one, all).map(({ id }) => id), numeroEn(one)]
  })
  expect(seen).toEqual([
    ['banco', [2, 3, 7], 'El CCI: 20 dígitos.'],
    ['billetera', [2], 'El celular o el correo con que la abrió.'],
    ['cripto', [7], 'La dirección de la billetera.'],
  ])
})
