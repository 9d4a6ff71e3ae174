import { get } from 'node:http'
import { expect, test } from 'vitest'
import { espaciada } from './espaciada.ts'
import { avisoDeMetricas, servirMetricas } from './servir.ts'

/* The address of the measures: whom it answers, and how often it asks the house. */

/** A house that counts how often it is asked. */
const casa = () => {
  let veces = 0
  const leer = async () => {
    veces += 1
    return String(veces)
  }
  return { tipo: 'text/plain', leer, veces: () => veces }
}
const pedir = (url: string, host: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    get(url, { headers: { host }, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode, text }))
    }).on('error', reject)
  })

test('as many as ask at once share one reading, and the next one begins a second later', async () => {
  const starts: number[] = []
  let abierta = () => {}
  const leer = espaciada(async () => {
    starts.push(performance.now())
    const n = starts.length
    if (n === 2) {
      await new Promise<void>((done) => {
        abierta = done
      })
    }
    if (n === 3) throw new Error('rota')
    return n
  })
  const todos = (n: number) => Promise.all(Array.from({ length: n }, leer))
  const before = performance.now()
  expect(await todos(20)).toEqual(Array(20).fill(1))
  const segunda = todos(20)
  await expect.poll(() => starts.length).toBe(2)
  // One that was begun before they asked is not theirs, and another does not begin beside it.
  const tercera = Promise.allSettled([leer(), leer()])
  await Promise.resolve()
  expect(starts).toHaveLength(2)
  abierta()
  expect(await segunda).toEqual(Array(20).fill(2))
  expect((await tercera).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  // One that failed keeps nobody from the next.
  expect(await leer()).toBe(4)
  // By when each may begin at the earliest, however late the ones before did; timers may be a millisecond early.
  for (const [n, start] of starts.entries()) expect(start - before).toBeGreaterThanOrEqual(n * 998)
})

test('a flood of requests is a reading a second', async () => {
  const de = casa()
  const { url, close } = await servirMetricas({ host: '127.0.0.1', port: 0 }, de)
  try {
    const all = await Promise.all(Array.from({ length: 60 }, () => pedir(url, '127.0.0.1')))
    expect(all.map(({ status }) => status)).toEqual(Array(60).fill(200))
    expect(de.veces()).toBeLessThan(20)
  } finally {
    await close()
  }
})

test('a name that is not the house’s is told so and reads nothing; an address, this machine and its names are answered', async () => {
  const de = casa()
  const { url, close } = await servirMetricas({ host: '127.0.0.1', port: 0 }, de, ['casa.example'])
  try {
    for (const host of ['ajeno.example', 'ajeno.example:9464', 'casa.example.ajeno'])
      expect([host, (await pedir(url, host)).status]).toEqual([host, 421])
    expect((await pedir(url, 'ajeno.example')).text).toContain('CAMBISTA_NOMBRES')
    expect(de.veces()).toBe(0)
    for (const host of ['127.0.0.1:9464', '10.0.0.7:9464', '[::1]', 'localhost', 'casa.example:1'])
      expect([host, (await pedir(url, host)).status]).toEqual([host, 200])
  } finally {
    await close()
  }
})

test('where other machines reach it, whoever starts it is told', async () => {
  const { aviso, url, close } = await servirMetricas({ host: '127.0.0.1', port: 0 }, casa())
  await close()
  expect(aviso).toBeNull()
  for (const host of ['127.0.0.1', '::1']) expect(await avisoDeMetricas(host, url)).toBeNull()
  for (const host of ['0.0.0.0', '::', '10.0.0.7'])
    expect(await avisoDeMetricas(host, url)).toContain(`van en claro y sin contraseña`)
})
