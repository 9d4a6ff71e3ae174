import { expect, test } from 'vitest'
import { claveEn, direccionDe, esRed, huellaDeClave, nuevaClave } from './clave-api.ts'

test('a key is 256 random bits, and what is kept of it does not say it', () => {
  const [one, other] = [nuevaClave(), nuevaClave()]
  expect(one.clave).not.toBe(other.clave)
  expect(one.clave).toMatch(/^cmb_[A-Za-z0-9_-]{43}$/)
  expect(one.huella).toEqual(huellaDeClave(one.clave))
  expect(one.pista).toBe(one.clave.slice(-4))
})

test('a request sends a key, none, or what cannot be one', () => {
  const { clave } = nuevaClave()
  expect(claveEn(undefined)).toBeNull()
  expect([claveEn(`Bearer ${clave}`), claveEn(`bearer  ${clave} `)]).toEqual([clave, clave])
  for (const bad of ['Bearer', 'Bearer eyJ0.e30.x', `Bearer ${clave} x`, 'Bearer cmb_corta'])
    expect(claveEn(bad), bad).toBe('')
  // The password of a proxy in front of the program, and beside a session what is another program's.
  for (const ajeno of ['', clave, `Basic ${clave}`, 'Negotiate abc', 'BearerX cmb_'])
    expect(claveEn(ajeno), ajeno).toBeNull()
  expect(claveEn('Bearer eyJ0.e30.x', true)).toBeNull()
  expect([claveEn(`Bearer ${clave}`, true), claveEn('Bearer cmb_corta', true)]).toEqual([clave, ''])
})

test('addresses and networks, in both families', () => {
  for (const good of ['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])
    expect(esRed(good), good).toBe(true)
  for (const bad of [
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '::1/129',
    'a.b.c.d',
  ])
    expect(esRed(bad), bad).toBe(false)
  expect(direccionDe('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect([direccionDe('fe80::1%eth0'), direccionDe('10.0.0.1')]).toEqual(['fe80::1', '10.0.0.1'])
})
