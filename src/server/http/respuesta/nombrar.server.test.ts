import { expect, test } from 'vitest'
import { z } from 'zod'
import { lista, opcional, referencia, shape, texto } from '../../../core/fields.ts'
import { inputError, inSpanish } from '../errors.ts'

const schema = z.strictObject({
  ...shape({
    nombre: texto('Nombre de la entidad', { max: 10 }),
    alias: opcional(texto('Alias', { max: 10 })),
    base_id: referencia('Divisa base', 'monedas'),
    cotizacion_id: referencia('Divisa cotización', 'monedas'),
    campos: lista('Campos', { clave: texto('Clave', { max: 9 }) }, { singular: 'campo', max: 3 }),
  }),
  numero_operacion: z.string(),
})
const whole = { nombre: 'a', base_id: 1, cotizacion_id: 2, campos: [], numero_operacion: '1' }

test.each([
  ['left out', { nombre: undefined }, 'Falta «Nombre de la entidad».'],
  ['blank', { nombre: '  ' }, 'Falta «Nombre de la entidad».'],
  ['null', { nombre: null }, 'Falta «Nombre de la entidad».'],
  ['of another type', { nombre: 7 }, '«Nombre de la entidad»: escriba un texto.'],
  ['of another type where it may be left out', { alias: 7 }, '«Alias»: escriba un texto.'],
  ['left out in a row', { campos: [{}] }, 'Falta «Clave».'],
  ['left out, and its schema is that of two fields', { base_id: undefined }, 'Falta «Base».'],
  [
    'left out, and no field labels it',
    { numero_operacion: undefined },
    'Falta «Número operación».',
  ],
])('R-255: the sentence of a value that is %s names its field', (_, change, said) => {
  const input = JSON.parse(JSON.stringify({ ...whole, ...change }))
  const { error } = schema.safeParse(input, { error: inSpanish })
  if (!error) throw new Error('Accepted.')
  expect(inputError(error, schema, input).errors?.map(({ msg }) => msg)).toEqual([said])
})

test('a value that breaks a rule keeps the sentence of the rule', () => {
  const input = { ...whole, nombre: 'Más de diez letras' }
  const { error } = schema.safeParse(input, { error: inSpanish })
  expect(error && inputError(error, schema, input).errors?.[0]?.msg).toBe(
    'Escriba como máximo 10 caracteres.',
  )
})
