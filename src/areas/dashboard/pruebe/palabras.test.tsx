import { expect, test } from 'vitest'
import type { Prueba } from '../rules/pruebas.ts'
import { PALABRAS, palabrasDe } from './palabras.tsx'

test('where a finger points nothing to try speaks of keys, of clicks or of a mouse', () => {
  const all = (Object.keys(PALABRAS) as Prueba[]).map((prueba) =>
    palabrasDe(prueba, true).join(' '),
  )
  expect(all.filter((words) => /\bF\d|tecla|rat[oó]n|\bclic\b|puls/i.test(words))).toEqual([])
  expect(palabrasDe('comprar', false)[0]).toBe('Compre US$ 100 sin tocar el ratón')
})
