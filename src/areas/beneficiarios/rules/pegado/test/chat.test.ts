import { describe, expect, test } from 'vitest'
import {
  CUENTA,
  ENTIDADES,
  lee,
  MAMA,
  METODOS,
  PAGO_MOVIL,
  type Queda,
} from '../../../../../../test/support/areas/pegado.ts'
import { repartirPegado } from '../reparto.ts'

const casos: [string, string, Queda][] = [
  [
    'two accounts',
    `Te paso las dos cuentas\nBanesco ${CUENTA}\nMercantil 0105 0032 6100 0001 0011\nMaría Pérez V-12345678`,
    { titular: 'María Pérez', doc: 'V12345678', duda: ['entidad_id', 'campos.cuenta'] },
  ],
  [
    'the same account twice is one',
    `Banesco ${CUENTA}\n0134-0032-61-0000010011\nMaría Pérez V-12345678`,
    { titular: 'María Pérez', doc: 'V12345678', banco: 'Banesco', dato: CUENTA },
  ],
  [
    'two phones',
    'Banesco 0414-1234567 o 0424-7654321 V-12345678 María Pérez',
    {
      ...{ titular: 'María Pérez', doc: 'V12345678', banco: 'Banesco' },
      duda: ['campos.telefono'],
    },
  ],
  [
    'the phone to call is of who writes',
    'Banesco 0414-1234567 V-12345678 María Pérez\ncualquier cosa me llamas al 0424-7654321',
    { titular: 'María Pérez', ...PAGO_MOVIL },
  ],
  [
    'only the phone to call',
    'Banesco V-12345678 María Pérez\nllámame al 0424-7654321',
    {
      ...{ titular: 'María Pérez', doc: 'V12345678', banco: 'Banesco' },
      duda: ['campos.telefono'],
    },
  ],
  [
    'two documents',
    'Banesco 0414-1234567\nMaría Pérez V-12345678\nsu esposo V-87654321',
    {
      ...{ titular: 'María Pérez', banco: 'Banesco', dato: '04141234567' },
      ...{ alias: 'esposo', parentesco: 'conyuge', duda: ['num_doc'] },
    },
  ],
  [
    'the document of who writes is only offered',
    'Mi DNI es 41000003\nYape 987654321 Rosa Núñez',
    { titular: 'Rosa Núñez', dato: '987654321', duda: ['num_doc'] },
  ],
  [
    'two banks for one phone',
    'Banesco o Mercantil 0414-1234567 V-12345678 María Pérez',
    {
      ...{ titular: 'María Pérez', doc: 'V12345678', dato: '04141234567' },
      duda: ['entidad_id'],
    },
  ],
  [
    'an account that may be a phone is only offered',
    'Bancolombia cuenta 3001234567 Óscar Restrepo',
    { titular: 'Óscar Restrepo', banco: 'Bancolombia', duda: ['campos.cuenta'] },
  ],
  [
    'an account in parts may be two numbers, and is only offered',
    'Bancolombia cuenta 123 456789 01 Óscar Restrepo',
    { titular: 'Óscar Restrepo', banco: 'Bancolombia', duda: ['campos.cuenta'] },
  ],
  [
    'half the name of a bank names it',
    'Santander cuenta 12345678901 Óscar Restrepo',
    { titular: 'Óscar Restrepo', banco: 'Banco Santander', dato: '12345678901' },
  ],
  [
    'half the name of a bank beside a given name is a family name',
    'Bancolombia cuenta 12345678901\nMaría Santander',
    { titular: 'María Santander', banco: 'Bancolombia', dato: '12345678901' },
  ],
  [
    'in Venezuela is a place, not the Banco de Venezuela',
    'es para mi mamá en Venezuela, Banesco 0414-1234567 V-12345678\nMaría Pérez',
    { titular: 'María Pérez', ...PAGO_MOVIL, ...MAMA },
  ],
  [
    'an account that begins as those of another bank',
    `Mercantil ${CUENTA} V-12345678 María Pérez`,
    { titular: 'María Pérez', doc: 'V12345678', dato: CUENTA, duda: ['entidad_id'] },
  ],
  [
    'an account cut by the line',
    'Banesco cuenta 0134-0032-61-\n0000010011\nMaría Pérez\nV-12345678',
    { titular: 'María Pérez', doc: 'V12345678', banco: 'Banesco', dato: CUENTA },
  ],
  [
    'eleven digits of an account are no phone of the United States',
    'Bancolombia cuenta de ahorros 12345678901\nÓscar Restrepo\nCC 1020304050',
    { titular: 'Óscar Restrepo', doc: '1020304050', banco: 'Bancolombia', dato: '12345678901' },
  ],
  [
    'eleven digits that nothing names are only offered',
    'Bancolombia 12345678901 Óscar Restrepo',
    { titular: 'Óscar Restrepo', banco: 'Bancolombia', duda: ['campos.cuenta'] },
  ],
  [
    'an account and a phone one after the other are two',
    'Bancolombia cuenta 12345678901 300 123 4567 Óscar Restrepo',
    { titular: 'Óscar Restrepo', banco: 'Bancolombia', dato: '12345678901' },
  ],
  [
    'a cédula in Colombia is not one of Venezuela',
    'Nequi 300 123 4567\nÓscar Restrepo\nCédula 1020304050',
    { titular: 'Óscar Restrepo', doc: '1020304050', dato: '3001234567' },
  ],
  [
    'a cédula of nowhere is only offered',
    'María Pérez cédula 12345678',
    { titular: 'María Pérez', duda: ['num_doc'] },
  ],
  [
    'a document and a phone with the same dots are two',
    'Banesco V-12.345.678 0414.123.45.67 María Pérez',
    { titular: 'María Pérez', ...PAGO_MOVIL },
  ],
  [
    'a document with spaces beside a phone is not read into it',
    'Nequi CC 1 020 304 050 300 123 4567 Óscar Restrepo',
    { titular: 'Óscar Restrepo', dato: '3001234567', duda: ['num_doc'] },
  ],
  [
    'an amount is neither document nor account',
    'Son 150.000 pesos\nNequi 300 123 4567\nÓscar Restrepo',
    { titular: 'Óscar Restrepo', dato: '3001234567' },
  ],
  [
    'eleven digits are no phone of the United States beside Zelle either',
    'Zelle\n12345678901\nMaria Perez',
    { titular: 'Maria Perez' },
  ],
  [
    'an account that is called so, after its bank',
    'Mi cuenta BCP 191-12345678-0-12\nJuan Pérez Quispe',
    { titular: 'Juan Pérez Quispe', banco: 'BCP', dato: '19112345678012' },
  ],
  [
    'a mail keeps its underscore',
    'zelle maria_perez@example.com Maria Perez',
    { titular: 'Maria Perez', dato: 'maria_perez@example.com' },
  ],
  [
    'a phone of another country is none of ours',
    'Plin +34 987 654 321 Rosa Núñez',
    { titular: 'Rosa Núñez', duda: ['campos.telefono'] },
  ],
  [
    'Nequi or Daviplata',
    '300 123 4567 Óscar Restrepo',
    { titular: 'Óscar Restrepo', duda: ['tipo_pago_id'] },
  ],
]

