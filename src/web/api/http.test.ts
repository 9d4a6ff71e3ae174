import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, request } from './http.ts'

afterEach(() => vi.unstubAllGlobals())

test('no amount of a refusal breaks after its sign: neither of its sentence nor of its fields', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async () =>
    Response.json(
      {
        message: 'Quedaría en S/ 0.00.',
        errors: [{ campo: 'monto', msg: 'Según Yape sería de S/ 0.00; hasta US$ 5.00.' }],
      },
      { status: 400 },
    ),
  )
  const refused = await request('POST', '/gastos', {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect((refused as ApiError).body).toMatchObject({
    message: 'Quedaría en S/\u00a00.00.',
    errors: [{ campo: 'monto', msg: 'Según Yape sería de S/\u00a00.00; hasta US$\u00a05.00.' }],
  })
})
