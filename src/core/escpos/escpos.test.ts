import { expect, test } from 'vitest'
import type { Ticket } from '../documento/ticket.ts'
import { impedimento, qr } from './ordenes.ts'
import { bytesDe, imprimible, PAGINAS, type Pagina } from './paginas.ts'
import { escribirTicket, partir } from './ticket.ts'

const TICKET: Ticket = {
  empresa: {
    razon_social: 'Cambios Ñandú S.A.C.',
    ruc: '20123456786',
    registro_sbs: '',
    direccion: 'Jr. Unión 120, Lima',
  },
  marcas: [],
  titulo: 'COMPRA CV-2026-000001',
  fecha: '21/11/2026, 15:04',
  manos: [['Usted recibe', 'S/ 352.00']],
  filas: [['Cliente', 'María Peña']],
  pie: ['Cuente su dinero.'],
  sello: { enlace: 'https://c.pe/#A.B', codigo: 'AB-CD', donde: 'c.pe' },
}

const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0))
const hex = (bytes: Iterable<number>) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
const written = (t: Ticket, ancho: 80 | 58, pagina: Pagina = 'pc858', cajon = false) =>
  hex(escribirTicket(t, { ancho, pagina }, cajon))

test('a ticket of 58 mm, byte by byte', () => {
  const CENTRO = [0x1b, 0x61, 1]
  const FUERTE = [0x1b, 0x45, 1]
  const NORMAL = [0x1b, 0x45, 0]
  const ALTO = [0x1d, 0x21, 1]
  const BAJO = [0x1d, 0x21, 0]
  const LF = 0x0a
  const rule = [...ascii('-'.repeat(32)), LF]
  expect(written(TICKET, 58)).toBe(
    hex([
      ...[0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x74, 19],
      ...CENTRO,
      ...[...FUERTE, ...ascii('Cambios '), 0xa5, ...ascii('and'), 0xa3, ...ascii(' S.A.C.'), LF],
      ...NORMAL,
      ...[...ascii('RUC 20123456786'), LF],
      ...[...ascii('Jr. Uni'), 0xa2, ...ascii('n 120, Lima'), LF],
      ...[...FUERTE, ...ALTO, ...ascii('COMPRA CV-2026-000001'), LF, ...BAJO, ...NORMAL],
      ...[...ascii('21/11/2026, 15:04'), LF],
      ...[0x1b, 0x61, 0, ...rule],
      ...ascii(`Usted recibe${' '.repeat(11)}`),
      ...[...FUERTE, ...ALTO, ...ascii('S/ 352.00'), ...BAJO, ...NORMAL, LF, ...rule],
      ...ascii(`Cliente${' '.repeat(15)}Mar`),
      ...[0xa1, ...ascii('a Pe'), 0xa4, ...ascii('a'), LF, ...rule],
      ...[...CENTRO, ...ascii('Cuente su dinero.'), LF, LF],
      ...qr('https://c.pe/#A.B', 5),
      ...[...ascii('C'), 0xa2, ...ascii('digo de verificaci'), 0xa2, ...ascii('n'), LF],
      ...[...FUERTE, ...ascii('AB-CD'), LF, ...NORMAL, ...ascii('c.pe'), LF],
      ...[0x1b, 0x64, 3, 0x1d, 0x56, 0x42, 0],
    ]),
  )
})

test('80 mm has 48 columns and larger squares; a value that does not fit goes under its name', () => {
  const said = written(TICKET, 80)
  expect(said).toContain(hex(ascii('-'.repeat(48))))
  expect(said).not.toContain(hex(ascii('-'.repeat(49))))
  expect(said).toContain('31 43 06')
  const long = { ...TICKET, filas: [['Observación', 'x'.repeat(30)]] as const }
  const line = [...ascii('Observaci'), 0xa2, ...ascii('n'), 0x0a, ...ascii(`  ${'x'.repeat(30)}`)]
  expect(written(long, 58)).toContain(hex(line))
})

