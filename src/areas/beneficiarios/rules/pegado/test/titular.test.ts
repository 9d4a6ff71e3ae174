import { expect, test } from 'vitest'
import { lee, MAMA, PAGO_MOVIL, type Queda } from '../../../../../../test/support/areas/pegado.ts'

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
    'for my mother by her name, with capitals and a comma, is only offered',
    'Es para mi mamá María Rondón, Banesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, ...MAMA, duda: ['nombre'] },
  ],
  [
    'for my mother by her name, and her name in a line of its own',
    'Es para mi mamá María Rondón, Banesco 0414-1234567 V-12345678\nMaría Rondón',
    { titular: 'María Rondón', ...PAGO_MOVIL, ...MAMA },
  ],
  [
    'for my mother by her name, in the middle of a sentence, is only offered',
    'Para mi mamá María Pérez que vive lejos, Banesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, ...MAMA, duda: ['nombre'] },
  ],
  [
    'for my mother by her name, without capitals, is only offered',
    'para mi mamá maría pérez, Banesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, ...MAMA, duda: ['nombre'] },
  ],
  [
    'for my aunt by a name that is not on any list is only offered',
    'Para mi tía Yorgelis Quintero, Banesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, alias: 'tía', parentesco: 'familiar', duda: ['nombre'] },
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
    'two holders under one label',
    'Nombre: María Pérez y Juan Gómez\nBanesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'two given names and no family name are only offered',
    'Banesco 0414-1234567 V-12345678\nMaría José',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'for the gentleman or the lady is whom the client means',
    'Para el señor Pedro Páez y para la señora María Pérez, Banesco 0414-1234567 V-12345678',
    PAGO_MOVIL,
  ],
  [
    'for the María of somebody is only offered',
    'Para la María Pérez, Banesco 0414-1234567 V-12345678',
    { ...PAGO_MOVIL, duda: ['nombre'] },
  ],
  [
    'an initial in a name',
    'yape a nombre de Rosa E. Núñez 987654321',
    { titular: 'Rosa E. Núñez', dato: '987654321' },
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
]

test.each(casos)('20: the holder as people write him: %s', (_, text, expected) => {
  expect(lee(text)).toEqual(expected)
})
