import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLAZO } from '../support/plazos.ts'
import { borrar, correr, libre } from './apoyo.ts'
import { ACTUALIZA, RAIZ, UNIDAD, valores as valoresDe } from './servicio.ts'
import { puesto } from './version.ts'

/*
 * the unit of systemd. It is read here, judged by systemd's own tools where they are, and installed and started
 * where systemd runs the machine and the tests are root's. `arranque.test.ts` starts what it says without systemd, and
 * `actualizar.test.ts` does what the unit of an upgrade says.
 */

const unidad = readFileSync(UNIDAD, 'utf8')
const valores = (name: string, text = unidad) => valoresDe(name, text)

/** Those tools are read offline from version 250 on. */
const { stdout = '' } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
const sinSystemd = Number(/^systemd (\d+)/.exec(stdout ?? '')?.[1] ?? 0) < 250

const analiza = (...args: string[]) =>
  spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, PAGER: 'cat' } })

/** What systemd says of a unit; the program is where the sources are, under a name without spaces. */
function verificada(name: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  try {
    const here = join(folder, 'actual')
    symlinkSync(RAIZ, here)
    const copy = join(folder, name)
    writeFileSync(copy, text.replaceAll('/opt/cambista/actual/', `${here}/`))
    const { status, stderr } = analiza('verify', '--man=no', copy)
    return { status, stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the unit runs as nobody’s administrator, gets the key as a credential, starts again and stops in order', () => {
  expect(valores('User')).toEqual(['cambista'])
  expect(valores('LoadCredential')).toEqual(['cambista.clave:/etc/cambista/cambista.clave'])
  expect(valores('Restart')).toEqual(['on-failure'])
  // A signal to PostgreSQL beside the program's own would end it under requests that are still answered.
  expect(valores('KillMode')).toEqual(['mixed'])
  expect(valores('MemoryMax')).toEqual(['384M'])
  // A command that was ended for want of memory stops nobody.
  expect(valores('OOMPolicy')).toEqual(['continue'])
  expect(valores('CapabilityBoundingSet')).toEqual([''])
  // Node compiles as it runs.
  expect(valores('MemoryDenyWriteExecute')).toEqual([])
  expect(unidad).not.toMatch(/CAMBISTA_CLAVE=|PASSWORD|FRASE=/)
})

test.skipIf(sinSystemd)(
  'systemd rates its exposure at 3.0 or less (skipped without systemd-analyze)',
  () => {
    const { status, stdout: said } = analiza('security', '--offline=true', '--threshold=30', UNIDAD)
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
  ['a setting that systemd does not know', 'NoNewPrivileges=', 'NoNewPrivilege='],
  ['a value that it does not take', 'ProtectSystem=strict', 'ProtectSystem=stricter'],
  ['a program that is not there', 'despliegue/cambista start', 'despliegue/cambista-no start'],
])('its own tool finds %s (skipped without systemd-analyze)', (_, from, to) => {
  expect(verificada('cambista.service', unidad.replace(from, to)).stderr).not.toBe('')
})

test.skipIf(sinSystemd)('its own tool finds what is open (skipped without systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  try {
    const copy = join(folder, 'cambista.service')
    writeFileSync(
      copy,
      unidad.replace(/^(Protect|Private|Restrict|SystemCall|Capability).*$/gm, ''),
    )
    expect(analiza('security', '--offline=true', '--threshold=30', copy).status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.skipIf(sinSystemd).each([
  ['cambista.service', UNIDAD],
  ['cambista-actualizar@una.service', ACTUALIZA],
] as const)('systemd reads %s without a word (skipped without systemd-analyze)', (name, file) => {
  expect(verificada(name, readFileSync(file, 'utf8'))).toEqual({ status: 0, stderr: '' })
})

const marcha = spawnSync('systemctl', ['is-system-running'], { encoding: 'utf8' }).stdout ?? ''
const SISTEMA =
  process.getuid?.() === 0 &&
  existsSync('/run/systemd/system') &&
  /^(running|degraded)$/.test(marcha.trim())
if (!SISTEMA)
  console.log(
    'unidad: systemd does not run this machine, or not for root: the unit is not started.',
  )

test.skipIf(!SISTEMA)(
  'the unit is installed, starts, serves, starts again when it is killed, and stops in order (skipped without systemd as root)',
  async () => {
    const nombre = `cambista-prueba-${process.pid}`
    const unit = `/run/systemd/system/${nombre}.service`
    // Outside of /tmp, which the unit does not see.
    const opt = `/opt/${nombre}`
    const casa = puesto()
    const systemctl = (...args: string[]) => spawnSync('systemctl', args, { encoding: 'utf8' })
    const cual = (what: string) => systemctl('show', '-P', what, nombre).stdout.trim()
    const port = String(await libre())
    try {
      await casa.instalar()
      expect(spawnSync('cp', ['-a', casa.opt, opt]).status).toBe(0)
      expect(spawnSync('useradd', ['--system', '--no-create-home', nombre]).status).toBe(0)
      const clave = join(opt, 'cambista.clave')
      writeFileSync(clave, 'ab'.repeat(32), { mode: 0o600 })
      const text = unidad
        .replaceAll('/opt/cambista/', `${opt}/`)
        .replaceAll('/etc/cambista/cambista.clave', clave)
        .replaceAll('/etc/cambista/', `${opt}/`)
        .replace(/^(User|Group|StateDirectory|CacheDirectory)=cambista$/gm, `$1=${nombre}`)
        .replaceAll('/var/lib/cambista/', `/var/lib/${nombre}/`)
        .replaceAll('/var/cache/cambista', `/var/cache/${nombre}`)
      writeFileSync(join(opt, 'entorno'), `PORT=${port}\n`)
      writeFileSync(unit, text)
      expect(systemctl('daemon-reload').status).toBe(0)
      expect(systemctl('start', nombre)).toMatchObject({ status: 0 })
      const salud = async () =>
        (
          await correr([join(opt, 'actual/despliegue/cambista'), 'salud'], {
            carpeta: opt,
            env: { PORT: port },
          })
        ).dicho.trim()
      await expect.poll(salud, { timeout: PLAZO }).toBe('Listo.')
      const pid = cual('MainPID')
      expect(systemctl('kill', '-s', 'KILL', nombre).status).toBe(0)
      await expect
        .poll(() => [cual('ActiveState'), cual('MainPID') === pid])
        .toEqual(['active', false])
      await expect.poll(salud, { timeout: PLAZO }).toBe('Listo.')
      expect(systemctl('stop', nombre).status).toBe(0)
      expect([cual('Result'), cual('ExecMainStatus')]).toEqual(['success', '0'])
    } finally {
      systemctl('stop', nombre)
      rmSync(unit, { force: true })
      systemctl('daemon-reload')
      systemctl('reset-failed', nombre)
      spawnSync('userdel', [nombre])
      for (const folder of [opt, `/var/lib/${nombre}`, `/var/cache/${nombre}`])
        rmSync(folder, { recursive: true, force: true })
      borrar(casa.raiz)
    }
  },
)
