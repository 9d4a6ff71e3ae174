import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCEPCIONES, escrituras } from '../../../test/support/servidor/auditado.ts'
import { areas } from '../../main.app.ts'

/*
 * 100 % of the changes and denials have their row. Who looks is `test/support/servidor/auditado.ts`, beside every call of every
 * server test; here is what makes that whole: no write without such tests, no exception that names no call.
 * Denials, one row for each call and role that lacks the permission: test/permisos.test.ts.
 */

test('what is excused exists, with a reason', () => {
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
    reportes: 'comisiones',
  }
  const untested = [...called].filter((area) => {
    const folder = carpetas[area] ?? area
    return !files.some((file) => file.startsWith(`${folder}/`) && file.endsWith('server.test.ts'))
  })
  // Plain catalogues: one implementation, tested with `monedas`.
  expect(untested.sort()).toEqual(['entidades-financieras'])
  expect(areas.length).toBeGreaterThan(10)
})
