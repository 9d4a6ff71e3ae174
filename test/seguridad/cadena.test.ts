import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type Edades,
  faltasDe,
  faltasDeEdad,
  leerEdades,
  nombreDe,
  type Paquete,
  paquetes,
} from '../../scripts/cadena/candado.ts'
import { OTROS } from '../../scripts/cadena/otros.ts'
import { sbom } from '../../scripts/cadena/sbom.ts'

/* what the program is made of is known, locked by digest, of some age, and runs nothing when it is installed. */

const all = paquetes()

test('every package is from the registry, with a digest, and runs no program that is not known', () => {
  expect(all.length).toBeGreaterThan(300)
  expect(all.flatMap(faltasDe)).toEqual([])
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true')
})

test('what is part of the program has a digest without exception', () => {
  const runs = all.filter(({ dev }) => !dev)
  expect(runs.length).toBeGreaterThan(100)
  expect(runs.filter(({ integrity }) => !integrity)).toEqual([])
})

const good: Paquete = {
  path: 'node_modules/x',
  name: 'x',
  version: '1.0.0',
  integrity: `sha512-${'A'.repeat(86)}==`,
}

test.each<[string, Partial<Paquete>, RegExp]>([
  ['another registry', { resolved: 'https://npm.example/x.tgz' }, /is from https:\/\/npm\.example/],
  ['a repository', { resolved: 'git+ssh://git@github.com/x/x.git#1' }, /is from git/],
  ['a folder', { link: true }, /is a link/],
  ['no digest', { integrity: '' }, /has no digest/],
  [
    'no digest, of another platform, that runs',
    { integrity: '', optional: true, os: ['win32'] },
    /no digest/,
  ],
  ['a SHA-1', { integrity: 'sha1-abc=' }, /weak digest/],
  ['a program', { hasInstallScript: true }, /would run a program/],
])('a package is refused with %s', (_, rest, fault) => {
  expect(faltasDe(good)).toEqual([])
  expect(faltasDe({ ...good, ...rest })).toContainEqual(expect.stringMatching(fault))
})

test('a nested package is known by its last folder', () => {
  expect(nombreDe('node_modules/@a/b/node_modules/@c/d')).toBe('@c/d')
  expect(nombreDe('/home/x/node_modules/e/lib/f.js')).toBe('e')
})

test('no version came in younger than a week, and of each somebody wrote down when it was released', () => {
  expect(faltasDeEdad(all, leerEdades())).toEqual([])
})

const edades = (publicada: string, porque = ''): Edades => ({
  antes: [],
  despues: { 'x@1.0.0': { publicada, agregada: '2026-11-20T00:00:00.000Z', porque } },
})

test.each<[string, Edades, RegExp | null]>([
  ['an unknown release', { antes: [], despues: {} }, /x@1\.0\.0: nobody wrote down/],
  ['three days', edades('2026-11-17T00:00:00.000Z'), /was 3 days old/],
  ['the future', edades('2027-01-01T00:00:00.000Z'), /was 0 days old/],
  ['a week', edades('2026-11-13T00:00:00.000Z'), null],
  ['a day, to close a hole', edades('2026-11-19T00:00:00.000Z', 'closes CVE-2026-1, remote'), null],
  ['a day, just so', edades('2026-11-19T00:00:00.000Z', 'new'), /was 1 days old/],
  ['what was there before', { antes: ['x@1.0.0'], despues: {} }, null],
])('of %s: %s', (_, known, fault) => {
  const faults = faltasDeEdad([good], known)
  if (fault) expect(faults).toEqual([expect.stringMatching(fault)])
  else expect(faults).toEqual([])
})

test('the bill of materials has every package of the lock file once, with licence and digest, and what is of others', () => {
  const { components, ...head } = sbom('1.2.3')
  expect(head).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  const refs = components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const versions = new Set(all.map(({ name, version }) => `${name}@${version}`))
  expect(components).toHaveLength(versions.size + OTROS.length)
  const runs = components.filter(({ scope }) => scope !== 'excluded')
  expect(runs.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual([])
  const one = components.find(({ name }) => name === 'big.js')
  expect(one?.purl).toMatch(/^pkg:npm\/big\.js@\d/)
  expect(one?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  expect(JSON.stringify(sbom('1.2.3'))).toBe(JSON.stringify({ ...head, components }))
})

/** Licences under which others' work may be part of the program. */
const LIBRES =
  /^\(?(MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|Unlicense|PostgreSQL|OpenSSL|Unicode-3\.0|Zlib|CC0-1\.0)( (OR|AND) (MIT|Apache-2\.0|Zlib|CC0-1\.0))*\)?$/

test('everything that is part of the program may be given on', () => {
  const runs = sbom('1.2.3').components.filter(({ scope }) => scope !== 'excluded')
  expect(
    runs
      .filter(({ licenses }) => !LIBRES.test(licenses?.[0].expression ?? ''))
      .map(({ name }) => name),
  ).toEqual([])
})