test.each(casos)('20: numbers and banks as people write them: %s', (_, text, expected) => {
  expect(lee(text)).toEqual(expected)
})

describe('what is shown of a pasted text', () => {
  const marks = (text: string) => {
    const { texto, marcas } = repartirPegado(text, METODOS, ENTIDADES)
    return marcas.map(({ inicio, fin, etiqueta, estado }) => [
      texto.slice(inicio, fin),
      etiqueta,
      estado,
    ])
  }
  test('every piece stands where it was read, under its name', () => {
    expect(
      marks(
        'Hola! es para mi mamá\nBanesco 0134\nPago móvil 0414-1234567\nV-12.345.678\nMaría del Carmen Rondón',
      ),
    ).toEqual([
      ['mamá', 'Alias', 'leido'],
      ['Banesco', 'Banco', 'leido'],
      ['0134', 'Banco', 'leido'],
      ['Pago móvil', 'Método', 'leido'],
      ['0414-1234567', 'Celular', 'leido'],
      ['V-12.345.678', 'Documento', 'leido'],
      ['María del Carmen Rondón', 'Titular', 'leido'],
    ])
  })
  test('headers, emoji and bold before a piece move no mark', () => {
    expect(
      marks(
        '[10:32, 21/11/2026] Ana Rosales: 🏦 *Banesco*\n[10:33, 21/11/2026] Ana Rosales: 📱 0414-1234567\n👩🏽 María Pérez 🙏🏽',
      ),
    ).toEqual([
      ['Banesco', 'Banco', 'leido'],
      ['0414-1234567', 'Celular', 'leido'],
      ['María Pérez', 'Titular', 'leido'],
    ])
  })
  test('what is doubtful, and what is not used, says so', () => {
    const text = 'Banesco 0414-1234567 o 0424-7654321 V-12345678 María Pérez maria@example.com'
    expect(marks(text)).toEqual([
      ['Banesco', 'Banco', 'leido'],
      ['0414-1234567', 'Celular', 'duda'],
      ['0424-7654321', 'Celular', 'duda'],
      ['V-12345678', 'Documento', 'leido'],
      ['María Pérez', 'Titular', 'leido'],
      ['maria@example.com', 'Correo', 'sin usar'],
    ])
  })
  test('no mark stands over another', () => {
    for (const [, text] of casos) {
      const { marcas } = repartirPegado(text, METODOS, ENTIDADES)
      const ends = marcas.map(({ fin }) => fin)
      expect(
        marcas.every(({ inicio }, i) => i === 0 || inicio >= (ends[i - 1] ?? 0)),
        text,
      ).toBe(true)
    }
  })
  test('a doubt offers what it may be', () => {
    const { dudas } = repartirPegado(
      'Banesco 0414-1234567 V-12345678\nYorgelis Quintero',
      METODOS,
      ENTIDADES,
    )
    expect(dudas).toEqual([
      {
        campo: 'nombre',
        etiqueta: 'Titular',
        motivo: 'no es seguro que sea el titular',
        opciones: [{ etiqueta: 'Yorgelis Quintero', valores: { nombre: 'Yorgelis Quintero' } }],
      },
    ])
  })
})
