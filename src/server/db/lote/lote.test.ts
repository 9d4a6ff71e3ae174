import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../db.ts'
import { Lote, type LoteOptions } from './lote.ts'

/* What arrives while a set is under way goes together with the next one. */

interface Pedido {
  id: number
  claves?: string[]
}

/** A gatherer whose sets end when the test says so; `sets` are the ids of each set that was asked for. */
function reunir(more: Partial<LoteOptions<Pedido, string>> = {}) {
  const sets: number[][] = []
  const open: (() => void)[] = []
  const lote = new Lote<Pedido, string>({} as Db, {
    maximo: 3,
    aLaVez: 2,
    paciencia: 1e6,
    claves: ({ claves = [] }) => claves,
    orden: (a, b) => a.id - b.id,
    pedir: async (_, pedidos) => {
      sets.push(pedidos.map(({ id }) => id))
      await new Promise<void>((resolve) => open.push(resolve))
      return pedidos.map(({ id }) => `hecho ${id}`)
    },
    ...more,
  })
  /** Ends sets until nothing is under way. */
  const acabar = async () => {
    while (open.length > 0) {
      open.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { lote, sets, acabar }
}

test('the first goes at once; the others together, as many as a set holds, in their order', async () => {
  const { lote, sets, acabar } = reunir()
  const all = [5, 4, 3, 2, 1].map((id) => lote.pedir({ id }))
  expect(sets).toEqual([[5]])
  await acabar()
  expect(await Promise.all(all)).toEqual([5, 4, 3, 2, 1].map((id) => `hecho ${id}`))
  expect(sets).toEqual([[5], [2, 3, 4], [1]])
})

test('two that have a key in common do not share a set, and a slow set lets the others go', async () => {
  const { lote, sets, acabar } = reunir({ paciencia: 1 })
  const all = [1, 2, 3, 4].map((id) => lote.pedir({ id, claves: [id % 2 ? 'impar' : `par ${id}`] }))
  expect(sets).toEqual([[1]])
  await expect.poll(() => sets).toEqual([[1], [2, 4]])
  await acabar()
  await Promise.all(all)
  expect(sets).toEqual([[1], [2, 4], [3]])
})

test('a set that fails is asked for one by one, and each gets its own end', async () => {
  const sets: number[][] = []
  const { lote } = reunir({
    pedir: async (_, pedidos) => {
      sets.push(pedidos.map(({ id }) => id))
      await new Promise((resolve) => setImmediate(resolve))
      if (pedidos.some(({ id }) => id === 3)) throw new Error('no')
      return pedidos.map(({ id }) => `hecho ${id}`)
    },
  })
  const all = await Promise.allSettled([1, 2, 3, 4].map((id) => lote.pedir({ id })))
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(sets).toEqual([[1], [2, 3, 4], [2], [3], [4]])
})

test('a set of which nobody knows what became is not asked for again, and each hears so', async () => {
  const sets: number[][] = []
  const { lote } = reunir({
    incierto: (error) => error === 'lost',
    pedir: async (_, pedidos) => {
      sets.push(pedidos.map(({ id }) => id))
      await new Promise((resolve) => setImmediate(resolve))
      if (pedidos.length > 1) throw 'lost'
      return pedidos.map(({ id }) => `hecho ${id}`)
    },
  })
  const all = await Promise.allSettled([1, 2, 3].map((id) => lote.pedir({ id })))
  expect(all.slice(1)).toEqual(Array(2).fill({ status: 'rejected', reason: 'lost' }))
  expect(sets).toEqual([[1], [2, 3]])
})

test('what is to be asked for again is asked for alone', async () => {
  const sets: number[][] = []
  const { lote } = reunir({
    pedir: async (_, pedidos) => {
      sets.push(pedidos.map(({ id }) => id))
      await new Promise((resolve) => setImmediate(resolve))
      return pedidos.map(({ id }) => (id === 3 && pedidos.length > 1 ? null : `hecho ${id}`))
    },
  })
  expect(await Promise.all([1, 2, 3].map((id) => lote.pedir({ id })))).toHaveLength(3)
  expect(sets).toEqual([[1], [2, 3], [3]])
})

test('a test may say how many share a set, and nobody waits for ever for company', async () => {
  const juntos = { de: 2, espera: 1e6 }
  const { lote, sets, acabar } = reunir({ juntos, aLaVez: 9, paciencia: 1 })
  const all = [3, 2, 1].map((id) => lote.pedir({ id }))
  expect(sets).toEqual([[2, 3]])
  await acabar()
  juntos.espera = 1
  all.push(lote.pedir({ id: 4, claves: ['uno'] }), lote.pedir({ id: 5, claves: ['uno'] }))
  expect(sets).toEqual([
    [2, 3],
    [1, 4],
  ])
  juntos.de = 3
  await acabar()
  await expect.poll(() => sets.at(-1)).toEqual([5])
  await acabar()
  expect(await Promise.all(all)).toHaveLength(5)
})

test('however slow they are, only so many sets are under way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { lote, sets, acabar } = reunir({ paciencia: 1 })
  const all = [1, 2, 3].map((id) => {
    const answer = lote.pedir({ id })
    vi.advanceTimersByTime(1)
    return answer
  })
  expect(sets).toEqual([[1], [2]])
  await acabar()
  expect(await Promise.all(all)).toHaveLength(3)
  expect(sets).toEqual([[1], [2], [3]])
})
