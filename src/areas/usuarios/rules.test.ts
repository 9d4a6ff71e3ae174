import { expect, test } from 'vitest'
import { alternar, diferencia, masQueYo, porArea } from './rules.ts'

const TODOS = ['a:ver', 'a:editar', 'a:borrar', 'b:ver', 'c:usar']

test('doing means seeing; who does not see does nothing', () => {
  expect(alternar([], 'a:editar', TODOS)).toEqual(['a:ver', 'a:editar'])
  expect(alternar(['a:ver', 'a:editar', 'b:ver'], 'a:ver', TODOS)).toEqual(['b:ver'])
  expect(alternar(['a:ver', 'a:editar'], 'a:editar', TODOS)).toEqual(['a:ver'])
  expect(alternar(['b:ver'], 'c:usar', TODOS)).toEqual(['b:ver', 'c:usar'])
})

test('what is gained and lost', () => {
  expect(diferencia(['a', 'b'], ['b', 'c'])).toEqual({ ganan: ['c'], pierden: ['a'] })
})

test('permissions by area, in order', () => {
  expect([...porArea(TODOS).keys()]).toEqual(['a', 'b', 'c'])
})

test('nobody reaches beyond himself, and nobody but one of them an administrator', () => {
  const sub = { slug: 'sub', permisos: ['a:ver', 'b:ver'] }
  const adm = { slug: 'adm', permisos: [] }
  expect(masQueYo(sub, { slug: 'x', permisos: ['a:ver'] })).toBeNull()
  expect(masQueYo(sub, { slug: 'x', permisos: ['a:ver', 'c:usar'] })).toBe('c:usar')
  expect(masQueYo(sub, adm)).toBe('roles:editar')
  expect(masQueYo(adm, adm)).toBeNull()
})
