import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pedidoDe } from '../../../../scripts/respaldo/argumentos.ts'
import { ponerZona, zonaHoraria } from '../../../core/zona.ts'
import { escribir, MANIFIESTO, type Manifiesto } from '../manifiesto.ts'

/* With which copy `restaurar` begins (R-395). */

let carpeta: string
const mine = zonaHoraria()
beforeEach(() => {
  carpeta = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
})
afterEach(() => {
  rmSync(carpeta, { recursive: true, force: true })
  ponerZona(mine)
})

/** A copy that ended at an hour of this day in UTC, in the segment `hasta` of its log. */
function copia(day: number, hasta: string, of: Partial<Manifiesto> = {}): string {
  const name = `respaldo-202611${day}T150000Z`
  const fin = `2026-11-${day}T15:01:00.000Z`
  mkdirSync(join(carpeta, name))
  const all: Manifiesto = {
    ...{ formato: 1, programa: '0.2.0', postgres: '18.4', sistema: 'linux-x64' },
    ...{ casa: 'Cambios Uno', zona: 'America/Lima', demo: false, identidad: '7666' },
    ...{ inicio: fin, fin, lsn: ['0/1', '0/2'], archivos: 3, bytes: 9 },
    ...{ paquete: { bytes: 5, sha256: 'ab' }, llave: 'x', comprobado: null },
    ...{ segmentos: ['000000010000000000000001', hasta], ...of },
  }
  writeFileSync(join(carpeta, name, MANIFIESTO), escribir(all, 'AGE-SECRET-KEY-1A'))
  return name
}

const elegida = (...given: string[]) => basename(pedidoDe([carpeta, ...given], {}).copia)

test('of two lives of a house an instant is that of the one that it lived then', () => {
  const before = [copia(20, '000000010000000000000005'), copia(22, '000000010000000000000009')]
  // On the 23rd it was brought back to the 20th: its log begins earlier again, on a timeline of its own.
  const after = [copia(23, '000000020000000000000006'), copia(25, '000000020000000000000008')]
  expect(elegida()).toBe(after[1])
  expect(elegida('--hasta', '2026-11-24 10:00')).toBe(after[0])
  // What was undone later is what the house was at that instant.
  expect(elegida('--hasta', '2026-11-22 20:00')).toBe(before[1])
  expect(elegida('--hasta', '2026-11-21 10:00')).toBe(before[0])
  expect(() => elegida('--hasta', '2026-11-19 10:00')).toThrow('Ningún respaldo es de antes')
})

test('without a folder it is the one of the daily copies, and one that is named comes before it', () => {
  const old = copia(20, '000000010000000000000005')
  const last = copia(22, '000000010000000000000009')
  const de = (...given: string[]) => basename(pedidoDe(given, { CAMBISTA_RESPALDO: carpeta }).copia)
  expect(de()).toBe(last)
  expect(de('--hasta', '2026-11-21 10:37', '--reemplazar')).toBe(old)
  const named = () => de(join(carpeta, 'otra'))
  expect(named).toThrow(`En «${join(carpeta, 'otra')}» no hay respaldos`)
  for (const env of [{}, { CAMBISTA_RESPALDO: '' }])
    expect(() => pedidoDe(['--hasta', '2026-11-21 10:37'], env)).toThrow(/^Uso: npm run restaurar/)
  // What is no option that there is names no folder.
  expect(() => de('--ayer')).toThrow(/^Uso: npm run restaurar/)
})

test('of two houses in one folder the instant is of the one that the folder is brought back to', () => {
  copia(20, '000000010000000000000009', { identidad: '8', casa: 'Cambios Dos' })
  copia(22, '000000010000000000000005')
  expect(() => elegida('--hasta', '2026-11-21 10:00')).toThrow(
    /Ningún respaldo es de antes: el más viejo terminó el 22\/11\/2026/,
  )
})

test('a copy of a later program is refused before anything is touched; of this one and earlier ones it is not (R-461)', () => {
  const old = copia(20, '000000010000000000000005', { programa: '0.1.0' })
  copia(22, '000000010000000000000009', { programa: '999.0.0' })
  expect(() => elegida()).toThrow(
    /es de la versión 999\.0\.0 del programa y esta es la \d.* No se tocó nada/,
  )
  expect(elegida('--hasta', '2026-11-21 10:00')).toBe(old)
})

