import { describe, expect, test } from 'vitest'
import { ENTIDADES, METODOS } from '../../test/support/pegado.ts'
import { repartirPegado } from './pegado-reparto.ts'

/** What the form has after a paste, short: an empty one is a field that somebody has to fill. */
interface Queda {
  titular?: string
  doc?: string
  banco?: string
  dato?: string
  alias?: string
  parentesco?: string
  /** Fields that are marked as doubtful. */
  duda?: string[]
}

function lee(text: string): Queda {
  const { valores, dudas } = repartirPegado(text, METODOS, ENTIDADES)
  const { nombre, num_doc, entidad_id, campos, alias, parentesco } = valores
  const dato = Object.values(campos)[0]
  const banco = ENTIDADES.find(({ id }) => id === entidad_id)?.nombre
  return {
    ...(nombre && { titular: nombre }),
    ...(num_doc && { doc: num_doc }),
    ...(banco && { banco }),
    ...(dato && { dato }),
    ...(alias && { alias }),
    ...(parentesco && { parentesco }),
    ...(dudas.length > 0 && { duda: dudas.map(({ campo }) => campo) }),
  }
}

const CUENTA = '01340032610000010011'
const MAMA = { alias: 'mamá', parentesco: 'padre' }
const PAGO_MOVIL = { doc: 'V12345678', banco: 'Banesco', dato: '04141234567' }

