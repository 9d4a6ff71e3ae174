import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { montarAgenda } from '../../../test/support/areas/agenda.ts'
import { conRegla } from '../../../test/support/areas/comisiones.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { ejemplo, formaDe, huella, llamadas } from '../../../test/support/servidor/entradas.ts'
import { competidores } from '../../areas/competidores/contract.ts'
import { contrato as sucursales } from '../../areas/sucursales/contract.ts'
import type { Endpoint } from '../../core/contract.ts'
import { guarded, tagged } from './version.ts'

const app = await startTestApp()
const { adm, crear, nuevo } = await montarAgenda(app)
await crear(nuevo())
await conRegla(adm, { desde: '2099-01-01' })
const sucursal = { nombre: 'Lima Centro', direccion: null, telefono: null }
await adm.call(sucursales.crear, { body: sucursal })
await adm.call(competidores.contrato.crear, { body: { nombre: 'Otra casa' } })
await sql`INSERT INTO servicio_reglas (nombre, fija) VALUES ('Todo', 1)`.execute(app.db)
const otra = await app.signedIn('adm')

/** The path that reads the edited row, without its id, which is also its name in the database and in the audit. */
const lecturas = new Set(llamadas.filter(([, e]) => tagged(e)).map(([, { path }]) => path))
const filasDe = ({ path }: Endpoint) =>
  (lecturas.has(path) ? path.slice(1, -'/:id'.length) : path.split('/')[1]) as string
const entidadDe = (endpoint: Endpoint) => filasDe(endpoint).replaceAll('/', '-')
const areaOf = ({ path }: Endpoint) => path.split('/')[1] as string
/** Parts of an area that no call reads by id: their area tests them. */
const PARTES = ['PUT /telegram/chats/:id', 'PUT /pares-divisas/fuentes/:id', 'PUT /vistas/:id']
/** Documents change only through actions, each guarded by the document's state: they cannot be edited. */
const DOCUMENTOS = ['compras-ventas', 'transferencias', 'ordenes', 'cierres', 'gastos']
const editables = llamadas.filter(
  ([nombre, endpoint]) => guarded(endpoint) && !PARTES.includes(nombre),
)
const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject).shape
const fields = (schema: z.ZodType) => Object.keys(shapeOf(schema))
/** Whether a body accepts a value as it was read; reading may give more, as the verifier's name for a boolean. */
const admits = (schema: z.ZodType, name: string, value: unknown) =>
  value !== undefined && (shapeOf(schema)[name] as z.ZodType).safeParse(value).success

