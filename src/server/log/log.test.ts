import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '../proceso/config.ts'
import { causaDe, sinTextos } from './causa.ts'
import { logDe } from './log.ts'
import { rotativo } from './rotativo.ts'

/* the log keeps its bounds and no value that somebody typed. */

const root = mkdtempSync(join(tmpdir(), 'cambista-log-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let n = 0
const folder = () => {
  n += 1
  return join(root, String(n), 'datos')
}
const made = () => {
  const at = folder()
  mkdirSync(at, { recursive: true })
  return at
}
const linesOf = (at: string) =>
  readFileSync(join(at, 'cambista.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a log that grew is put aside, the oldest goes, and no line is lost or cut', () => {
  const file = join(made(), 'x.log')
  const log = rotativo(file, 100, 2)
  const line = (i: number) => `${String(i).padStart(59, '0')}\n`
  // What is written at once may pass the bound: here each line is.
  const each = (i: number) => {
    const one = rotativo(file, 100, 2)
    one.write(line(i))
    one.cerrar()
  }
  log.cerrar()
  for (let i = 0; i < 9; i += 1) each(i)
  const names = readdirSync(join(file, '..')).toSorted()
  expect(names).toEqual(['x.log', 'x.log.1', 'x.log.2'])
  const kept = [`${file}.2`, `${file}.1`, file].map((one) => readFileSync(one, 'utf8')).join('')
  const first = Number(kept.split('\n')[0])
  expect(kept).toBe(Array.from({ length: 9 - first }, (_, i) => line(first + i)).join(''))
  expect(first).toBeGreaterThan(0)
})

test('a running log is put aside under the program, which goes on in a new file', () => {
  const file = join(made(), 'x.log')
  const log = rotativo(file, 40_000, 3)
  for (let i = 0; i < 2000; i += 1) log.write(`${String(i).padStart(49, '0')}\n`)
  log.cerrar()
  const kept = [3, 2, 1].map((k) => `${file}.${k}`).filter((one) => existsSync(one))
  const all = [...kept, file].map((one) => readFileSync(one, 'utf8')).join('')
  expect(all.trim().split('\n').map(Number)).toEqual(Array.from({ length: 2000 }, (_, i) => i))
  expect(kept.length).toBeGreaterThan(0)
})

// Nothing can be written to this device, as to a full disk.
test.skipIf(!existsSync('/dev/full'))('a disk that refuses lines stops nothing', () => {
  const file = join(made(), 'x.log')
  symlinkSync('/dev/full', file)
  const full = rotativo(file, 100, 2)
  for (let i = 0; i < 50_000; i += 1) full.write(`${'x'.repeat(100)}\n`)
  full.cerrar()
  expect(readdirSync(join(file, '..'))).toEqual(['x.log'])
})

test('closed twice, it is closed once: what a failing end says is not lost behind it', () => {
  const file = join(made(), 'x.log')
  const log = rotativo(file, 100, 2)
  log.write('uno\n')
  log.cerrar()
  log.write('dos\n')
  log.cerrar()
  expect(readFileSync(file, 'utf8')).toBe('uno\n')
})

test('lines wait for the data folder, which the log never makes', () => {
  const datos = folder()
  const log = logDe({ datos, log: 'info', logJson: false })
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  log.say('uno')
  expect(existsSync(datos)).toBe(false)
  mkdirSync(datos, { recursive: true })
  log.say('dos')
  log.onScreen('Código: 1234-5678')
  log.cerrar()
  expect(out.mock.calls.map(([text]) => text)).toEqual(['uno\n', 'dos\n', 'Código: 1234-5678\n'])
  out.mockRestore()
  expect(linesOf(datos)).toMatchObject([
    { level: 'info', msg: 'uno', time: expect.stringMatching(/^\d{4}-.*Z$/), pid: process.pid },
    { level: 'info', msg: 'dos' },
  ])
})

test('each process of several has a file of its own, since two would rotate one', () => {
  const datos = made()
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const log = logDe({ datos, log: 'info', logJson: false, proceso: 2 })
  log.warn('uno')
  log.cerrar()
  expect(err).toHaveBeenCalledWith(expect.stringMatching(/ \[2\] uno\n$/))
  err.mockRestore()
  expect(readdirSync(datos)).toEqual(['cambista.2.log'])
})

test('a folder that is a file, or may not be written, leaves the terminal', () => {
  const datos = folder()
  mkdirSync(join(datos, '..'))
  writeFileSync(datos, '')
  const log = logDe({ datos, log: 'info', logJson: false })
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  log.say('uno')
  log.cerrar()
  expect(out).toHaveBeenCalledWith('uno\n')
  out.mockRestore()
})

test('an error is told with its id or job, its cause and where, and no value', () => {
  const datos = made()
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const log = logDe({ datos, log: 'warn', logJson: false })
  const id = '0192c7a4-0000-4000-8000-000000000001'
  log.report(
    Object.assign(new Error('invalid input syntax for type date: "Ana "la" Zegarra"'), {
      code: '22007',
    }),
    id,
  )
  log.report(new Error('Sin disco'), 'respaldo')
  let broken: unknown
  try {
    JSON.parse('Zegarra')
  } catch (error) {
    broken = error
  }
  log.report(broken, id)
  log.slow('abc', "SELECT  1\n WHERE a = 'Zegarra''s' AND b = $1", 1234.5)
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  log.say('no gravity')
  out.mockRestore()
  const said = err.mock.calls.join('')
  err.mockRestore()
  log.cerrar()
  const lines = linesOf(datos)
  expect(lines).toMatchObject([
    { level: 'error', reqId: id, code: '22007', msg: 'invalid input syntax for type date: …' },
    {
      level: 'error',
      source: 'respaldo',
      msg: 'Sin disco',
      stack: expect.stringMatching(/^\s+at /),
    },
    { level: 'error', reqId: id },
    { level: 'warn', query: 'abc', ms: 1235, statement: "SELECT 1 WHERE a = '…' AND b = $1" },
  ])
  expect(said).toMatch(/^\[\d{4}-.*Z\] 0192c7a4/)
  expect(said + JSON.stringify(lines)).not.toMatch(/Zegarra|Ana/)
})

test('as JSON on the output there is no file and nothing else for people', () => {
  const datos = made()
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const log = logDe({ datos, log: 'info', logJson: true })
  log.say('uno')
  log.report(new Error('dos'), 'telegram')
  expect(out.mock.calls.map(([text]) => JSON.parse(String(text)).msg)).toEqual(['uno', 'dos'])
  expect(err).not.toHaveBeenCalled()
  out.mockRestore()
  err.mockRestore()
  log.cerrar()
  expect(readdirSync(datos)).toEqual([])
})

test('what is thrown need be no error, and a statement keeps its names', () => {
  expect(causaDe('x "Ana"')).toEqual({ message: 'x …', stack: '' })
  expect(causaDe(Object.assign(new Error('a "b"'), { code: '23505' }))).toMatchObject({
    message: 'a "b"',
  })
  expect(sinTextos(`SELECT "Ana" FROM a WHERE b = 'c'`)).toBe(`SELECT "Ana" FROM a WHERE b = '…'`)
})

test('levels and bounds are settings, and others are refused in words', () => {
  expect(readConfig({})).toMatchObject({ log: 'info', logJson: false, lenta: 1000 })
  expect(
    readConfig({ CAMBISTA_LOG: 'debug', CAMBISTA_LOG_JSON: '1', CAMBISTA_LENTA_MS: '0' }),
  ).toMatchObject({ log: 'debug', logJson: true, lenta: 0 })
  expect(() => readConfig({ CAMBISTA_LOG: 'todo' })).toThrow('CAMBISTA_LOG debe ser uno de fatal')
  for (const CAMBISTA_LENTA_MS of ['x', '-1', '1.5'])
    expect(() => readConfig({ CAMBISTA_LENTA_MS })).toThrow('CAMBISTA_LENTA_MS')
})
