import { expect, test } from 'vitest'
import { preguntaDe } from './pregunta.ts'

test('the password is asked for the set as one; a record alone asks for itself', () => {
  expect(preguntaDe(49)).toBe(
    'Para crear 49 registros confirme que es usted: escriba su contraseña y, si tiene segundo factor, su código.',
  )
  expect(preguntaDe(1)).toBeUndefined()
})
