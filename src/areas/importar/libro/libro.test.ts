import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { CsvError } from '../../../core/texto/csv.ts'
import { leerLibro } from './libro.ts'

const LIMITES = { filas: 100, columnas: 10 }
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as Excel writes it: the second sheet is the one that is shown. */
function libro(sheetData: string, otras: Record<string, string> = {}, raiz = ''): Uint8Array {
  const files = {
    'xl/workbook.xml': `<workbook xmlns:r="${REL}">${raiz}<sheets>
      <sheet name="Oculta" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Datos" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>
      <Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\/mm\\/yyyy"/>
      <numFmt numFmtId="165" formatCode="&quot;dmy&quot; 0.00[Red]"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>Nombre</t></si><si><r><t>Ana </t></r><r><t xml:space="preserve">&amp; Luz</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1"><v>9</v></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...otras,
  }
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])),
  )
}

const celdas = (xml: string, raiz = '') =>
  leerLibro(
    libro(`<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="4">${xml}</row>`, {}, raiz),
    LIMITES,
  ).filas

test('the first sheet that is shown is read: titles, then rows with their numbers', () => {
  const tabla = leerLibro(
    libro(
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>Monto</t></is></c></row><row r="3"/><row r="5"><c r="A5" t="s"><v>1</v></c><c r="C5"><v>12</v></c></row>',
    ),
    LIMITES,
  )
  expect(tabla).toEqual({
    encabezado: ['Nombre', '', 'Monto'],
    filas: [{ linea: 5, celdas: ['Ana & Luz', '', '12'] }],
  })
})

test.each([
  ['a date by the house’s format', '<c r="A4" s="1"><v>46351.75</v></c>', '2026-11-25'],
  ['a date by a format of the program', '<c r="A4" s="3"><v>1</v></c>', '1900-01-01'],
  ['a number whose format only quotes letters', '<c r="A4" s="2"><v>46351</v></c>', '46351'],
  ['a binary fraction', '<c r="A4"><v>3.5599999999999996</v></c>', '3.56'],
  ['three decimals, which are no thousands', '<c r="A4"><v>3.745</v></c>', '3.7450'],
  ['an exponent', '<c r="A4"><v>1.5E-3</v></c>', '0.0015'],
  ['a document of eight digits', '<c r="A4"><v>45678912</v></c>', '45678912'],
  ['a yes', '<c r="A4" t="b"><v>1</v></c>', 'Sí'],
  ['the result of a formula', '<c r="A4" t="str"><f>A1&amp;"x"</f><v>hola</v></c>', 'hola'],
  [
    'characters by their numbers',
    '<c r="A4" t="inlineStr"><is><t>&#241;a_x000A_&#x1F600;</t></is></c>',
    'ña\n😀',
  ],
])('%s', (_, xml, valor) => {
  expect(celdas(xml)).toEqual([{ linea: 4, celdas: [valor] }])
})

test('a workbook that counts from 1904 gives the same days', () => {
  const xml = '<c r="A4" s="1"><v>44889</v></c>'
  expect(celdas(xml, '<workbookPr date1904="1"/>')).toEqual([{ linea: 4, celdas: ['2026-11-25'] }])
})

test('names with a prefix, as other programs write them', () => {
  const hoja =
    '<x:worksheet xmlns:x="y"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Uno</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
  expect(leerLibro(libro('', { 'xl/worksheets/sheet2.xml': hoja }), LIMITES).encabezado).toEqual([
    'Uno',
  ])
})

test.each([
  ['no zip', strToU8('PK no'), /No se pudo leer/],
  ['a zip of something else', zipSync({ 'a.txt': strToU8('x') }), /No se pudo leer/],
  ['an empty sheet', libro(''), /está vacía/],
  ['too many columns', libro('<row r="1"><c r="K1"><v>1</v></c></row>'), /más de 10 columnas/],
  [
    'too many rows',
    libro(
      Array.from({ length: 102 }, (_, n) => `<row r="${n + 1}"><c><v>1</v></c></row>`).join(''),
    ),
    /más de 100 filas/,
  ],
  [
    'one that unpacks into far more than it weighs',
    libro('', { 'xl/worksheets/sheet2.xml': ' '.repeat(65 * 1024 * 1024) }),
    /demasiado grande/,
  ],
])('%s is refused with what to do', (_, bytes, said) => {
  expect(() => leerLibro(bytes, LIMITES)).toThrow(CsvError)
  expect(() => leerLibro(bytes, LIMITES)).toThrow(said)
})
