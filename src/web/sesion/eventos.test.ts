import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { seguir } from '../api/events.ts'

// The line to the server, which is asked about where a stream is cut, needs a browser.
vi.mock('../api/linea.ts', () => ({ oida: () => {}, sospechar: () => {} }))

// A page: the pause between two streams ends when its network comes back.
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})

// Files share a process: what is left stubbed answers another file's requests.
afterAll(() => {
  vi.unstubAllGlobals()
})

/** Follows a stream that the server refuses, until a second one was asked for; what was asked and said meanwhile. */
async function negado(tokens: readonly string[]) {
  const abort = new AbortController()
  const asked: (string | undefined)[] = []
  let now = tokens[0] ?? ''
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['x-token'])
    // Signed in again while the refusal was on its way.
    now = tokens[asked.length] ?? now
    if (asked.length > 1) abort.abort()
    return new Response(null, { status: 401 })
  })
  let denied = 0
  await seguir({
    path: '/api/eventos',
    cabeceras: () => ({ 'x-token': now }),
    signal: abort.signal,
    alEstado: () => {},
    alEvento: () => {},
    alVolver: () => {},
    alNegado: () => {
      denied += 1
    },
  })
  return { asked, denied }
}

test('the refused stream of a former token asks for no password: the next one is of the new token', async () => {
  expect(await negado(['former', 'new', 'newer'])).toEqual({ asked: ['former', 'new'], denied: 0 })
})

test('a stream refused for the token in use says that the session has ended', async () => {
  expect((await negado(['only'])).denied).toBeGreaterThan(0)
})
