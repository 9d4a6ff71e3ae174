import { expect, test } from 'vitest'
import {
  codigoDeBytes,
  codigoEscrito,
  codigoLegible,
  enlacePapel,
  esCodigo,
  papelDelEnlace,
  parteDelEnlace,
} from './papel.ts'

test('a code has 16 letters of 5 bits each, the first bits first', () => {
  expect(codigoDeBytes(new Uint8Array(32))).toBe('0000000000000000')
  expect(codigoDeBytes(new Uint8Array(10).fill(255))).toBe('ZZZZZZZZZZZZZZZZ')
  expect(
    codigoDeBytes(
      Uint8Array.of(
        0b00001_000,
        0b10_00011_0,
        0b0100_0010,
        0b1_00110_00,
        0b111_01000,
        0,
        0,
        0,
        0,
        0,
      ),
    ),
  ).toBe('1234567800000000')
})

test('a code is read as people type it', () => {
  expect(codigoLegible('7K2M9QXDABCD0123')).toBe('7K2M-9QXD-ABCD-0123')
  expect(codigoEscrito(' 7k2m-9qxd abcd-oI2l')).toBe('7K2M9QXDABCD0121')
  expect(esCodigo('7k2m-9qxd-abcd-oi23')).toBe(true)
  expect(esCodigo('7K2M-9QXD-ABCD-012')).toBe(false)
  expect(esCodigo('7K2M-9QXD-ABCD-012U')).toBe(false)
})

test('the address of a paper leads back to its number and code', () => {
  const link = enlacePapel('https://caja.andino.pe', 'CV-2026-000123', '7K2M9QXDABCD0123')
  expect(link).toBe('https://caja.andino.pe/verificar#CV-2026-000123.7K2M9QXDABCD0123')
  expect(papelDelEnlace(new URL(link).hash)).toEqual({
    numero: 'CV-2026-000123',
    codigo: '7K2M9QXDABCD0123',
  })
  for (const other of ['', '#', '#CV-2026-000123', '#CV-2026-000123.7K2M', '#<b>.7K2M9QXDABCD0123'])
    expect(papelDelEnlace(other)).toBeNull()
})

test.each([
  ['OR-2026-000123.7k2m-9qxd-abcd-oi23', 'OR-2026-000123', '7K2M9QXDABCD0123'],
  ['#or-2026-000123.7K2M9QXDABCD0123', 'OR-2026-000123', '7K2M9QXDABCD0123'],
])('R-388: %s is a whole address, as somebody types it', (said, numero, codigo) => {
  expect(papelDelEnlace(said)).toEqual({ numero, codigo })
})

test.each([
  ['#or-2026-000123', 'OR-2026-000123', ''],
  ['OR-2026-000123.7K2M', 'OR-2026-000123', '7K2M'],
  ['7k2m9qxdabcdoi23', '', '7K2M-9QXD-ABCD-0123'],
  ['<b>', '', ''],
  ['hola', '', ''],
  ['', '', ''],
])('R-388: of %s is kept what it has', (said, numero, codigo) => {
  expect(parteDelEnlace(said)).toEqual({ numero, codigo })
})
