import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leer } from '../crud/formulario/borrador.tsx'
import { useEscrito } from '../crud/formulario/escrito.ts'

/* What is typed on a step of several stays a working day, and no longer. */

const HORA = 3_600_000
const ESCRITO = Date.parse('2025-11-20T13:00:00Z')

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.useFakeTimers({ now: ESCRITO })
  vi.stubGlobal('location', { pathname: '/puesta-en-marcha' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Paso({ hecho }: { hecho: (escribe: (next: string) => void) => void }) {
  const [value, set] = useEscrito('precios', 'nada')
  hecho(set)
  return value
}

/** Opens the step: what it shows, and what types into it. */
function abrir(): { muestra: string; escribe: (next: string) => void } {
  let escribe: (next: string) => void = () => {}
  const muestra = renderToString(
    <Paso
      hecho={(set) => {
        escribe = set
      }}
    />,
  )
  return { muestra, escribe }
}

test('a step shows what was typed on it until eight hours have passed, and then begins anew', () => {
  abrir().escribe('3.56')
  expect(abrir().muestra).toBe('3.56')
  vi.setSystemTime(ESCRITO + 8 * HORA - 1)
  expect(abrir().muestra).toBe('3.56')
  expect(kept.size).toBe(1)
  vi.setSystemTime(ESCRITO + 8 * HORA)
  expect(abrir().muestra).toBe('nada')
  // It is gone from the browser, not only from the screen.
  expect([...kept]).toEqual([])
})

test('what is typed again is kept for eight hours more', () => {
  abrir().escribe('3.56')
  vi.setSystemTime(ESCRITO + 7 * HORA)
  abrir().escribe('3.57')
  vi.setSystemTime(ESCRITO + 14 * HORA)
  expect(abrir().muestra).toBe('3.57')
})

test.each(['', '{', '[]', 'null', '{"valores":"3.56"}', '{"en":"ayer","valores":"3.56"}'])(
  'what another version kept is forgotten: %s',
  (text) => {
    kept.set('lugar', text)
    expect(leer('lugar')).toBeNull()
    expect([...kept]).toEqual([])
  },
)
