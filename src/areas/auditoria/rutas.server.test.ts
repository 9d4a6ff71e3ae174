import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCEPCIONES, escrituras } from '../../../test/support/servidor/auditado.ts'
import { areas } from '../../main.app.ts'

/*
 * Every change and every denial has its row in the audit. `test/support/servidor/auditado.ts` checks it at every call
 * of every server test; this file checks that the check is complete: no write without such tests, no exception for a
 * call that does not exist. For denials, one row for each call and role without the permission, see
 * test/permisos.test.ts.
 */

test('every exempted call exists and has a reason', () => {
  for (const [call, [, , why]] of Object.entries(EXCEPCIONES)) {
    expect(escrituras).toContain(call)
    expect(why.length).toBeGreaterThan(10)
  }
})

test('every area that writes has tests over HTTP', () => {
  const files = readdirSync('src/areas', { recursive: true }).map(String)
  const called = new Set(escrituras.map((call) => call.split('/')[1] ?? ''))
  const carpetas: Record<string, string> = {
    auth: 'sesion',
    roles: 'usuarios',
    perfil: 'usuarios',
    'primer-uso': 'usuarios',
    reportes: 'comisiones',
    // What others ask for is tried where it is answered.
    vistos: 'aprobaciones',
  }
  const untested = [...called].filter((area) => {
    const folder = carpetas[area] ?? area
    return !files.some((file) => file.startsWith(`${folder}/`) && file.endsWith('server.test.ts'))
  })
  // Plain catalogues share one implementation, which is tested with `monedas`.
  expect(untested.sort()).toEqual(['competidores'])
  expect(areas.length).toBeGreaterThan(10)
})
