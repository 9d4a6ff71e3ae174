import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { decimalText, endpoint, instante, pagina } from '../../../core/contract.ts'
import { cursorsOf, pagedBy } from '../page.ts'
import { juzgada, tal } from './contrato.ts'
import { Escrita, leerFilas } from './escrita.ts'

/* Answers are what the contract says although nothing reads them again on their way out. */

const app = await startTestApp()

const item = z.object({
  id: z.int(),
  fecha: instante,
  anulada_en: instante.nullable(),
  dia: z.string(),
  monto: decimalText,
  nota: z.string().nullable(),
  listas: z.array(z.string()),
  moneda: z.object({ iso: z.string(), fecha: z.string() }),
})
const call = endpoint({
  method: 'GET',
  path: '/prueba',
  acceso: 'publico',
  resumen: 'Prueba',
  response: pagina(item),
})
type Fila = z.infer<typeof item>

/** What a list of an area reads: texts that look like keys and instants, digits that no float holds. */
const filas = sql<Fila>`
  SELECT n::int AS id, timestamptz '2026-01-02 03:04:05.1' + n * interval '1 us' AS fecha,
         CASE WHEN n % 2 = 0 THEN timestamptz '2026-01-02 03:04:05' END AS anulada_en, date '2026-01-02' AS dia,
         (n || '.10000000000000000001')::numeric::text AS monto,
         CASE n WHEN 1 THEN '"fecha":"2026-01-02T03:04:05+00:00"' WHEN 2 THEN E'\n\t«ñ» \\ "' || chr(8232)
                WHEN 3 THEN '2026-01-02T03:04:05+00:00' END AS nota,
         ARRAY['a,b', '"'] AS listas, jsonb_build_object('iso', 'PEN', 'fecha', '2026-01-02T03:04:05+00:00') AS moneda
  FROM generate_series(1, 7) n`

const cursores = await cursorsOf(app.db)
const quien = { usuario_id: 1 } as never
const leer = (limite: number, cursor?: string) =>
  pagedBy(
    { db: app.db, endpoint: call, query: { limite, cursor }, quien, cursores },
    ['prueba'],
    (most, key: [id: number] | null): RawBuilder<Fila> =>
      sql<Fila>`SELECT * FROM (${filas}) f WHERE f.id > ${key?.[0] ?? 0} ORDER BY f.id LIMIT ${most + 1}`,
    ['id'],
  )
const texto = (answer: unknown) => (answer as Escrita).texto

test('a page that PostgreSQL writes is the same as its rows, to the last digit', async () => {
  const page = await leer(7)
  expect(page).toBeInstanceOf(Escrita)
  const { items, siguiente } = JSON.parse(texto(page))
  expect(items).toEqual(JSON.parse(JSON.stringify(await leerFilas(app.db, filas))))
  expect(items[0]).toMatchObject({
    fecha: '2026-01-02T03:04:05.100001Z',
    monto: '1.10000000000000000001',
    nota: '"fecha":"2026-01-02T03:04:05+00:00"',
    moneda: { fecha: '2026-01-02T03:04:05+00:00' },
  })
  expect([items[2].nota, siguiente]).toEqual(['2026-01-02T03:04:05+00:00', null])
})

test.each([1, 2, 3, 6, 7, 8])(
  'pages of %i follow each other without gap or repetition',
  async (limite) => {
    const seen: number[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const { items, siguiente } = JSON.parse(texto(await leer(limite, cursor)))
      expect(items.length).toBeLessThanOrEqual(limite)
      seen.push(...items.map(({ id }: Fila) => id))
      cursor = siguiente
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
  },
)

const judge = juzgada({ schema: call.response, method: 'GET', url: '/prueba' })

test('an answer as its contract says is sent with the same bytes whether it is judged or not', async () => {
  const page = await leer(3)
  expect(judge(page)).toBe(tal()(page))
  const plain = JSON.parse(texto(page))
  expect(judge(plain)).toBe(tal()(plain))
})

test.each([
  ['a key that it does not know', { costo: '1' }, '$.items.0.costo'],
  ['a nested key', { moneda: { iso: 'PEN', fecha: '', x: 1 } }, '$.items.0.moneda.x'],
  ['a number for a decimal', { monto: 1.5 }, 'items.0.monto'],
  ['a value that is missing', { dia: undefined }, 'items.0.dia'],
])('%s is a fault where the program is tested', async (_, wrong, where) => {
  const { items } = JSON.parse(texto(await leer(1)))
  const answer = { items: [{ ...items[0], ...wrong }], siguiente: null }
  expect(() => judge(answer)).toThrow(where)
  expect(() => judge(new Escrita(JSON.stringify(answer)))).toThrow(where)
})

test('the tests judge every answer of the program', async () => {
  const { status } = await (await app.signedIn('adm')).raw('GET', '/api/compras-ventas')
  expect(status).toBe(200)
  expect(app.http.juzga).toBe(true)
})
