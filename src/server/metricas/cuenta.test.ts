import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { cuentaDe, type Medidas } from './cuenta.ts'

/* What several processes measured as one house. */

/** What a process measured that counted `n`. */
async function proceso(n: number): Promise<Medidas> {
  const registers = [new Registry()]
  new Counter({ name: 'veces', help: 'x', labelNames: ['de'], registers }).inc({ de: 'a' }, n)
  const dura = new Histogram({ name: 'dura', help: 'x', buckets: [1, 5], registers })
  for (let i = 0; i < n; i += 1) dura.observe(2)
  new Gauge({ name: 'abiertas', help: 'x', registers }).set(n)
  return (registers[0] as Registry).getMetricsAsJSON() as Promise<Medidas>
}

test('no count falls when a process does not answer or ends; what is of this moment is of those that answer', async () => {
  const cuenta = cuentaDe()
  const read = async (...responden: number[]) => {
    const text = await cuenta.suma(new Set(responden)).metrics()
    const names = ['veces{de="a"}', 'dura_count', 'dura_bucket{le="5"}', 'dura_sum', 'abiertas']
    return names.map((name) => Number(text.split(`\n${name} `)[1]?.split('\n')[0]))
  }
  cuenta.responde(1, await proceso(3))
  cuenta.responde(2, await proceso(4))
  expect(await read(1, 2)).toEqual([7, 7, 7, 14, 7])
  expect(await read(2)).toEqual([7, 7, 7, 14, 4])
  cuenta.termina(1)
  expect(await read(2)).toEqual([7, 7, 7, 14, 4])
  // Another one in its place begins with nothing.
  cuenta.responde(3, await proceso(1))
  cuenta.termina(2)
  cuenta.termina(2)
  expect(await read(3)).toEqual([8, 8, 8, 16, 1])
})
