import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { exigirTurno, hashPassword, verifyPassword } from './password.ts'

/* hashes wait in two lines. */

const AT_ONCE = Math.max(1, availableParallelism() - 1)

test('of one address sixty-four hashes wait, of another the next is taken, and whoever is known goes first', async () => {
  const stored = await hashPassword('tejas y lluvia')
  const done: string[] = []
  const ask = (who: string, red: string) =>
    verifyPassword(stored, 'no es', red === 'conocido' ? red : { red }).then(
      () => done.push(who),
      (error: { code?: string }) => error.code,
    )
  const flood = Array.from({ length: 100 }, () => ask('flood', '10.0.0.1'))
  const codes = () => {
    try {
      exigirTurno({ red: '10.0.0.1' })
      return 'taken'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(codes()).toBe('DEMASIADOS_INTENTOS')
  const others = [ask('other', '10.0.0.2'), ask('known', 'conocido')]
  const answers = await Promise.all(flood)
  await Promise.all(others)
  expect(answers.filter((answer) => answer === 'DEMASIADOS_INTENTOS')).toHaveLength(
    100 - 64 - AT_ONCE,
  )
  expect(done.indexOf('known')).toBeLessThanOrEqual(2 * AT_ONCE)
  expect(done.indexOf('other')).toBeGreaterThan(done.indexOf('known'))
  expect(codes()).toBe('taken')
})
