import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z as real } from 'zod'
import { hecho, z as kept } from './diferido.ts'
import { partes } from './validar.ts'

/* What the browser keeps instead of zod makes the same schemas, once a form asks. */

const deferred = kept as typeof real
const cuerpo = (z: typeof real) => {
  const nombre = z.string({ error: 'Falta.' }).trim().min(2, 'Corto.').max(5)
  const base = z.strictObject({ nombre, tipo: z.enum(['a', 'b']), dia: z.iso.date().nullable() })
  return z.preprocess(
    (typed) => ({ tipo: 'a', ...(typed as object) }),
    base
      .extend({ lista: z.array(z.union([z.int(), z.literal('x')])).default([]) })
      .refine(({ nombre: n, tipo }) => n !== tipo, { error: 'Iguales.', path: ['tipo'] }),
  )
}

test.each([
  { nombre: ' Ana ', dia: '2026-02-28' },
  { nombre: 'A', dia: '2026-02-30', tipo: 'c' },
  { nombre: 'bb', dia: null, lista: [1, 'x', 1.5], de_mas: 1 },
  {},
  null,
])('a kept schema judges %j as the library does', (value) => {
  const said = cuerpo(deferred).safeParse(value)
  expect(said).toEqual(cuerpo(real).safeParse(value))
  expect(hecho(cuerpo(deferred))).toBeInstanceOf(real.ZodType)
})

test('a part of a kept schema, and one made of another, are schemas too', () => {
  const idParam = deferred.strictObject({ id: deferred.string().regex(/^\d+$/) })
  expect(idParam.shape.id.safeParse('7').success).toBe(true)
  expect(
    idParam.extend({ linea: idParam.shape.id }).safeParse({ id: '7', linea: '' }).success,
  ).toBe(false)
})

test('what is no schema stays as it is, and a kept schema is neither promise nor list', async () => {
  const given = { a: [1, null], b: () => 1, c: new Date(0) }
  expect(hecho(given)).toEqual(given)
  const text = deferred.string()
  expect(await text).toBe(text)
  expect(() => ({ ...text })).toThrow('not made yet')
})

test('what contracts and screens make schemas of is what the browser has', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.|server|queries|web\/esquema|areas\/importar\/correr/.test(path),
  )
  const used = files
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => /^import \{[^}]*\bz\b[^}]*\} from 'zod'/m.test(text))
    .flatMap((text) => [...text.matchAll(/\bz\s*\.(\w+)\(/g)].map(([, name]) => name))
  expect(new Set(used).size).toBeGreaterThan(10)
  expect([...new Set(used)].filter((name) => !(String(name) in partes))).toEqual([])
})
