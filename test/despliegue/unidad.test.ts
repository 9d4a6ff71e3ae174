import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/* the unit of systemd. It is read here, and judged by systemd's own tools where they are; nothing starts it. */

const ARCHIVO = resolve(import.meta.dirname, '../../despliegue/systemd/cambista.service')
const unidad = readFileSync(ARCHIVO, 'utf8')

const ACTUALIZA = resolve(ARCHIVO, '../cambista-actualizar@.service')

/** Every value of a setting; an empty line is one, too. */
const valores = (name: string, de = unidad) =>
  [...de.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)

/** Those tools are read offline from version 250 on. */
const { stdout = '' } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
const sinSystemd = Number(/^systemd (\d+)/.exec(stdout ?? '')?.[1] ?? 0) < 250

const analiza = (...args: string[]) =>
  spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, PAGER: 'cat' } })

test('the unit runs as nobody’s administrator, gets the key as a credential, starts again and stops in order', () => {
  expect(valores('User')).toEqual(['cambista'])
  expect(valores('LoadCredential')).toEqual(['cambista.clave:/etc/cambista/cambista.clave'])
  expect(valores('Restart')).toEqual(['on-failure'])
  // A signal to PostgreSQL beside the program's own would end it under requests that are still answered.
  expect(valores('KillMode')).toEqual(['mixed'])
  expect(valores('MemoryMax')).toEqual(['384M'])
  expect(valores('CapabilityBoundingSet')).toEqual([''])
  // Node compiles as it runs.
  expect(valores('MemoryDenyWriteExecute')).toEqual([])
  expect(unidad).not.toMatch(/CAMBISTA_CLAVE=|PASSWORD|FRASE=/)
})

test.skipIf(sinSystemd)(
  'systemd rates its exposure at 3.0 or less (skipped without systemd-analyze)',
  () => {
    const { status, stdout: said } = analiza(
      'security',
      '--offline=true',
      '--threshold=30',
      ARCHIVO,
    )
    expect({ status, said }).toMatchObject({ status: 0 })
  },
)

test('the unit of an upgrade has the house of the service, and starts it again however it ended', () => {
  const other = readFileSync(ACTUALIZA, 'utf8')
  const settings = (de: string) =>
    ['Environment', 'EnvironmentFile', 'LoadCredential'].flatMap((name) => valores(name, de))
  // Compiled code is of whoever runs it.
  expect(settings(other)).toEqual(settings(unidad).filter((one = '') => !/COMPILE_CACHE/.test(one)))
  expect(valores('ExecStopPost', other)).toEqual([
    '-systemctl reset-failed cambista',
    'systemctl start cambista',
  ])
  expect(valores('ExecStart', other)[0]).toMatch(
    / actualizar \/opt\/cambista\/%i --detener "systemctl stop cambista" --iniciar "systemctl reset-failed cambista; systemctl start cambista"$/,
  )
})

test.skipIf(sinSystemd).each([
  ['cambista.service', ARCHIVO],
  ['cambista-actualizar@una.service', ACTUALIZA],
] as const)('systemd reads %s without a word (skipped without systemd-analyze)', (name, file) => {
  const folder = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  try {
    const copy = join(folder, name)
    // The program is where the sources are, under a name without the spaces that their folder may have.
    const here = join(folder, 'actual')
    symlinkSync(resolve(import.meta.dirname, '../..'), here)
    writeFileSync(copy, readFileSync(file, 'utf8').replaceAll('/opt/cambista/actual/', `${here}/`))
    const { status, stderr } = analiza('verify', '--man=no', copy)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
