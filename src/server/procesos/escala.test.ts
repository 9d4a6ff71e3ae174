import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

test('Patroni speaks the protocol of etcd by which it writes over nobody’s name, and etcd has it (R-492)', () => {
  const patroni = parse(readFileSync('escala/patroni.yml', 'utf8')) as Record<string, unknown>
  expect(Object.keys(patroni).filter((name) => name.startsWith('etcd'))).toEqual(['etcd'])
  expect(readFileSync('escala/etcd', 'utf8')).toMatch(/^ETCD_ENABLE_V2=true$/m)
})
