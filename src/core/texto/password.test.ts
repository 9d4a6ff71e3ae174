import { expect, test } from 'vitest'
import { faltaPassword, raiz } from './password.ts'

const ANA = ['Ana María', 'Quispe Flores', 'aquispe', 'ana.quispe@andino.example']

test.each([
  ['1234567', /al menos 8/],
  ['ñandú99', /al menos 8/],
  ['x'.repeat(129), /máximo 128/],
  ['abababab1', /pocos caracteres/],
  ['quispe-y-su-perro', /su nombre/],
  ['Qu1sp3 y su perro', /su nombre/],
  ['mi Maria bonita 77', /su nombre/],
  ['C@mb1st4-2026', /Cambista/],
  ['Contraseña2025', /palabra común/],
  ['C0ntrasena!!', /palabra común/],
  ['2026bienvenido', /palabra común/],
  ['¡Bienvenida1!', /palabra común/],
])('%s is refused', (password, words) => {
  expect(faltaPassword(password, ANA)).toMatch(words)
})

test.each([
  'caballo grapa correcto',
  'tinta verde 19 lluvia',
  '🐢🐢🐙🦜🦎🐬🐢🐢',
  'nada-por-aquí-hoy',
])('%s is accepted', (password) => {
  expect(faltaPassword(password, ANA)).toBeNull()
})

test('compares only the word inside a password', () => {
  expect(['P@ssw0rd-2025', '123Qwerty!', '···'].map(raiz)).toEqual(['password', 'qwerty', ''])
})
