import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { paperFonts } from '../../../../../scripts/web/fuente-papel.ts'
import { leerPdf, textoDe as textoDePagina } from '../../../../../test/support/web/pdf.ts'
import type { Fuentes } from '../../../pdf/fuente.ts'
import { columnaMonto, columnaTexto } from '../../lista/columna.tsx'
import type { Columna } from '../../lista/tabla.tsx'
import { type Encabezado, textoDe, toPdf } from './pdf.ts'

interface Fila {
  nombre: string
  monto: string
}

const SOLES = { simbolo: 'S/', decimales: 2 }
const COLUMNAS: Columna<Fila>[] = [
  columnaTexto('nombre', 'Nombre', ({ nombre }) => nombre),
  { clave: 'accion', titulo: 'Acción', celda: () => null },
  columnaMonto('monto', 'Monto', ({ monto }) => [monto, SOLES]),
]
const ENCABEZADO: Encabezado = {
  titulo: 'Operaciones del día',
  casa: 'Cambios Ñandú S. A. C. · RUC 20123456789',
  filtros: ['Período: del 01/11/2026 al 26/11/2026', 'Búsqueda: «peña»'],
  totales: ['USD · Compramos US$ 1,000.00'],
  pie: [['Total', '−S/ 12.00']],
  autor: 'Exportado por Ana Pérez el 26/11/2026, 12:30',
}

let fuentes: Fuentes
beforeAll(async () => {
  fuentes = await paperFonts()
})

async function write(
  filas: readonly Fila[],
  { columnas = COLUMNAS, encabezado = ENCABEZADO, signal = new AbortController().signal } = {},
  onProgress: (count: number, total: number) => void = () => {},
) {
  const file = await toPdf(fuentes, encabezado, columnas, filas, signal, onProgress)
  return leerPdf(new Uint8Array(await file.arrayBuffer()))
}

test('a short list is one upright page with its heading, its rows and its totals', async () => {
  const { titulo, paginas } = await write([
    { nombre: 'José Ñúñez', monto: '-1234567.50' },
    { nombre: '=1+1', monto: '0.10' },
  ])
  expect(titulo).toBe('Operaciones del día')
  expect(paginas).toHaveLength(1)
  const [page] = paginas
  expect(page && [Math.round(page.ancho), Math.round(page.alto)]).toEqual([595, 842])
  expect(page && textoDePagina(page).split('\n')).toEqual([
    'Cambios Ñandú S. A. C. · RUC 20123456789',
    'Operaciones del día',
    'Período: del 01/11/2026 al 26/11/2026',
    'Búsqueda: «peña»',
    'Exportado por Ana Pérez el 26/11/2026, 12:30',
    'USD · Compramos US$ 1,000.00',
    'Nombre',
    'Monto',
    'José Ñúñez',
    '−S/ 1,234,567.50',
    '=1+1',
    'S/ 0.10',
    'Total',
    '−S/ 12.00',
    'Cambios Ñandú S. A. C. · RUC 20123456789 · Operaciones del día',
    'Página 1 de 1',
  ])
})

test('the titles of the columns stand on every page, which says its number', async () => {
  const filas = Array.from({ length: 200 }, (_, n) => ({ nombre: `Cliente ${n}`, monto: '1.00' }))
  const { paginas } = await write(filas)
  expect(paginas.length).toBeGreaterThan(2)
  for (const [at, page] of paginas.entries()) {
    const texts = page.textos.map(({ texto }) => texto)
    expect(texts.filter((one) => one === 'Nombre')).toHaveLength(1)
    expect(texts).toContain(`Página ${at + 1} de ${paginas.length}`)
    // Nothing is written over the foot.
    const above = page.textos.filter(({ texto }) => texto.startsWith('Cliente'))
    expect(Math.min(...above.map(({ y }) => y))).toBeGreaterThan(30)
  }
  const named = paginas
    .flatMap(textoDePagina)
    .join('\n')
    .match(/Cliente \d+/g)
  expect(named).toEqual(filas.map(({ nombre }) => nombre))
})

test('amounts end at the same place whatever their digits', async () => {
  const columnas: Columna<Fila>[] = [
    { clave: 'n', titulo: 'N', celda: () => null, texto: () => 'x' },
    { clave: 'm', titulo: 'M', celda: () => null, alinear: 'right', numero: ({ monto }) => monto },
  ]
  const { paginas } = await write(
    [
      { nombre: '', monto: '111.11' },
      { nombre: '', monto: '888.88' },
    ],
    { columnas, encabezado: { ...ENCABEZADO, pie: [] } },
  )
  const starts = paginas[0]?.textos.filter(({ texto }) => /^\d{3}\./.test(texto)).map(({ x }) => x)
  expect(starts?.[0]).toBeCloseTo(starts?.[1] ?? 0, 2)
})