test('the drawer opens when asked, before anything is printed, and never otherwise', () => {
  const KICK = '1b 70 00 19 fa'
  expect(written(TICKET, 80)).not.toContain(KICK)
  const said = written(TICKET, 80, 'pc858', true)
  expect(said.startsWith(`1b 40 1c 2e 1b 74 13 ${KICK}`)).toBe(true)
  expect(said.split(KICK)).toHaveLength(2)
})

test('COPIA is of double width and height', () => {
  const said = written({ ...TICKET, marcas: ['COPIA'] }, 80)
  expect(said).toContain(hex([0x1d, 0x21, 0x11, ...ascii('COPIA'), 0x0a, 0x1d, 0x21, 0]))
})

test('a QR code is drawn by the printer: model 2, size, correction M, data with their length, print', () => {
  const text = 'x'.repeat(300)
  expect(hex(qr(text, 6))).toBe(
    hex([
      ...[0x1d, 0x28, 0x6b, 4, 0, 0x31, 0x41, 0x32, 0],
      ...[0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x43, 6],
      ...[0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x45, 0x31],
      // 303 is 1 × 256 + 47.
      ...[0x1d, 0x28, 0x6b, 47, 1, 0x31, 0x50, 0x30, ...ascii(text)],
      ...[0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30],
    ]),
  )
})

test('accents and signs of money in each table of characters', () => {
  const said = 'áéíóúüñÁÉÍÓÚÜÑ¿¡'
  const in850 = 'a0 82 a1 a2 a3 81 a4 b5 90 d6 e0 e9 9a a5 a8 ad'
  const bytes = (text: string, pagina: Pagina) => hex(bytesDe(imprimible(text, pagina), pagina))
  expect(bytes(said, 'pc850')).toBe(in850)
  expect(bytes(said, 'pc858')).toBe(in850)
  expect(bytes(said, 'wpc1252')).toBe('e1 e9 ed f3 fa fc f1 c1 c9 cd d3 da dc d1 bf a1')
  expect(imprimible(said, 'ninguna')).toBe('aeiouunAEIOUUN')
  expect(bytes('€', 'pc858')).toBe('d5')
  expect(bytes('€', 'wpc1252')).toBe('80')
  expect(imprimible('€ 50.00', 'pc850')).toBe('EUR 50.00')
  // A real minus sign, a space that does not break, a letter that is no Spanish one, and one that nothing has.
  expect(imprimible('−S/\u00a01 Ş 漢', 'pc858')).toBe('-S/ 1 S ?')
  for (const pagina of Object.keys(PAGINAS) as Pagina[]) {
    const all = imprimible(`${said}×÷·«»ªº…€£¥ı`, pagina)
    expect(bytesDe(all, pagina)).toHaveLength(all.length)
  }
})

test('a name cannot give the printer an order', () => {
  const evil = {
    ...TICKET,
    filas: [['Cliente', '\u001bp\u0000\u0019ú\u009b\n\u001dV\u0000']] as const,
  }
  const bytes = [...escribirTicket(evil, { ancho: 80, pagina: 'wpc1252' })]
  expect(hex(bytes)).not.toContain('1b 70')
  expect(hex(bytes).split('1d 56')).toHaveLength(2)
})

test('lines break between words; a word that is longer than the line is cut', () => {
  expect(partir('uno dos tres', 7)).toEqual(['uno dos', 'tres'])
  expect(partir('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
  expect(partir('  ', 4)).toEqual([])
  expect(partir('recibe Bs 12,580.68', 12)).toEqual(['recibe', 'Bs 12,580.68'])
  expect(partir('Entrega S/ 353.00 (US$ 100.00)', 16)).toEqual([
    'Entrega',
    'S/ 353.00',
    '(US$ 100.00)',
  ])
})

test('what keeps it from printing is read from its answers', () => {
  expect(impedimento(0x12, 0x12)).toBeNull()
  expect(impedimento(0x72, 0x12)).toBe('papel')
  expect(impedimento(0x12, 0x32)).toBe('papel')
  expect(impedimento(0x12, 0x16)).toBe('tapa')
  expect(impedimento(0x12, 0x52)).toBe('error')
  // Paper that is only running low prints.
  expect(impedimento(0x1e, 0x12)).toBeNull()
})
