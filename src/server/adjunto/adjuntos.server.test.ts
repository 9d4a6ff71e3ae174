import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foto, jpeg, png, segmento, trozo, webp } from '../../../test/support/foto.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'

/* Every call that takes a file stores it by one function: what the counter's refuses, the others do. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
const subir = async (bytes: Buffer, tipo: string, nombre = 'a.bin') => {
  const path = `/api/compras-ventas/comprobantes?nombre=${encodeURIComponent(nombre)}`
  const answer = await adm.raw('POST', path, bytes, { 'content-type': tipo })
  return { ...answer, id: (answer.body as { id?: number }).id ?? 0 }
}
async function guardado(id: number): Promise<{ nombre: string; contenido: Buffer }> {
  const { rows } = await sql<{ nombre: string; contenido: Buffer }>`
    SELECT nombre, contenido FROM adjuntos WHERE id = ${id}`.execute(app.db)
  return rows[0] as { nombre: string; contenido: Buffer }
}

test.each([
  ['factura.pdf.exe', 'factura.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\Fotos\\yape.JPG', 'yape.png'],
  ['voucher\u202egnp.exe', 'voucher_gnp.png'],
  ['  .oculto', 'oculto.png'],
  ['<script>.png', 'script.png'],
  ['Depósito BCP (2).jpeg', 'Depósito BCP (2).png'],
  ['....', 'archivo.png'],
  ['x'.repeat(120), `${'x'.repeat(110)}.png`],
])('%j is kept as %j: cleaned, and ending as its content is (R-155)', async (sent, kept) => {
  const { status, id } = await subir(foto(), 'image/png', sent)
  expect([status, (await guardado(id)).nombre]).toEqual([201, kept])
})

const LUGAR = Buffer.from('GPS -12.0464, -77.0428')
const exif = (giro: number) => {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  tiff.writeUInt16LE(giro, 18)
  return segmento(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, LUGAR]))
}

test.each([
  ['a PNG', 'image/png', png(foto(), [2, 3], trozo('tEXt', LUGAR), trozo('eXIf', LUGAR))],
  ['a PNG with something behind it', 'image/png', Buffer.concat([foto(), LUGAR])],
  ['a JPEG', 'image/jpeg', jpeg([2, 3], [exif(1), segmento(0xed, LUGAR), segmento(0xfe, LUGAR)])],
  ['a JPEG with more pictures', 'image/jpeg', jpeg([2, 3], [segmento(0xe2, LUGAR)], LUGAR)],
  [
    'a WebP',
    'image/webp',
    webp(
      [2, 3],
      [
        ['EXIF', LUGAR],
        ['XMP ', LUGAR],
      ],
    ),
  ],
] as [string, string, Buffer][])(
  '%s loses its metadata and stays a picture',
  async (_, tipo, bytes) => {
    expect(bytes.includes(LUGAR)).toBe(true)
    const { status, id } = await subir(bytes, tipo)
    expect(status).toBe(201)
    const { contenido } = await guardado(id)
    expect(contenido.includes(LUGAR)).toBe(false)
    expect(contenido.length).toBeGreaterThan(40)
    // Kept as it is when it is sent again: nothing more is taken off.
    const again = await subir(contenido, tipo)
    expect((await guardado(again.id)).contenido.equals(contenido)).toBe(true)
  },
)

test('a photo that is to be turned still says so, and nothing else', async () => {
  const { id } = await subir(jpeg([2, 3], [exif(6)]), 'image/jpeg')
  const { contenido } = await guardado(id)
  const at = contenido.indexOf('Exif')
  expect(contenido.subarray(at + 6, at + 32).toString('hex')).toBe(
    '4d4d002a00000008000101120003000000010006000000000000',
  )
})

test.each([
  ['30,000 × 30,000 in a PNG', 'image/png', png(foto(), [30_000, 30_000])],
  ['30,000 × 30,000 in a JPEG', 'image/jpeg', jpeg([30_000, 30_000])],
  ['16,383 × 16,383 in a WebP', 'image/webp', webp([16_383, 16_383])],
  ['a long strip', 'image/png', png(foto(), [1, 1_000_000])],
  ['sides that pass, an area that does not', 'image/png', png(foto(), [15_000, 15_000])],
] as [string, string, Buffer][])(
  '%s is refused before anybody decodes it',
  async (_, tipo, bytes) => {
    const { status, error } = await subir(bytes, tipo)
    expect([status, error.codigo]).toEqual([400, 'IMAGEN_ENORME'])
    expect(error.message).toMatch(/Redúzcala o tome una captura/)
  },
)

test.each([
  ['no pixels', png(foto(), [0, 10])],
  ['no header', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a length beyond the end', foto().subarray(0, 60)],
])('a picture with %s is damaged', async (_, bytes) => {
  expect((await subir(bytes, 'image/png')).error.codigo).toBe('ARCHIVO_DISTINTO')
})

const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(['%PDF-1.7\n', ...parts, '\n%%EOF'].map((part) => Buffer.from(part)))
const packed = (text: string, dict = '/Type /ObjStm /Filter /FlateDecode') =>
  Buffer.concat([
    Buffer.from(`5 0 obj << ${dict} /N 1 /First 4 >>\nstream\r\n`),
    deflateSync(Buffer.from(text)),
    Buffer.from('\nendstream endobj'),
  ])
const OPEN =
  '1 0 obj << /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj'

test.each([
  ['a script on opening', pdf(OPEN), 'PDF_ACTIVO'],
  ['a script whose name is escaped', pdf(OPEN.replace('JavaScript', 'J#61vaScript')), 'PDF_ACTIVO'],
  ['a script among packed objects', pdf(packed(OPEN)), 'PDF_ACTIVO'],
  ['a packed script with a short name', pdf(packed('<< /JS 7 0 R >>')), 'PDF_ACTIVO'],
  ['a program', pdf('<< /S /Launch /F (cmd.exe) >>'), 'PDF_ACTIVO'],
  ['a file inside', pdf('<< /Names << /EmbeddedFiles 3 0 R >> >>'), 'PDF_ACTIVO'],
  ['a form with programs', pdf('<< /AcroForm << /XFA 3 0 R >> >>'), 'PDF_ACTIVO'],
  ['a video player', pdf('<< /Subtype /RichMedia >>'), 'PDF_ACTIVO'],
  ['a password', pdf('trailer << /Encrypt 9 0 R >>'), 'PDF_CERRADO'],
  [
    'objects packed twice',
    pdf(packed('x', '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]')),
    'PDF_CERRADO',
  ],
  [
    'objects that do not open',
    pdf('<< /Type /ObjStm /Filter /FlateDecode >> stream\nzz\nendstream'),
    'PDF_CERRADO',
  ],
])('a PDF with %s is refused in words (R-156)', async (_, bytes, codigo) => {
  const { status, error } = await subir(bytes, 'application/pdf')
  expect([status, error.codigo]).toEqual([400, codigo])
  expect(error.message).toMatch(/adjunte una captura\.$/)
})

test.each([
  ['a plain one', pdf('1 0 obj << /Type /Catalog /OpenAction [3 0 R /Fit] >> endobj')],
  ['one with packed objects', pdf(packed('<< /Type /Page /Contents 4 0 R >>'))],
  [
    'one whose compressed pages happen to spell a short name',
    pdf(
      '<< /Length 9 /Filter /DCTDecode >>\nstream\n',
      Buffer.from([0xff, 0xd8]),
      '/JS \nendstream',
    ),
  ],
  ['one that says stream and JSON in its text', pdf('(un stream de datos) (JSON) /JSX 1')],
])('%s is taken', async (_, bytes) => {
  expect((await subir(bytes, 'application/pdf')).status).toBe(201)
})

test('a PDF made to cost time, or memory, costs neither', async () => {
  const bytes = pdf('<<'.repeat(900_000))
  expect((await subir(bytes, 'application/pdf')).status).toBe(201)
  const bomb = pdf(packed('0'.repeat(40 * 1024 * 1024)))
  expect((await subir(bomb, 'application/pdf')).error.codigo).toBe('PDF_CERRADO')
})