const casos: [string, string, Queda][] = [
  [
    'for my mother, her name on a line of its own',
    'Hola! es para mi mamá\nBanesco 0134\nPago móvil 0414-1234567\nV-12.345.678\nMaría del Carmen Rondón',
    { titular: 'María del Carmen Rondón', ...PAGO_MOVIL, ...MAMA },
  ],
  [
    'for my brother, please',
    'es para mi hermano porfa\nBanesco\n0414-1234567\nV-12.345.678\nJosé Gregorio Rangel',
    {
      titular: 'José Gregorio Rangel',
      ...PAGO_MOVIL,
      ...{ alias: 'hermano', parentesco: 'hermano' },
    },
  ],
  [
    'for the rent',
    'Es para el alquiler\nBanesco pago móvil\n0414 1234567\nCI V12345678\nLuis Alberto Marcano',
    { titular: 'Luis Alberto Marcano', ...PAGO_MOVIL },
  ],
  [
    'for the rent, and no name',
    'para el alquiler por favor\nBanesco 0414 1234567 V12345678',
    PAGO_MOVIL,
  ],
  [
    'headers of WhatsApp are who writes, and when',
    '[10:32, 21/11/2026] Ana Rosales: Hola buenos días\n[10:32, 21/11/2026] Ana Rosales: Banesco 0134\n[10:33, 21/11/2026] Ana Rosales: 0414-1234567\n[10:33, 21/11/2026] Ana Rosales: V-12345678\n[10:34, 21/11/2026] Ana Rosales: María Pérez',
    { titular: 'María Pérez', ...PAGO_MOVIL },
  ],
  [
    'a header with the phone of who writes',
    '[21/11/26, 10:32:15 a. m.] +58 424-7654321: Banesco\n[21/11/26, 10:32:20 a. m.] +58 424-7654321: 0414-1234567 V-12345678 María Pérez',
    { titular: 'María Pérez', ...PAGO_MOVIL },
  ],
  [
    'a header as an exported chat has it',
    '21/11/2026, 10:32 - Ana Rosales: Banesco 0414 1234567\n21/11/2026, 10:33 - Ana Rosales: V12345678 Pedro Páez',
    { titular: 'Pedro Páez', ...PAGO_MOVIL },
  ],
  [
    'a header of Telegram',
    'Ana Rosales, [21.11.2026 10:32]\nBanesco 0414 1234567 V12345678\nPedro Páez',
    { titular: 'Pedro Páez', ...PAGO_MOVIL },
  ],
  [
    'emoji',
    '🏦 Banesco\n📱 0414-1234567\n🪪 V-12.345.678\n👩 María Pérez 🙏🏽❤️',
    { titular: 'María Pérez', ...PAGO_MOVIL },
  ],
  [
    'dictated, without capitals or signs',
    'hola buenos días es para mi mamá pago móvil banesco 0414 1234567 cédula 12345678 a nombre de maría del carmen rondón gracias',
    { titular: 'María del Carmen Rondón', ...PAGO_MOVIL, ...MAMA },
  ],
  [
    'dictated, the name in the middle of a sentence is only offered',
    'es para mi mamá maría rondón valencia banesco 0414 1234567 cédula 12345678 por favor',
    { ...PAGO_MOVIL, ...MAMA, duda: ['nombre'] },
  ],
  [
    'for my mother by her name, with capitals and a comma',
    'Es para mi mamá María Rondón, Banesco 0414-1234567 V-12345678',
    { titular: 'María Rondón', ...PAGO_MOVIL, ...MAMA },
  ],
  [
    'who is meant and who has the account are two',
    'Para mi hijo Juan Pablo Pérez, la cuenta está a nombre de María Gómez. Banesco 0414-1234567 V-12345678',
    { titular: 'María Gómez', ...PAGO_MOVIL, alias: 'hijo', parentesco: 'hijo' },
  ],
  [
    'two names and nothing that tells them apart',
    'Banesco 0414-1234567 V-12345678\nMaría Pérez\nPara mi hijo Juan Gómez',
    { ...PAGO_MOVIL, alias: 'hijo', parentesco: 'hijo', duda: ['nombre'] },
  ],
  [
    'who greets is not the holder',
    'Hola soy Carlos Rivas\nBanesco 0414-1234567 V-12345678\nMaría Pérez',
    { titular: 'María Pérez', ...PAGO_MOVIL },
  ],
  [
    'who is greeted is not the holder',
    'Hola Carlos Rivas\nBanesco 0414-1234567 V-12345678',
    PAGO_MOVIL,
  ],
  [
    'who is greeted after a comma is not the holder',
    'Buenas tardes, Carlos Rivas, te paso los datos: Banesco 0414-1234567 V-12345678',
    PAGO_MOVIL,
  ],
  [
    'who signs is only offered',
    'Banesco 0414-1234567 V-12345678\nMuchas gracias\nCarlos Rivas',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'my name is not the holder’s',
    'Mi nombre es Carlos Rivas, Banesco 0414-1234567 V-12345678',
    PAGO_MOVIL,
  ],
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
    'a name cut by the line is not half a holder',
    'Banesco 0414-1234567 V-12345678\nMaría del\nCarmen Rondón',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'a family name on the next line',
    'Banesco 0414-1234567 V-12345678\nMaría Carmen Pérez\nRondón',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'names and family names in lines of their own',
    'Nombres: María del Carmen\nApellidos: Rondón Pérez\nBanco: Banesco\nTeléfono: 0414-1234567\nCédula: 12.345.678',
    { titular: 'María del Carmen Rondón Pérez', ...PAGO_MOVIL },
  ],
  [
    'the family name first, before a comma',
    'RONDÓN PÉREZ, MARÍA DEL CARMEN\nBanesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, duda: ['nombre'] },
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
    'two holders under one label',
    'Nombre: María Pérez y Juan Gómez\nBanesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'an initial in a name',
    'yape a nombre de Rosa E. Núñez 987654321',
    { titular: 'Rosa E. Núñez', dato: '987654321' },
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
    'a place is nobody',
    'Banesco 0414-1234567 V-12345678\nSan Cristóbal Táchira\nPlaza Bolívar',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'wishes are nobody',
    'Feliz Navidad\nDios Te Bendiga\nBanesco 0414-1234567 V-12345678',
    PAGO_MOVIL,
  ],
  [
    'a name that is not on any list is only offered',
    'Banesco 0414-1234567 V-12345678\nYorgelis Quintero',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'a name that is not on any list, and is called the holder’s',
    'Titular: Yorgelis Quintero\nBanesco 0414-1234567 V-12345678',
    { titular: 'Yorgelis Quintero', ...PAGO_MOVIL },
  ],
  [
    'the holder and a longer writing of his name',
    'María Rondón\nBanesco 0414-1234567 V-12345678\nMaría del Carmen Rondón',
    { titular: 'María del Carmen Rondón', ...PAGO_MOVIL },
  ],
  [
    'the mother of somebody',
    'es la mamá de Juan Pérez, Banesco 0414-1234567 V-12345678',
    PAGO_MOVIL,
  ],
  [
    'mamá, and a colon',
    'Mamá: María Pérez\nBanesco 0414-1234567 V-12345678',
    { titular: 'María Pérez', ...PAGO_MOVIL, ...MAMA },
  ],
  [
    'a friend who is greeted is no relation',
    'Hola mi amigo\nBanesco 0414-1234567 V-12345678\nMaría Pérez',
    { titular: 'María Pérez', ...PAGO_MOVIL },
  ],
  [
    'two relations',
    'para mi mamá, la cuenta es de mi hermano\nBanesco 0414-1234567 V-12345678\nJosé Pérez',
    { titular: 'José Pérez', ...PAGO_MOVIL, duda: ['alias'] },
  ],
  [
    'Nequi or Daviplata',
    '300 123 4567 Óscar Restrepo',
    { titular: 'Óscar Restrepo', duda: ['tipo_pago_id'] },
  ],
]

test.each(casos)('as people write it: %s', (_, text, expected) => {
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
    expect(marks(casos[0]?.[1] ?? '')).toEqual([
      ['mamá', 'Alias', 'leido'],
      ['Banesco', 'Banco', 'leido'],
      ['0134', 'Banco', 'leido'],
      ['Pago móvil', 'Método', 'leido'],
      ['0414-1234567', 'Celular', 'leido'],
      ['V-12.345.678', 'Documento', 'leido'],
      ['María del Carmen Rondón', 'Titular', 'leido'],
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
