import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { montarImportar } from '../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato as paises } from '../paises/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')
const otro = await app.signedIn('caj')
const { importar, fila, archivo } = montarImportar(adm)
const FILAS = 600

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

test('also while reading rows asks the database nothing, the server’s loop goes round', async () => {
  // Refused by their cells alone.
  const rows = Array.from({ length: FILAS }, () => fila().replace('Natural', 'Marciana'))
  let rounds = 0
  let running = true
  const round = () => {
    rounds += 1
    if (running) setImmediate(round)
  }
  const sent = importar('clientes', archivo(...rows), { modo: 'correctas' }).finally(() => {
    running = false
  })
  round()
  expect((await sent).body.totales.rechazada).toBe(FILAS)
  expect(rounds).toBeGreaterThan(FILAS)
})