test('a day that no month has, and an hour that no day has, are refused', () => {
  copia(20, '000000010000000000000005')
  for (const none of [
    '2026-02-30 10:00',
    '2026-13-01 10:00',
    '2026-11-30 24:00',
    '2026-11-31 10:00',
  ])
    expect(() => elegida('--hasta', none)).toThrow(`No se entiende «${none}»`)
  expect(elegida('--hasta', '2028-02-29 10:00:59')).toContain('20261120')
})

test('where two copies say another time zone an hour is not understood alike, and is refused', () => {
  const old = copia(20, '000000010000000000000005', { zona: 'America/Bogota' })
  copia(22, '000000010000000000000009')
  expect(() => elegida('--hasta', '2026-11-21 10:00')).toThrow('otra zona horaria')
  expect(elegida('--hasta', '2026-11-22 20:00')).toContain('20261122')
  expect(basename(pedidoDe([join(carpeta, old), '--hasta', '2026-11-21 10:00'], {}).copia)).toBe(
    old,
  )
})

/** Root reads everything: whoever asks here is another user, as on a machine that did not make the copies. */
const OTRO = process.getuid?.() === 0 ? 65_534 : null

const MANIFIESTO_TS = 'src/server/respaldo/manifiesto.ts'
/** What `restaurar` says at once of a folder, or who reads one manifest, as that user; empty when it takes it. */
function dice(
  folder: string,
  how: 'pedidoDe' | 'leerManifiesto' = 'pedidoDe',
  more: readonly string[] = [],
): string {
  const of = { pedidoDe: 'scripts/respaldo/argumentos.ts', leerManifiesto: MANIFIESTO_TS }
  const script = pathToFileURL(resolve(of[how])).href
  const asked = how === 'pedidoDe' ? [[folder, ...more], {}] : [folder]
  const text = `const { ${how} } = await import(${JSON.stringify(script)})
    ${OTRO === null ? '' : `process.setgroups([]); process.setgid(${OTRO}); process.setuid(${OTRO})`}
    try { ${how}(...${JSON.stringify(asked)}) } catch (error) { console.log(error.message) }`
  const args = ['--input-type=module', '-e', text]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.trim()
}

test.skipIf(process.platform === 'win32')(
  'copies of another user are no copies that are missing or damaged: whose they are is said, and what gives them (R-464)',
  () => {
    chmodSync(carpeta, 0o755)
    copia(20, '000000010000000000000005')
    const last = join(carpeta, copia(22, '000000010000000000000009'))
    const file = join(last, MANIFIESTO)
    const log = join(carpeta, 'registro', '7666')
    mkdirSync(log, { recursive: true })
    writeFileSync(join(last, 'casa.tar.zst.age'), 'x')
    // A disk has what is nobody's copy.
    mkdirSync(join(carpeta, 'lost+found'), { mode: 0o000 })
    expect(dice(carpeta)).toBe('')
    const cure = OTRO === null ? 'chmod -R u+rX' : `chown -R ${OTRO}:${OTRO}`
    for (const [path, mode] of [
      [file, 0o644],
      [join(last, 'casa.tar.zst.age'), 0o644],
      [last, 0o755],
      [log, 0o755],
      [carpeta, 0o755],
    ] as const) {
      chmodSync(path, 0o000)
      for (const asked of path === last || path === carpeta ? [carpeta, last] : [carpeta]) {
        const said = dice(asked)
        expect(said).toContain(`No se puede leer «${path}»: `)
        expect(said).toContain(OTRO === null ? 'sus permisos' : `la da el usuario ${OTRO}.`)
        expect(said).toContain(`«${cure} "${asked}"» y repita la orden.`)
      }
      chmodSync(path, mode)
    }
    chmodSync(file, 0o000)
    expect(dice(last, 'leerManifiesto')).toContain(`No se puede leer «${file}»: `)
    chmodSync(file, 0o644)
    // One that is named is taken without the log beside it, but for an instant.
    chmodSync(log, 0o000)
    expect(dice(last)).toBe('')
    const said = dice(last, 'pedidoDe', ['--hasta', '2026-11-27 23:00'])
    expect(said).toContain(`No se puede leer «${log}»: `)
    expect(said).toContain(`«${cure} "${join(carpeta, 'registro')}"» y repita la orden.`)
    chmodSync(log, 0o755)
    chmodSync(join(carpeta, 'lost+found'), 0o755)
  },
)
