import { describe, expect, test } from 'vitest'
import { montarImportar, TITULOS } from '../../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')
const { probar, importar, dni, fila, archivo, motivos } = montarImportar(adm)
const conDoc = (doc: string) =>
  app.db.selectFrom('clientes').selectAll().where('num_doc', '=', doc).executeTakeFirst()

describe('a file', () => {
  const legible = [
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${archivo(fila('70000101', 'Ángel'))}`)],
    ['Windows-1252', Buffer.from(archivo(fila('70000101', 'Ángel')), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${archivo(fila('70000101', 'Ángel'))}`, 'utf16le')],
    ['tabs', Buffer.from(archivo(fila('70000101', 'Ángel')).replaceAll(';', '\t'))],
    ['sep=', Buffer.from(`sep=;\r\n${archivo(fila('="70000101"', '"Ángel"'))}`)],
  ] as const
  test.each(legible)('is read in %s', async (_, file) => {
    const answer = await probar('clientes', file)
    expect(motivos(answer)).toEqual([''])
    expect(answer.body.filas[0]?.nombre).toBe('Ángel Paredes Soto')
  })

  const ilegible: [string, string | Uint8Array, RegExp][] = [
    ['empty', '\n\n', /está vacío/],
    ['with titles alone', TITULOS, /no tiene filas/],
    ['with a NUL', archivo(fila(undefined, 'Ro\0sa')), /no es de texto/],
    ['a workbook', Buffer.from('PK\u0003\u0004'), /libro de Excel/],
    ['with open quotes', archivo(fila(undefined, '"Rosa')), /línea 2 .*no se cierran/],
    ['10,000 columns wide', `${'a;'.repeat(10_000)}\n1`, /más de 100 columnas/],
    [
      'with a repeated title',
      `${TITULOS};DNI\n${fila()};70000001`,
      /dos columnas de «Número de documento»/,
    ],
    ['without a column', 'Nombres\nRosa', /Falta la columna «Persona», «Tipo de documento»/],
  ]
  test.each(ilegible)('%s is refused as a whole, with a reason', async (_, file, words) => {
    const { status, error } = await probar('clientes', file)
    expect(status).toBe(400)
    expect([error.message, ...(error.errors ?? []).map(({ msg }) => msg)].join(' ')).toMatch(words)
  })

  test('over the size limit is not read', async () => {
    const { status, error } = await probar('clientes', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))
    expect([status, error.codigo]).toEqual([413, 'ARCHIVO_GRANDE'])
  })

  test('keeps a formula as text, without the guard that our exports put before it', async () => {
    const doc = dni()
    const text = [`${TITULOS};Notas`, `${fila(doc, 'Rosa', "'+51987654321")};'=1+1`].join('\n')
    expect(motivos(await importar('clientes', text, { modo: 'correctas' }))).toEqual([])
    expect(await conDoc(doc)).toMatchObject({ notas: '=1+1', celular: '+51987654321' })
  })

  test('reports the columns that it ignored, except the reasons of an earlier load', async () => {
    const text = [`${TITULOS};Motivo;Color favorito`, `${fila()};x;azul`].join('\n')
    expect((await probar('clientes', text)).body.ignoradas).toEqual(['Color favorito'])
  })

  test('of the template can be imported', async () => {
    const { body } = await adm.call(contrato.columnas, { params: { que: 'clientes' } })
    const cell = (text: string) => `"${text}"`
    const text = [body.map((c) => cell(c.titulo)), body.map((c) => cell(c.ejemplo))].join('\n')
    expect(motivos(await probar('clientes', text))).toEqual([''])
  })
})
