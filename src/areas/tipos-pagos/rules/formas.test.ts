import { expect, test } from 'vitest'
import { cuentaEnPalabras, deOtros } from './formas.ts'

/* money in another person's charge is not moved without a word. */

const dolar = { simbolo: 'US$', decimales: 2 }
const mia = { id: 1, nombre: 'Caja USD', disponible: '900.00', de: null }
const suya = { id: 2, nombre: 'Caja Lima 1 USD', disponible: '500.00', de: 'Carla Huamán' }

test('an account is offered with its person where it is another’s, and with what it has', () => {
  expect(cuentaEnPalabras(mia, dolar)).toBe('Caja USD · US$ 900.00')
  expect(cuentaEnPalabras(suya, dolar)).toBe('Caja Lima 1 USD · de Carla Huamán · US$ 500.00')
  expect(cuentaEnPalabras({ ...suya, disponible: null }, dolar)).toBe(
    'Caja Lima 1 USD · de Carla Huamán',
  )
})

test('the summary says whose account moves, and nothing of one’s own', () => {
  expect(deOtros([mia, suya], [{ cuenta_id: 1 }])).toBeNull()
  expect(deOtros([mia, suya], [{ cuenta_id: 2 }, { cuenta_id: 2 }, { cuenta_id: 1 }])).toBe(
    'Mueve dinero a cargo de otra persona: «Caja Lima 1 USD», de Carla Huamán.',
  )
})
