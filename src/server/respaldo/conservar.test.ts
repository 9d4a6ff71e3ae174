import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { muereEn } from '../../../test/support/respaldo/muere.ts'
import { conservar, desdeDonde, leerPlan } from './conservar.ts'
import { acabarDeQuitar, copiasDe, nombreDeCopia, sinDestino } from './copias.ts'
import { MANIFIESTO, PAQUETE } from './manifiesto.ts'

const at = (text: string) => new Date(text)
const kept = (fechas: string[], plan: [number, number, number]) => {
  const [dias, semanas, meses] = plan
  const copias = fechas.map((each) => ({ fecha: at(each) }))
  return conservar(copias, { dias, semanas, meses }).map(({ fecha }) =>
    fecha.toISOString().slice(0, 13),
  )
}

test('the last copy of each of so many days stays', () => {
  const all = [
    '2026-11-28T15:00:00Z',
    '2026-11-28T09:00:00Z',
    '2026-11-27T23:00:00Z',
    '2026-11-20T08:00:00Z',
  ]
  expect(kept(all, [2, 0, 0])).toEqual(['2026-11-28T15', '2026-11-27T23'])
  // Days without a copy are not counted.
  expect(kept(all, [3, 0, 0])).toEqual(['2026-11-28T15', '2026-11-27T23', '2026-11-20T08'])
})

test('weeks begin on Monday, months on their first', () => {
  // 2026-11-22 is a Sunday, 23 a Monday.
  const all = [
    '2026-11-24T10:00:00Z',
    '2026-11-23T10:00:00Z',
    '2026-11-22T10:00:00Z',
    '2026-10-31T10:00:00Z',
  ]
  expect(kept(all, [1, 2, 0])).toEqual(['2026-11-24T10', '2026-11-22T10'])
  expect(kept(all, [1, 0, 2])).toEqual(['2026-11-24T10', '2026-10-31T10'])
})

test('a clock that was set back makes no older copy of the newest, and none of it is deleted (R-467)', () => {
  // By a clock an hour ahead, then by the right one; newest first, as they lie in the log.
  const hour = ['2026-11-28T14:50:00Z', '2026-11-28T15:30:00Z', '2026-11-27T15:00:00Z']
  expect(kept(hour, [7, 4, 12])).toEqual(['2026-11-28T14', '2026-11-27T15'])
  // Far back, under a plan that has all of its days already.
  const far = ['2000-01-01T00:00:00Z', ...hour]
  expect(kept(far, [1, 0, 0])).toEqual(['2000-01-01T00'])
  expect(kept(far, [2, 0, 0])).toEqual(['2000-01-01T00', '2026-11-28T14'])
  // Far ahead, and put right: it goes as the days do, and does not stay the last one for ever.
  const ahead = ['2026-11-29T08:00:00Z', '2036-11-28T08:00:00Z', '2026-11-28T08:00:00Z']
  expect(kept(ahead, [1, 0, 0])).toEqual(['2026-11-29T08'])
})

test('a clock that comes by a second again finds its name taken, and takes the next one', () => {
  const destino = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  const nombre = () => nombreDeCopia(destino, at('2026-11-28T23:59:59.500Z'))
  try {
    expect(nombre()).toBe('respaldo-20261128T235959Z')
    for (const taken of ['respaldo-20261128T235959Z', 'respaldo-20261129T000000Z.malo'])
      mkdirSync(join(destino, taken))
    expect(nombre()).toBe('respaldo-20261129T000001Z')
  } finally {
    rmSync(destino, { recursive: true })
  }
})

test('a copy that was being removed when the program was killed counts no more, whatever of it is left (R-392)', () => {
  const destino = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  const name = 'respaldo-20261128T150915Z'
  const quitar = (ido: string) => {
    mkdirSync(join(destino, name))
    for (const each of [MANIFIESTO, PAQUETE]) writeFileSync(join(destino, name, each), 'x')
    const copias = pathToFileURL(resolve('src/server/respaldo/copias.ts')).href
    const text = `(await import(${JSON.stringify(copias)})).quitarCopia(${JSON.stringify(join(destino, name))})`
    const dies = muereEn({ llamada: 'rmSync', ruta: name, ido })
    return spawnSync(process.execPath, [...dies, '--input-type=module', '-e', text])
  }
  try {
    for (const ido of [PAQUETE, MANIFIESTO]) {
      expect(quitar(ido)).toMatchObject({ signal: 'SIGKILL' })
      expect(copiasDe(destino)).toEqual([])
      // A folder of people's own is no copy.
      mkdirSync(join(destino, 'mi.borrado'), { recursive: true })
      expect(readdirSync(destino)).toHaveLength(2)
      acabarDeQuitar(destino)
      expect(readdirSync(destino)).toEqual(['mi.borrado'])
    }
  } finally {
    rmSync(destino, { recursive: true })
  }
})

test('what a disk of the copies refuses is said in words that say what to do', () => {
  const said = (code: string) =>
    String(sinDestino('/media/usb', Object.assign(new Error(code), { code })))
  // FAT32, as most USB sticks come, takes no file over 4 GB.
  expect(said('EFBIG')).toMatch(
    /«\/media\/usb»: .*FAT32.* 4 GB\. Formatee .* exFAT o NTFS, .* otro\./,
  )
  expect(said('ENOSPC')).toContain('No queda espacio en «/media/usb»')
  for (const code of ['EACCES', 'EROFS', 'EPERM', 'ENOTDIR'])
    expect(said(code)).toContain('No se puede escribir en «/media/usb»: conecte el disco')
  expect(said('EIO')).toBe('Error: EIO')
})

test('the newest always stays, and never more than the plan says', () => {
  const plan = fc.record({ dias: fc.nat(9), semanas: fc.nat(9), meses: fc.nat(9) })
  const fechas = fc.array(
    fc.integer({ min: 0, max: 4e12 }).map((ms) => ({ fecha: new Date(ms) })),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(plan, fechas, (each, some) => {
      const all = conservar(some, each)
      expect(all[0]).toBe(some[0])
      expect(all.length).toBeLessThanOrEqual(Math.max(1, each.dias + each.semanas + each.meses))
      // What stays, stays when it is asked again.
      expect(conservar(all, each)).toEqual(all)
    }),
  )
})

test('a plan is three numbers', () => {
  expect(leerPlan('7, 4,12')).toEqual({ dias: 7, semanas: 4, meses: 12 })
  for (const wrong of ['', '7', '0,4,12', '7,4', '7,4,12,1', 'siete']) {
    expect(() => leerPlan(wrong)).toThrow('CAMBISTA_RESPALDO_CONSERVAR')
  }
})

test('after a restore to an older day the log stays from where the house was then, on either timeline', () => {
  const copia = (dia: string, desde: string, identidad = '7') => ({
    fecha: new Date(`2026-11-${dia}T08:00:00Z`),
    manifiesto: { identidad, segmentos: [desde, desde] as const },
  })
  const plan = { dias: 2, semanas: 4, meses: 12 }
  const old = copia('01', '000000010000000000000010')
  const before = copia('27', '0000000100000000000000F0')
  const since = copia('28', '000000020000000000000020')
  expect(desdeDonde([since, before, old], plan)).toEqual(
    new Map([['7', since.manifiesto.segmentos[0]]]),
  )
  expect(desdeDonde([copia('28', '000000010000000000000005', '8'), before, old], plan)).toEqual(
    new Map([
      ['8', '000000010000000000000005'],
      ['7', '0000000100000000000000F0'],
    ]),
  )
})
