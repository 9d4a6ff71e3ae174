import { expect, test } from 'vitest'
import { correo, opcional, texto, textoMotivo } from '../fields.ts'
import { esCorto, faltaLargo } from './texto.ts'

const said = ({ schema }: ReturnType<typeof texto>, typed: string) =>
  schema.safeParse(typed).error?.issues.map(({ message }) => message) ?? []

test.each([
  textoMotivo(),
  textoMotivo('Nota'),
  texto('Observación', { min: 10, max: 500, lineas: 2 }),
  texto('Nombre', { min: 2, max: 60 }),
])('the input of $etiqueta has the same bounds as the schema of the field', (campo) => {
  const { minimo, maximo } = campo.control
  const [least, most] = ['x'.repeat(minimo), 'x'.repeat(maximo)]
  expect([said(campo, least), said(campo, most)]).toEqual([[], []])
  expect(said(campo, `${most}x`)).toEqual([`Escriba como máximo ${maximo} caracteres.`])
  const short = least.slice(1)
  expect(said(campo, short)).toEqual([faltaLargo(campo)])
  // Neither the form nor the schema counts leading and trailing blanks.
  expect([least, short, ` ${short} `].map((typed) => esCorto(campo, typed))).toEqual([
    ...[false, true, true],
  ])
  expect(said(campo, ` ${short} `)).toEqual([faltaLargo(campo)])
})

test('an optional field keeps the bounds of its text', () => {
  expect(opcional(textoMotivo()).control).toEqual(textoMotivo().control)
  expect(correo().control).toMatchObject({ minimo: 3, maximo: 120 })
})
