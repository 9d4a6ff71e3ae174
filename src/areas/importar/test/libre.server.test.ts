import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { montarImportar } from '../../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as paises } from '../../paises/contract.ts'
import { contrato } from '../contract.ts'
import { marchaDe } from '../marcha.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')
const otro = await app.signedIn('caj')
const { importar, fila, archivo } = montarImportar(adm)
const FILAS = 600
const CUENTAS = 150

test('while a file is imported others are answered between its rows, and its progress is told (R-157)', async () => {
  const marcha = randomUUID()
  const rows = Array.from({ length: FILAS }, (_, n) =>
    fila(undefined, 'Rosa', String(900_000_000 + n)),
  )
  const file = archivo(...rows)
  let running = true
  const sent = importar('clientes', file, { marcha }).finally(() => {
    running = false
  })
  const seen = new Set<number>()
  let answered = 0
  while (running) {
    const { body } = await adm.call(contrato.avance, { params: { marcha } })
    if (body) seen.add(body.hechas)
    const { status } = await otro.call(paises.listar)
    expect(status).toBe(200)
    answered += 1
  }
  const { status, body } = await sent
  expect([status, body.totales.nueva]).toEqual([200, FILAS])
  expect(answered).toBeGreaterThan(10)
  expect(seen.size).toBeGreaterThan(10)
  expect([...seen]).toEqual([...seen].toSorted((a, b) => a - b))
})

test('also where reading rows asks the database nothing, the loop goes round between two of them', async () => {
  // Refused by a cell alone, without a question to the database.
  const rows = Array.from({ length: CUENTAS }, (_, n) => `Caja ${n};Caja;No hay;Perú;Casa`)
  const text = ['Nombre;Tipo;Moneda;País;Titular', ...rows].join('\n')
  const marcha = randomUUID()
  let [running, last, most] = [true, 0, 0]
  const round = () => {
    const now = marchaDe(marcha, adm.usuario_id)?.hechas ?? last
    most = Math.max(most, now - last)
    last = now
    if (running) setImmediate(round)
  }
  round()
  const { body } = await importar('cuentas', text, { modo: 'correctas', marcha })
  running = false
  expect(body.totales.rechazada).toBe(CUENTAS)
  expect(last).toBeGreaterThan(CUENTAS - 10)
  expect(most).toBeLessThan(5)
})

test.runIf(process.env.CAMBISTA_MIDE)(
  '5,000 rows: how long it takes, and the longest pause of the loop',
  async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) =>
      fila(undefined, 'Rosa', String(910_000_000 + n)),
    )
    const pausas = monitorEventLoopDelay({ resolution: 1 })
    const from = performance.now()
    pausas.enable()
    const { body } = await importar('clientes', archivo(...rows))
    pausas.disable()
    expect(body.totales.nueva).toBe(5_000)
    const [took, longest] = [performance.now() - from, pausas.max / 1e6]
    process.stderr.write(`${Math.round(took)} ms, longest pause ${Math.round(longest)} ms\n`)
  },
)
