import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Columna } from '../../lista/tabla.tsx'
import { toXlsx } from './xlsx.ts'

interface Fila {
  nombre: string | null
  monto?: string | null
}

const COLUMNAS: Columna<Fila>[] = [
  { clave: 'nombre', titulo: 'Nombre', celda: () => null, texto: ({ nombre }) => nombre },
  { clave: 'accion', titulo: 'Acción', celda: () => null },
  {
    clave: 'monto',
    titulo: 'Monto',
    celda: () => null,
    texto: () => 's/m',
    numero: ({ monto }) => monto ?? null,
  },
]

interface Celda {
  valor: string
  tipo: 'texto' | 'numero'
  estilo: number
}

const write = (filas: readonly Fila[], columnas = COLUMNAS, linea = '') =>
  toXlsx('compras-ventas', columnas, filas, new AbortController().signal, () => {}, linea)

async function parts(file: Blob): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Text as a spreadsheet reads it: entities first, then the format's own escapes, once. */
function decode(xml: string): string {
  return xml
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? '?')
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

const TEXT =
  /^<c r="([A-Z]+\d+)" s="(\d+)" t="inlineStr"><is><t xml:space="preserve">([^<>]*)<\/t><\/is><\/c>/
const NUMBER = /^<c r="([A-Z]+\d+)" s="(\d+)"><v>(-?\d+(?:\.\d+)?)<\/v><\/c>/

/** Every cell by its address. Anything but plain text and numbers, a formula above all, throws. */
function cells(sheet: string): Map<string, Celda> {
  const [, data = ''] = /<sheetData>([\s\S]*)<\/sheetData><\/worksheet>$/.exec(sheet) ?? []
  const found = new Map<string, Celda>()
  for (const [, number, row = ''] of data.matchAll(/<row r="(\d+)">([\s\S]*?)<\/row>/g)) {
    let rest = row
    while (rest !== '') {
      const text = TEXT.exec(rest)
      const match = text ?? NUMBER.exec(rest)
      if (!match?.[1]?.endsWith(number ?? '')) throw new Error(`not a cell: ${rest.slice(0, 80)}`)
      const valor = text ? decode(match[3] ?? '') : (match[3] ?? '')
      found.set(match[1], { valor, tipo: text ? 'texto' : 'numero', estilo: Number(match[2]) })
      rest = rest.slice(match[0].length)
    }
  }
  return found
}

async function read(filas: readonly Fila[]): Promise<Map<string, Celda>> {
  return cells((await parts(await write(filas)))['xl/worksheets/sheet1.xml'] ?? '')
}

/** `cellXfs` in order: what a cell's `s` points to. */
function styles(xml: string): string[] {
  const formats = new Map(
    [...xml.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]+)"/g)].map((m) => [m[1], m[2]]),
  )
  const [, list = ''] = /<cellXfs[^>]*>(.*?)<\/cellXfs>/.exec(xml) ?? []
  return [...list.matchAll(/<xf numFmtId="(\d+)" fontId="(\d+)"/g)].map(
    ([, format, font]) => `${formats.get(format) ?? format}${font === '1' ? ' bold' : ''}`,
  )
}

test('titles are bold and frozen, only exportable columns appear, text and numbers keep their types', async () => {
  const files = await parts(await write([{ nombre: 'Ana', monto: '-1500.50' }, { nombre: null }]))
  const sheet = files['xl/worksheets/sheet1.xml'] ?? ''
  const kinds = styles(files['xl/styles.xml'] ?? '')
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"')
  const shown = [...cells(sheet)].map(([at, { valor, tipo, estilo }]) => [
    at,
    valor,
    tipo,
    kinds[estilo],
  ])
  expect(shown).toEqual([
    ['A1', 'Nombre', 'texto', '49 bold'],
    ['B1', 'Monto', 'texto', '49 bold'],
    ['A2', 'Ana', 'texto', '49'],
    ['B2', '-1500.50', 'numero', '#,##0.00'],
    ['B3', 's/m', 'texto', '49'],
  ])
  expect(files['xl/workbook.xml']).toContain('<sheet name="compras-ventas"')
})

test.each([
  ['0', '#,##0'],
  ['1500', '#,##0'],
  ['3.5200', '#,##0.0000'],
  ['123456789012.345', '#,##0.000'],
  ['-0.10', '#,##0.00'],
  ['999999999999999.00', '#,##0.00'],
])('%s is a number shown as %s', async (monto, format) => {
  const files = await parts(await write([{ nombre: 'x', monto }]))
  const cell = cells(files['xl/worksheets/sheet1.xml'] ?? '').get('B2')
  expect(cell).toMatchObject({ valor: monto, tipo: 'numero' })
  expect(styles(files['xl/styles.xml'] ?? '')[cell?.estilo ?? 0]).toBe(format)
})