/** A row of the call's area as it is read, and a body that changes nothing in it. */
async function fila(endpoint: Endpoint) {
  const table = sql.table(entidadDe(endpoint).replaceAll('-', '_'))
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${table} ORDER BY id LIMIT 1`.execute(
    app.db,
  )
  const id = rows[0]?.id as number
  const { body: row, headers } = await adm.raw('GET', `/api/${filasDe(endpoint)}/${id}`)
  const stored = row as unknown as Record<string, unknown>
  const forma = formaDe(endpoint.body)
  const made = ejemplo(forma) as Record<string, unknown>
  const own = fields(endpoint.body)
    .filter((name) => name in stored || forma.required?.includes(name))
    .map((name) => [name, admits(endpoint.body, name, stored[name]) ? stored[name] : made[name]])
  const { version: _, ...body } = Object.fromEntries(own) as Record<string, unknown>
  const path = `/api${endpoint.path.replace(':id', String(id))}`
  return { id, path, body, version: stored.version as number, etag: headers.etag }
}

const saved = (area: string, id: number, usuario_id: number) =>
  sql`SELECT auditar(${JSON.stringify({ usuario_id })}::jsonb, 'editar', ${area}, ${String(id)}, '{}', '{}')`.execute(
    app.db,
  )

test('the test covers many areas with rows that two users may edit', () => {
  expect(editables.length).toBeGreaterThanOrEqual(9)
})

test.each(editables)('%s refuses a stale version and tells who saved it', async (_, endpoint) => {
  const { id, path, body, version } = await fila(endpoint)
  await saved(entidadDe(endpoint), id, otra.usuario_id)
  const before = await huella(app)
  for (const stale of [version - 1, version + 1]) {
    const { status, error } = await adm.raw('PUT', path, { ...body, version: stale })
    expect([status, error.codigo]).toEqual([409, 'VERSION'])
    expect(error.detalle).toMatchObject({ version, por: 'Ana Quispe', actual: { id, version } })
    expect(String(error.detalle?.cuando)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(error.message).toBe(
      'Ana Quispe guardó cambios hace un momento. Compare y vuelva a guardar.',
    )
  }
  expect(await huella(app)).toBe(before)
})

test.each(editables)('%s accepts the version as If-Match too', async (_, endpoint) => {
  const { path, body, version, etag } = await fila(endpoint)
  expect(etag).toBe(`"v${version}"`)
  const send = async (tag: string, extra: object = {}) => {
    const { status, error } = await adm.raw('PUT', path, { ...body, ...extra }, { 'if-match': tag })
    return [status, error.codigo, error.errors?.[0]?.campo]
  }
  expect(await send(`"v${version + 1}"`)).toEqual([409, 'VERSION', undefined])
  for (const tag of [
    '*',
    `W/"v${version}"`,
    `"v${version}", "v1"`,
    `v${version}`,
    '"v1.5"',
    '""',
  ]) {
    expect([tag, ...(await send(tag))]).toEqual([tag, 400, 'VALIDACION', 'If-Match'])
  }
  expect(await send(`"v${version}"`, { version: version + 1 })).toEqual([
    400,
    'VALIDACION',
    'If-Match',
  ])
  // The version that was read is accepted; the area may still refuse for another reason.
  const [, codigo, campo] = await send(String(etag))
  expect([codigo === 'VERSION', campo === 'version', campo === 'If-Match']).toEqual([
    false,
    false,
    false,
  ])
})

test('reading a row with a version answers an ETag; lists and writes do not', async () => {
  const details = llamadas.filter(([, endpoint]) => tagged(endpoint))
  expect(new Set(details.map(([, e]) => areaOf(e)))).toEqual(
    new Set([...editables.map(([, e]) => areaOf(e)), ...DOCUMENTOS]),
  )
  expect((await adm.raw('GET', '/api/clientes')).headers.etag).toBeUndefined()
})

test('If-Match on a call without versions is refused, not ignored', async () => {
  const before = await huella(app)
  for (const path of ['/api/monedas/estatus/3', '/api/clientes/estado/1']) {
    const { status, error } = await adm.raw('PUT', path, {}, { 'if-match': '"v1"' })
    expect([status, error.errors?.[0]?.campo]).toEqual([400, 'If-Match'])
  }
  expect(await huella(app)).toBe(before)
})

test('a conflict with one’s own other window says so; an author unknown to the audit is another person', async () => {
  const stale = async (id: number) => {
    const { body } = await adm.raw('GET', `/api/tipos-pagos/${id}`)
    const { id: _, estatus: __, ...row } = body as unknown as Record<string, unknown>
    return (await adm.raw('PUT', `/api/tipos-pagos/${id}`, { ...row, version: 99 })).error
  }
  expect((await stale(2)).detalle).toMatchObject({ por: 'Otra persona', cuando: null })
  expect((await stale(2)).message).toBe(
    'Otra persona guardó cambios antes que usted. Compare y vuelva a guardar.',
  )
  await saved('tipos-pagos', 2, adm.usuario_id)
  expect((await stale(2)).message).toBe(
    'Usted guardó cambios hace un momento en otra ventana. Compare y vuelva a guardar.',
  )
})

test('the API document describes the headers of its calls', async () => {
  const { body } = await adm.raw('GET', '/api/openapi.json')
  type Call = {
    parameters?: { name: string; in: string; required?: boolean }[]
    responses: Record<string, { headers?: object }>
  }
  const { paths } = body as unknown as { paths: Record<string, Record<string, Call>> }
  const headers = (call?: Call) =>
    call?.parameters?.filter((p) => p.in === 'header').map((p) => [p.name, p.required ?? false])
  const cliente = paths['/api/clientes/{id}']
  expect(headers(cliente?.put)).toEqual([
    ['If-Match', false],
    ['Idempotency-Key', false],
    ['X-Moneda-Supuesta', false],
  ])
  expect(Object.keys(cliente?.get?.responses['200']?.headers ?? {})).toEqual([
    'ETag',
    'RateLimit-Policy',
    'RateLimit',
  ])
  expect(headers(paths['/api/compras-ventas']?.post)).toEqual([
    ['Idempotency-Key', true],
    ['X-Moneda-Supuesta', false],
  ])
})
