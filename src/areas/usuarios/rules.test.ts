import { expect, test } from 'vitest'
import { alternar, diferencia, masQueYo, porArea } from './rules.ts'

const TODOS = ['a:ver', 'a:editar', 'a:borrar', 'b:ver', 'c:usar']

test('granting an action grants `ver`, and removing `ver` removes the actions', () => {
  expect(alternar([], 'a:editar', TODOS)).toEqual(['a:ver', 'a:editar'])
  expect(alternar(['a:ver', 'a:editar', 'b:ver'], 'a:ver', TODOS)).toEqual(['b:ver'])
  expect(alternar(['a:ver', 'a:editar'], 'a:editar', TODOS)).toEqual(['a:ver'])
  expect(alternar(['b:ver'], 'c:usar', TODOS)).toEqual(['b:ver', 'c:usar'])
})

test('a change of permissions is split into gained and lost', () => {
  expect(diferencia(['a', 'b'], ['b', 'c'])).toEqual({ ganan: ['c'], pierden: ['a'] })
})

test('permissions are grouped by area, in order', () => {
  expect([...porArea(TODOS).keys()]).toEqual(['a', 'b', 'c'])
})

test('nobody grants more than his own permissions, and only an administrator makes another', () => {
  const sub = { slug: 'sub', permisos: ['a:ver', 'b:ver'] }
  const adm = { slug: 'adm', permisos: [] }
  expect(masQueYo(sub, { slug: 'x', permisos: ['a:ver'] })).toBeNull()
  expect(masQueYo(sub, { slug: 'x', permisos: ['a:ver', 'c:usar'] })).toBe('c:usar')
  expect(masQueYo(sub, adm)).toBe('roles:editar')
  expect(masQueYo(adm, adm)).toBeNull()
})