test('many columns make a landscape page, and none leaves it', async () => {
  const columnas: Columna<Fila>[] = Array.from({ length: 14 }, (_, n) =>
    columnaTexto(`c${n}`, `Columna ${n}`, () => 'un texto largo que no cabe en una sola línea'),
  )
  const { paginas } = await write([{ nombre: '', monto: '' }], { columnas })
  const [page] = paginas
  expect(page && page.ancho > page.alto).toBe(true)
  for (const { x, ancho } of page?.textos ?? [])
    expect(x + ancho).toBeLessThanOrEqual((page?.ancho ?? 0) - 28)
})

test('numbers stand whole beside each other however many columns there are; words are broken', async () => {
  const amounts = Array.from({ length: 15 }, (_, n) =>
    columnaMonto<Fila>(`m${n}`, `Monto ${n}`, ({ monto }) => [monto, SOLES]),
  )
  const columnas = [
    columnaTexto<Fila>('a', 'Cliente', ({ nombre }) => nombre),
    ...amounts,
    columnaTexto<Fila>('b', 'Observación', ({ nombre }) => nombre),
  ]
  const { paginas } = await write([{ nombre: 'Wolfeschlegelsteinhausen', monto: '-8888888.88' }], {
    columnas,
    encabezado: { ...ENCABEZADO, pie: [] },
  })
  const [page] = paginas
  const cells = page?.textos.filter(({ texto }) => texto === '−S/ 8,888,888.88') ?? []
  expect(cells).toHaveLength(15)
  for (const [at, { x, ancho }] of cells.entries())
    expect(x + ancho).toBeLessThan(cells[at + 1]?.x ?? (page?.ancho ?? 0) - 28)
  for (const { x, ancho } of page?.textos ?? [])
    expect(x + ancho).toBeLessThanOrEqual((page?.ancho ?? 0) - 28)
})

test('a letter that the font lacks is drawn without its mark, any other character as ?', async () => {
  const { paginas } = await write([{ nombre: 'Łukasz Erdős 日本 🇵🇪', monto: '1' }])
  expect(paginas[0] && textoDePagina(paginas[0])).toContain('?ukasz Erdos ?? ??')
})

test('the symbol of every seeded currency and the signs of the screen are legible', async () => {
  const seeds = readFileSync('db/0002-datos.sql', 'utf8')
  const symbols = [...seeds.matchAll(/^ {2}\(\d+, '[^']+', '[A-Z]{3,5}', '([^']+)', \d, /gm)].map(
    ([, symbol = '']) => symbol,
  )
  expect(symbols).toContain('₮')
  expect(symbols.length).toBeGreaterThan(10)
  const others = ['₲ 7', '₡ 7', 'CV-1 → CV-2', '≈ 3 ≤ 4 ≥ 3 ≠ 5 ← 2', '5‰', '1\u202f000']
  const { paginas } = await write([...symbols, ...others].map((nombre) => ({ nombre, monto: '1' })))
  const drawn = paginas[0]?.textos.filter(({ texto }) => texto !== 'S/ 1.00')
  expect(drawn?.map(({ texto }) => texto)).toEqual(
    expect.arrayContaining([
      ...symbols,
      '₲ 7',
      '₡ 7',
      'CV-1 -> CV-2',
      '~ 3 <= 4 >= 3 <> 5 <- 2',
      '5 por mil',
      '1 000',
    ]),
  )
  // A sign takes its room: nothing is drawn over it.
  for (const { texto, ancho, cuerpo } of drawn ?? [])
    expect(ancho, texto).toBeGreaterThan([...texto].length * cuerpo * 0.2)
})

test.each([
  ['-1500.50', '−1,500.50'],
  ['3.5200', '3.5200'],
  ['12', '12'],
  ['=1+1', ''],
])('a number without currency, %s, is written %s', (monto, written) => {
  const columna: Columna<Fila> = {
    clave: 'm',
    titulo: 'M',
    celda: () => null,
    numero: ({ monto }) => (monto.startsWith('=') ? null : monto),
  }
  expect(textoDe(columna, { nombre: '', monto })).toBe(written)
})

test('it reports progress and stops when its signal aborts', async () => {
  const filas = Array.from({ length: 5000 }, () => ({ nombre: 'x'.repeat(90), monto: '1.00' }))
  const abort = new AbortController()
  const writing = write(filas, { signal: abort.signal }, (_, total) => {
    expect(total).toBe(5000)
    abort.abort()
  })
  await expect(writing).rejects.toThrow(/abort/i)
})
