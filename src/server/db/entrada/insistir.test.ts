import { expect, test } from 'vitest'
import { DomainError } from '../../../core/errors.ts'
import { insistir } from './insistir.ts'

/* the start asks again for a while; whatever is no lack of room or time ends it at once. */

const lleno = () => Object.assign(new Error('too many connections'), { code: '53300' })

/** Fails with each of these, then answers how often it was asked. */
function tras(...faults: Error[]) {
  let asked = 0
  return async () => {
    asked += 1
    const fault = faults[asked - 1]
    if (fault) throw fault
    return asked
  }
}

test('no room, no answer and no connection are asked again, and it is said once', async () => {
  const said: string[] = []
  const lost = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const work = tras(lleno(), new DomainError('NO_DISPONIBLE'), lost)
  expect(await insistir(work, { cada: 0, dice: (text) => said.push(text) })).toBe(4)
  expect(said).toEqual([
    'La base de datos no atiende (too many connections): se insiste un minuto.',
  ])
})

test('after its time, and at once for anything else, the reason is thrown', async () => {
  await expect(insistir(tras(lleno()), { plazo: 0 })).rejects.toThrow('too many connections')
  const other = Object.assign(new Error('no such database'), { code: '3D000' })
  await expect(insistir(tras(other), { cada: 0 })).rejects.toThrow('no such database')
})
