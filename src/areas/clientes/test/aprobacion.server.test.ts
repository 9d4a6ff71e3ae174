import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { campos, contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { adm } = casa
const { compra } = mostrador(casa)
const oficial = await app.signedIn('cum')
const cajera = await app.signedIn('caj')

let documento = 60_000_000
const PEP = { pep: true, pep_cargo: 'Alcalde', pep_entidad: 'Municipalidad' }
async function crear(more: object = {}): Promise<number> {
  documento += 1
  const natural = {
    tipo_persona: 'natural',
    tipo_doc: 'DNI',
    num_doc: String(documento),
    nombres: 'Luis',
    apellidos: 'Rojas',
    fecha_nac: '1980-01-31',
    celular: '987654321',
    segmento: 'publico',
  }
  const { status, body } = await adm.call(contrato.crear, { body: { ...natural, ...more } })
  expect(status).toBe(201)
  return body.id
}
const ver = async (id: number) => (await oficial.call(contrato.obtener, { params: { id } })).body
async function editar(id: number, cambio: object): Promise<string> {
  const actual = (await ver(id)) as unknown as Record<string, unknown>
  const own = Object.fromEntries(Object.keys(campos).map((name) => [name, actual[name]]))
  const body = { ...own, version: actual.version, ...cambio }
  const answer = await adm.call(contrato.editar, { params: { id }, body })
  expect(answer.status).toBe(200)
  return answer.body.message
}
const nota = 'Se revisó su cargo y el origen de sus fondos.'
async function aprobar(id: number, quien = oficial) {
  const { version } = await ver(id)
  return quien.call(contrato.aprobar, { params: { id }, body: { nota, version } })
}
/** Buys dollars from the client; keeps the test's rates in force on that day. */
async function opera(id: number, dolares: string, soles: string): Promise<string | number> {
  const answer = await adm.call(comprasVentas.crear, {
    body: { ...compra(dolares, soles, { cliente_id: id }), confirmo_duplicado: true },
  })
  return answer.error.codigo ?? answer.status
}
const chica = (id: number) => opera(id, '100.00', '352.00')
const lista = async () =>
  (await oficial.call(contrato.listar, { query: { revisar: 'aprobar' } })).body.items.map(
    ({ id }) => id,
  )
const campana = async (quien = oficial) =>
  (await quien.call(notificaciones.listar)).body.find(
    ({ clave }) => clave === 'clientes-por-aprobar',
  )?.cuantos

test.each([
  ['a politically exposed person', PEP, 'es una persona expuesta políticamente'],
  ['a high risk', { riesgo: 'alto' }, 'su riesgo es alto'],
  [
    'a company',
    {
      tipo_persona: 'juridica',
      tipo_doc: 'RUC',
      num_doc: '20999000020',
      nombres: null,
      apellidos: null,
      fecha_nac: null,
      razon_social: 'Comercial S.A.C.',
    },
    'es una empresa',
  ],
])(
  '%s operates small amounts, and from the threshold on once approved',
  async (_, more, porque) => {
    const id = await crear(more)
    expect(await lista()).toContain(id)
    expect(await chica(id)).toBe(201)
    // The month's second operation reaches US$ 200.
    const refused = await adm.call(comprasVentas.crear, {
      body: { ...compra('100.00', '352.00', { cliente_id: id }), confirmo_duplicado: true },
    })
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { codigo: 'APROBACION_CLIENTE', detalle: { cliente_id: id } },
    ])
    expect(refused.error.message).toMatch(
      new RegExp(`necesita la aprobación de cumplimiento .* US\\$ 200 en el mes: ${porque}\\.$`),
    )
    expect((await aprobar(id)).body.message).toBe('Cliente aprobado: ya puede operar.')
    expect(await chica(id)).toBe(201)
    expect(await lista()).not.toContain(id)
    const d = await ver(id)
    expect([d.por_aprobar, d.reforzado, d.aprobacion]).toEqual([
      false,
      true,
      {
        en: '2025-11-20T15:00:00.000Z',
        por: 'Ana Quispe',
        nota,
        vence: '2026-11-20T15:00:00.000Z',
      },
    ])
    expect(d.historial[0]).toMatchObject({ accion: 'aprobar' })
  },
)

test('only users with the permission approve, only a client who needs it, and only the reviewed version', async () => {
  const [id, otro] = [await crear(PEP), await crear()]
  expect((await aprobar(id, cajera)).status).toBe(403)
  expect((await aprobar(otro)).error.errors?.[0]?.msg).toMatch(/no necesita aprobación/)
  const stale = { nota, version: (await ver(id)).version }
  await editar(id, { direccion: 'Jr. Camaná 200' })
  const refused = await oficial.call(contrato.aprobar, { params: { id }, body: stale })
  expect([refused.status, refused.error.codigo]).toEqual([409, 'VERSION'])
  expect((await ver(id)).por_aprobar).toBe(true)
  expect(
    (await oficial.call(contrato.aprobar, { params: { id }, body: { ...stale, nota: 'ok' } }))
      .status,
  ).toBe(400)
})

test('an approval holds for this person at this risk: a change requires a new one', async () => {
  const id = await crear(PEP)
  await aprobar(id)
  expect(await editar(id, { direccion: 'Jr. Camaná 200' })).toBe('Cliente actualizado.')
  expect((await ver(id)).por_aprobar).toBe(false)
  expect(await editar(id, { pep_cargo: 'Ministro' })).toMatch(/cumplimiento lo apruebe/)
  expect((await ver(id)).aprobacion).toBeNull()
  const simple = await crear()
  expect(await editar(simple, PEP)).toMatch(/cumplimiento lo apruebe/)
})

test('it expires after the term of the setting, and the bell reports who needs one', async () => {
  const id = await crear(PEP)
  const before = (await campana()) ?? 0
  await aprobar(id)
  expect((await campana()) ?? 0).toBe(before - 1)
  expect(await campana(cajera)).toBeUndefined()
  const exigir = () =>
    sql`SELECT clientes_admitir(${id}, 1000, fecha_negocio(ahora()))`.execute(app.db)
  app.setClock('2026-11-20T14:59:59Z')
  await exigir()
  app.setClock('2026-11-20T15:00:00Z')
  await expect(exigir()).rejects.toThrow('APROBACION_CLIENTE')
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = '0' WHERE clave = 'aprobacion_cliente_meses'",
  )
  await exigir()
  app.setClock('2025-11-20T15:00:00Z')
  const d = await ver(id)
  expect([d.por_aprobar, d.aprobacion?.vence]).toEqual([false, null])
})

test('the database refuses an approval without a note, or for a client who needs none', async () => {
  const [pep, otro] = [await crear(PEP), await crear()]
  const put = (id: number, con: string | null) =>
    sql`UPDATE clientes SET aprobado_en = ahora(), aprobado_nota = ${con} WHERE id = ${id}`.execute(
      app.db,
    )
  for (const [id, con] of [
    [pep, null],
    [pep, 'corta'],
    [otro, nota],
  ] as const)
    await expect(put(id, con)).rejects.toThrow('clientes_aprobacion')
})

test('an amount of unknown value exceeds every limit of a client', async () => {
  for (const limite of ['limite_dia', 'limite_mes']) {
    const id = await crear({ [limite]: '1000000.00' })
    const exigir = sql`SELECT clientes_admitir(${id}, NULL, fecha_negocio(ahora()))`
    await expect(exigir.execute(app.db)).rejects.toThrow('LIMITE_EXCEDIDO')
  }
})
