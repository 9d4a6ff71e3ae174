import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'

/* of a list it is said which of its elements changed, and how. */

const app = await startTestApp()
const { cuentas } = await montarCasa(app)

async function dice(columna: string, antes: unknown, despues: unknown): Promise<string> {
  const fila = (x: unknown) => JSON.stringify({ [columna]: x })
  const tabla = ['billetes', 'metalicas'].includes(columna) ? 'monedas' : 'tipos_pagos'
  const { rows } = await sql<{ frase: string }>`
    SELECT control_aflojado(${tabla}, ${fila(antes)}::jsonb, ${fila(despues)}::jsonb)->>'frase' AS frase`.execute(
    app.db,
  )
  return rows[0]?.frase ?? ''
}

const dni = { clave: 'dni', etiqueta: 'DNI', tipo: 'documento', obligatorio: true }
const cci = { clave: 'cci', etiqueta: 'CCI', tipo: 'digitos', obligatorio: true, patron: '^\\d+$' }
const correo = { clave: 'correo', etiqueta: 'Correo', tipo: 'correo', obligatorio: false }

test.each([
  ['one part', [dni], [{ ...dni, obligatorio: false }], 'cambia «DNI»: de obligatorio a opcional'],
  [
    'its name and its type, and what it asks for besides',
    [dni],
    [{ ...dni, etiqueta: 'Pasaporte', tipo: 'texto', ejemplo: 'AB1' }],
    'cambia «DNI»: de «DNI» a «Pasaporte», de Documento del beneficiario a Texto, con ejemplo AB1',
  ],
  [
    'what it no longer asks for',
    [cci],
    [{ ...cci, patron: undefined }],
    'cambia «CCI»: sin forma ^\\d+$',
  ],
  [
    'one that comes, one that goes and one that stays as it is',
    [dni, cci],
    [cci, correo],
    'se agrega «Correo» (Correo o celular, opcional, clave correo); se quita «DNI» (Documento del beneficiario, obligatorio, clave dni)'.replace(
      'Correo o celular',
      'Correo',
    ),
  ],
  ['another order alone', [dni, cci], [cci, dni], 'en otro orden: de «DNI», «CCI» a «CCI», «DNI»'],
  [
    'another order behind a change',
    [dni, cci],
    [cci, { ...dni, obligatorio: false }],
    'cambia «DNI»: de obligatorio a opcional; en otro orden: de «DNI», «CCI» a «CCI», «DNI»',
  ],
  [
    'a key of which nobody knows here',
    [dni],
    [{ ...dni, oculto: 'sí' }],
    'cambia «DNI»: con oculto sí',
  ],
])('fields of a way to pay: %s', async (_, antes, despues, words) => {
  expect(await dice('campos', antes, despues)).toBe(`Datos que pide: ${words}`)
})

test('accounts of a way to pay, by name', async () => {
  const of = (id: number) => ({ cuenta_id: id })
  const { bcpPen, cajaPen } = cuentas
  expect(await dice('cuentas', [of(bcpPen)], [of(cajaPen)])).toMatch(
    /^Cuentas habilitadas: se agrega «[^»]+»; se quita «[^»]+»$/,
  )
})

test('denominations', async () => {
  expect(await dice('billetes', '200 100 50', '200 50 20')).toBe(
    'Billetes: se agrega 20; se quita 100',
  )
})