test.each(['1234567890123456', '9999999999999.999', '12345678901234567890.12', '0.12345678901'])(
  '%s would lose digits as a number: it stays text',
  async (monto) => {
    expect((await read([{ nombre: 'x', monto }])).get('B2')).toMatchObject({
      valor: monto,
      tipo: 'texto',
    })
  },
)

test.each(['=1+1', 'NaN', '1e5', '1,5', 'Infinity', '<v>1</v>'])(
  'a column of numbers that says %j writes its text instead',
  async (monto) => {
    expect((await read([{ nombre: 'x', monto }])).get('B2')).toMatchObject({
      valor: 's/m',
      tipo: 'texto',
    })
  },
)

const HOSTILE = [
  '=HYPERLINK("http://x.example","y")',
  '+51 999',
  '-cmd|calc',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  '=1+1;=2+2',
  "'=1",
  '</t></is></c><c><f>1+1</f></c>',
  '<!-- & ]]> &amp; "x" \'y\'',
  '_x003D_1+1',
  '__x0041_x0041_',
  'línea 1\nlínea 2\r\nlínea 3',
  '  espacios  ',
  'constructor',
  '__proto__',
  '\uD800 medio par \uDC00',
  '\uFFFE\uFFFF\u007F\u0085\u2028',
  '🇵🇪 日本 ñandú',
]

test.each(HOSTILE)('%j is read back unchanged, as text', async (nombre) => {
  expect((await read([{ nombre }])).get('A2')).toEqual({ valor: nombre, tipo: 'texto', estilo: 2 })
})

test('any text is read back unchanged, and the parts are valid XML', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'_x0=<&\r') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (names) => {
      const files = await parts(await write(names.map((nombre) => ({ nombre }))))
      const sheet = files['xl/worksheets/sheet1.xml'] ?? ''
      expect(sheet).not.toMatch(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
      const found = cells(sheet)
      const back = names.map((_, index) => found.get(`A${index + 2}`)?.valor ?? '')
      expect(back).toEqual(names)
    }),
    { numRuns: 200 },
  )
})

test('10,000 rows are read back equal, and progress is reported', async () => {
  const filas = Array.from({ length: 10_000 }, (_, index) => ({
    nombre: `=Cliente ${index}`,
    monto: `${index}.${String(index % 100).padStart(2, '0')}`,
  }))
  const seen: number[] = []
  const { signal } = new AbortController()
  const file = await toXlsx('x', COLUMNAS, filas, signal, (count, total) => {
    expect(total).toBe(10_000)
    seen.push(count)
  })
  const found = cells((await parts(file))['xl/worksheets/sheet1.xml'] ?? '')
  expect(found.size).toBe(20_002)
  for (const [index, { nombre, monto }] of filas.entries()) {
    expect(found.get(`A${index + 2}`)?.valor).toBe(nombre)
    expect(found.get(`B${index + 2}`)).toMatchObject({ valor: monto, tipo: 'numero' })
  }
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('the export stops when its signal aborts', async () => {
  const abort = new AbortController()
  const filas = Array.from({ length: 50_000 }, () => ({ nombre: 'x' }))
  let last = 0
  const writing = toXlsx('x', COLUMNAS, filas, abort.signal, (count) => {
    last = count
    abort.abort()
  })
  await expect(writing).rejects.toThrow(/abort/i)
  expect(last).toBeLessThan(50_000)
})

test('more than 26 columns, a long text and an invalid sheet name are handled', async () => {
  const wide: Columna<Fila>[] = Array.from({ length: 30 }, (_, index) => ({
    clave: `c${index}`,
    titulo: `T${index}`,
    celda: () => null,
    texto: () => 'x'.repeat(40_000),
  }))
  const { signal } = new AbortController()
  const files = await parts(await toXlsx('a/[b]:*?"<&', wide, [{ nombre: null }], signal, () => {}))
  const found = cells(files['xl/worksheets/sheet1.xml'] ?? '')
  expect(found.get('AD1')?.valor).toBe('T29')
  expect(found.get('AA2')?.valor).toHaveLength(32_767)
  expect(files['xl/workbook.xml']).toContain('<sheet name="ab"')
})

test('what is to be known of all rows is a text on a row of its own below them', async () => {
  const files = await parts(await write([{ nombre: 'Ana' }], COLUMNAS, 'Datos de hace 3 s'))
  const found = cells(files['xl/worksheets/sheet1.xml'] ?? '')
  expect(found.get('A2')?.valor).toBe('Ana')
  expect(found.get('A3')).toMatchObject({ valor: 'Datos de hace 3 s', tipo: 'texto' })
})
