import { expect, test } from 'vitest'
import { type Contexto, faltaPassword, raiz } from './password.ts'

const ANA: Contexto = {
  propio: ['Ana María', 'Quispe Flores', 'aquispe', 'ana.quispe@andino.example'],
  casa: 'Cordillera Azul Casa de Cambio S.A.C.',
  ruc: '20512345679',
  gente: ['Rosa Huamán rosah', 'Luis Alberto Paredes Soto gerente'],
}

test.each([
  ['1234567', /al menos 8/],
  ['ñandú99', /al menos 8/],
  ['x'.repeat(129), /máximo 128/],
  ['abababab1', /pocos caracteres/],
  ['quispe-y-su-perro', /su nombre/],
  ['Qu1sp3 y su perro', /su nombre/],
  ['mi Maria bonita 77', /su nombre/],
  ['C@mb1st4-2026', /Cambista/],
  ['cordillera y su nieve', /nombre ni el RUC de la casa/],
  ['Azul-2026-azul', /nombre ni el RUC de la casa/],
  ['RUC 20512345679', /nombre ni el RUC de la casa/],
  ['Huaman1985!', /quien trabaja en la casa/],
  ['mi jefe p4r3d3s', /quien trabaja en la casa/],
  ['rosa-2026-lluvia', /quien trabaja en la casa/],
  ['gerente de turno', /quien trabaja en la casa/],
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
  // By chance: «rosa» and «azul» inside other words; «casa» and «cambio» are in every house's name.
  'perro sabio ventana',
  'andar azulejo casa cambio',
])('%s is accepted', (password) => {
  expect(faltaPassword(password, ANA)).toBeNull()
})

test('compares only the word inside a password', () => {
  expect(['P@ssw0rd-2025', '123Qwerty!', '···'].map(raiz)).toEqual(['password', 'qwerty', ''])
})
