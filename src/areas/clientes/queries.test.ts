import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { unaConexion } from '../../../test/support/servidor/dueno.ts'
import type { DB } from '../../server/db/schema.ts'
import { leerFilas } from '../../server/http/respuesta/escrita.ts'
import { contrato } from './contract.ts'
import { list, search } from './queries.ts'

const app = await startTestApp()
let adm: Client
let documento = 70_000_010

const EMPRESA = 'Importaciones Ñandú S.A.C.'

async function crear(more: object): Promise<number> {
  documento += 1
  const body = {
    tipo_persona: 'natural',
    tipo_doc: 'DNI',
    num_doc: String(documento),
    celular: '987 654 321',
    segmento: 'publico',
    ...more,
  }
  const { status, body: made } = await adm.call(contrato.crear, { body })
  expect(status).toBe(201)
  return made.id
}

beforeAll(async () => {
  app.setClock('2025-11-20T15:00:00Z')
  adm = await app.signedIn('adm')
  await crear({ nombres: 'Ana Lucía', apellidos: 'García Peña', fecha_nac: '1990-05-10' })
  const ruc = { tipo_persona: 'juridica', tipo_doc: 'RUC', num_doc: '20999000020' }
  await crear({ ...ruc, razon_social: EMPRESA, celular: '987654322' })
  await crear({ nombres: 'Íñigo', apellidos: 'Zúñiga Öttker' })
  await crear({ nombres: 'Carla', apellidos: 'Vence Pronto', vence_doc: '2025-11-19' })
  const pep = { pep: true, pep_cargo: 'Alcalde', pep_entidad: 'Municipalidad' }
  await crear({ nombres: 'Pablo', apellidos: 'Expuesto', ...pep })
  const id = await crear({ nombres: 'Bruno', apellidos: 'Bloqueado' })
  const body = { estado: 'bloqueado', motivo: 'Documento falso' }
  await adm.call(contrato.estado, { params: { id }, body })
  for (const nombres of ['Uno', 'Dos', 'Tres', 'Cuatro'])
    await crear({ nombres, apellidos: 'Igual' })
})

describe('search and list', () => {
  const find = async (term: string) =>
    (await adm.call(contrato.buscar, { params: { term } })).body.map(({ nombre }) => nombre)

  test.each(['garcia', 'GARCÍA', 'pena lucia', '70000011', '987654321'])(
    '"%s" finds García',
    async (term) => {
      expect(await find(term)).toContain('Ana Lucía García Peña')
    },
  )

  test('accents and case are ignored, and %% and _ are not wildcards', async () => {
    expect(await find('inigo zuniga')).toEqual(['Íñigo Zúñiga Öttker'])
    expect(await find('NANDU')).toContain(EMPRESA)
    expect(await find('%')).toEqual([])
    expect(await find('_')).toEqual([])
    expect(await find('\\')).toEqual([])
  })

  test('the list is filtered by state, type of person and need of review', async () => {
    const names = async (query: Record<string, string>) =>
      (await adm.call(contrato.listar, { query: { limite: 200, ...query } })).body.items
    expect((await names({ revisar: 'vencido' })).map(({ nombre }) => nombre)).toEqual([
      'Carla Vence Pronto',
    ])
    expect((await names({ revisar: 'pep' })).map(({ nombre }) => nombre)).toEqual([
      'Pablo Expuesto',
    ])
    expect(
      (await names({ tipo_persona: 'juridica' })).every((each) => each.tipo_persona === 'juridica'),
    ).toBe(true)
    expect(
      (await names({ estado: 'bloqueado' })).every((each) => each.estado === 'bloqueado'),
    ).toBe(true)
    const all = await names({})
    const lacking = await names({ revisar: 'incompleto' })
    expect(lacking.map(({ id }) => id)).toEqual(
      all.filter((each) => each.faltan.length > 0).map(({ id }) => id),
    )
  })

  test.each(['nombre', '-nombre', 'creado_en', '-creado_en'])(
    'pages by %s give every client once',
    async (orden) => {
      const whole = await adm.call(contrato.listar, { query: { limite: 200, orden } })
      const ids: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: Record<string, string | number> = {
          limite: 3,
          orden,
          ...(cursor && { cursor }),
        }
        const { body } = await adm.call(contrato.listar, { query })
        ids.push(...body.items.map(({ id }) => id))
        cursor = body.siguiente
      }
      expect(ids).toEqual(whole.body.items.map(({ id }) => id))
    },
  )

  test('a cursor that is forged, or of other filters or of another user, is 400', async () => {
    const { body } = await adm.call(contrato.listar, { query: { limite: 2 } })
    const cursor = body.siguiente as string
    const forged = `${Buffer.from('[1]').toString('base64url')}.${cursor.split('.')[1]}`
    const caj = await app.signedIn('caj')
    expect((await adm.call(contrato.listar, { query: { cursor } })).status).toBe(200)
    expect((await adm.call(contrato.listar, { query: { cursor: forged } })).status).toBe(400)
    expect((await adm.call(contrato.listar, { query: { cursor, estado: 'activo' } })).status).toBe(
      400,
    )
    expect((await caj.call(contrato.listar, { query: { cursor } })).status).toBe(400)
  })

  test.each(['limite=0', 'limite=201', 'orden=id', 'estado=x', 'otro=1'])(
    '?%s is refused',
    async (query) => {
      expect((await adm.raw('GET', `/api/clientes?${query}`)).status).toBe(400)
    },
  )
})

test('among 20,000 clients, the search uses the trigram index and paging the name index', async () => {
  const pool = unaConexion(app.url)
  await pool.query(`
    INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, celular)
    SELECT 'natural', 'DNI', lpad(n::text, 8, '0'), md5(n::text), md5((n + 1)::text), '+519' || lpad(n::text, 8, '0')
    FROM generate_series(1, 20000) n`)
  await pool.query('VACUUM ANALYZE clientes')
  const asked: CompiledQuery[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      asked.push(query)
    },
  })
  const plan = async (which = -1) => {
    const { sql, parameters } = asked.at(which) as CompiledQuery
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  // Those who match are found, and then judged; a whole document is looked for first.
  await search(db, 'garcia')
  expect(await plan(-2)).toContain('Bitmap Index Scan on clientes_busqueda')
  for (const term of ['00000007', '00000007x']) {
    await search(db, term)
    expect(await plan(-2)).toContain('Index Scan using clientes_num_doc')
  }
  await leerFilas(db, list({}, 50, [10]))
  const page = await plan()
  expect(page).toContain('Index Scan using clientes_nombre')
  expect(page).toContain('Index Cond: (ROW(translate(lower(nombre)')
  await db.destroy()
})
