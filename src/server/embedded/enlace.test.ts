import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { baseFolder } from '../../../test/support/servidor/carpeta.ts'
import { findPlace } from './folder.ts'

const root = mkdtempSync(join(baseFolder(), `cambista-test-${process.pid}-`))
chmodSync(root, 0o711)
afterAll(() => rmSync(root, { recursive: true, force: true }))
const at = (name: string) => join(root, name)

test('a copy of a data folder that links to its cluster is refused, and a folder that was moved is not', () => {
  mkdirSync(at('lejos/postgres'), { recursive: true })
  mkdirSync(at('datos'))
  symlinkSync(at('lejos/postgres'), at('datos/postgres'))
  expect(findPlace(at('datos')).data).toBe(at('lejos/postgres'))
  // As `cp -a` does it.
  cpSync(at('datos'), at('copia'), { recursive: true, verbatimSymlinks: true })
  expect(readlinkSync(at('copia/postgres'))).toBe(at('lejos/postgres'))
  expect(() => findPlace(at('copia'))).toThrow(/es una copia de .*datos.*npm run respaldo/)
  expect(findPlace(at('datos')).data).toBe(at('lejos/postgres'))

  rmSync(at('copia'), { recursive: true })
  renameSync(at('datos'), at('mudada'))
  expect(findPlace(at('mudada')).data).toBe(at('lejos/postgres'))
  // It is that folder's from now on.
  cpSync(at('mudada'), at('datos'), { recursive: true, verbatimSymlinks: true })
  expect(() => findPlace(at('datos'))).toThrow('es una copia de')
})
