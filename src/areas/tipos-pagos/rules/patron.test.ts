import { expect, test } from 'vitest'
import { processorTime } from '../../../../test/support/procesador.ts'
import { cumplePatron, faltaPatron, pareceDe } from './patron.ts'

const buenos = [
  '\\d{4}',
  '^\\d{20}$',
  '04(?:12|14|16|24|26)\\d{7}',
  '[VEJ]\\d{6,9}',
  '[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}',
  'T[1-9A-HJ-NP-Za-km-z]{33}',
  '[\\w.+-]{3,40}',
  'a|b|c',
]
test.each(buenos)('%s is taken', (patron) => {
  expect(faltaPatron(patron)).toBeNull()
})

const malos: [string, RegExp][] = [
  ['(', /no es válida/],
  ['a**', /no es válida/],
  ['(a+)+', /no se repite/],
  ['(a|a)*b', /no se repite/],
  ['(?:\\d+){3}', /no se repite/],
  ['(a)\\1', /barra/],
  ['\\p{L}', /barra/],
  ['(?=a)b', /grupos simples/],
  ['(?<n>a)', /grupos simples/],
  ['[^]x', /grupos simples/],
  ['\\d*\\d*\\d*\\d*x', /repeticiones/],
  [`${'a?'.repeat(30)}b`, /repeticiones/],
  [`${'(a|a)'.repeat(24)}`, /repeticiones/],
  ['a{2000}', /repeticiones/],
  ['x'.repeat(121), /120/],
]
test.each(malos)('%s is refused', (patron, message) => {
  expect(faltaPatron(patron)).toMatch(message)
})

test('the whole datum has to match, an entity looks anywhere', () => {
  expect(cumplePatron('\\d{4}', '0134')).toBe(true)
  expect(cumplePatron('\\d{4}', '01345')).toBe(false)
  expect(cumplePatron('a|b', 'xb')).toBe(false)
  expect(pareceDe('\\d{4}', '01345')).toBe(true)
  expect(pareceDe('^9', '01345')).toBe(false)
})

test('what was not let in is not run', () => {
  expect(cumplePatron('(a+)+$', 'aaaa')).toBe(false)
  expect(pareceDe('(a+)+$', 'b')).toBe(true)
})

test('the worst that is let in does not keep a browser', () => {
  const patron = '[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}'
  /** For texts that are so much shorter. */
  const cost = (part: number) =>
    processorTime(() => {
      const dots = 'b.'.repeat(Math.floor(29 / part))
      expect(cumplePatron(patron, `${'a'.repeat(60 / part)}@${dots} `)).toBe(false)
      expect(cumplePatron('\\w*\\w*\\w*\\d', 'a'.repeat(120 / part))).toBe(false)
    })
  cost(4)
  // Three repetitions in a row look at each place for each two others: four times the text is at most 256 times the
  // work (n⁴); what is let in by mistake, a repetition within a repetition, would be 2⁹⁰ times.
  expect(cost(1) / cost(4)).toBeLessThan(1_000)
})
