import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate } from './query.ts'

/** A client with one answer on screen; each call of the question waits for its turn in `llega`. */
function pantalla() {
  const client = new QueryClient()
  const llega: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['/cuentas', {}],
    queryFn: () => new Promise<string>((resolve) => llega.push(resolve)),
  })
  return { client, llega, observer, leave: observer.subscribe(() => undefined) }
}

test('a change while the first answer is on its way is asked for after it, once however many', async () => {
  const { client, llega, observer, leave } = pantalla()
  const changes = [1, 2, 3].map(() => invalidate(['cuentas'], client))
  expect(llega).toHaveLength(1)
  llega[0]?.('read before the change')
  await expect.poll(() => llega.length).toBe(2)
  llega[1]?.('read after it')
  await Promise.all(changes)
  expect([observer.getCurrentResult().data, llega.length]).toEqual(['read after it', 2])
  leave()
})

test('changes without pause call off no answer', async () => {
  const { client, llega, observer, leave } = pantalla()
  llega[0]?.('first')
  await expect.poll(() => observer.getCurrentResult().data).toBe('first')
  const shown: unknown[] = []
  observer.subscribe(({ data }) => shown.push(data))
  for (let n = 1; n < 4; n += 1) {
    void invalidate(['cuentas'], client)
    await expect.poll(() => llega.length).toBe(n + 1)
    void invalidate(['cuentas'], client)
    llega[n]?.(`answer ${n}`)
    await expect.poll(() => shown).toContain(`answer ${n}`)
  }
  leave()
})

test('another area is left alone, and everything is asked for without a name', async () => {
  const { client, llega, leave } = pantalla()
  llega[0]?.('first')
  await expect.poll(() => client.isFetching()).toBe(0)
  await invalidate(['clientes'], client)
  expect(llega).toHaveLength(1)
  void invalidate(undefined, client)
  expect(llega).toHaveLength(2)
  leave()
})
