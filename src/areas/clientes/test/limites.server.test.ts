import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { type RefusalCode, sentence } from '../../../core/errors.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* What the screen says that a client may still move is what the refusals let pass, to the cent. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm } = casa
const { compra } = mostrador(casa)

await comoDueno(app.url, "UPDATE ajustes SET valor = '5000' WHERE clave = 'umbral_declaracion_usd'")

const LLENA = {
  fecha_nac: '1980-01-31',
  direccion: 'Av. Arequipa 1234',
  distrito: 'Lince',
  ocupacion: 'Comerciante',
  origen_fondos: 'Ventas de su negocio',
}
let documento = 62_000_000
async function crear(more: Record<string, unknown> = {}): Promise<number> {
  documento += 1
  const { status, body, error } = await adm.call(contrato.crear, {
    body: {
      tipo_persona: 'natural',
      tipo_doc: 'DNI',
      num_doc: String(documento),
      nombres: 'Luis',
      apellidos: `Rojas ${'abcdefghijklmnopqrstuvwxyz'[documento % 26]}`,
      celular: `9${documento}`,
      segmento: 'publico',
      ...more,
    },
  })
  expect([status, error.errors]).toEqual([201, undefined])
  return body.id
}
const limites = async (id: number, quien: Client = adm) =>
  (await quien.call(contrato.limites, { params: { id } })).body
/** The refusal of an amount in dollars; null when it passes. */
async function reparo(id: number, usd: string): Promise<string | null> {
  const asked = sql`SELECT clientes_admitir(${id}, ${usd}::numeric, fecha_negocio(ahora()))`
  const error = (await asked.execute(app.db).catch((e: unknown) => e)) as { message?: string }
  return error.message ?? null
}
const bloquear = (estado: string) => (id: number) =>
  sql`UPDATE clientes SET estado = ${estado}, motivo_estado = 'Prueba' WHERE id = ${id}`.execute(
    app.db,
  )
const opera = async (id: number, dolares = '100.00', soles = '352.00', quien: Client = adm) => {
  const { status } = await quien.call(comprasVentas.crear, {
    body: { ...compra(dolares, soles, { cliente_id: id }), confirmo_duplicado: true },
  })
  expect(status).toBe(201)
}

type Caso = [
  que: string,
  ficha: Record<string, unknown>,
  antes: (id: number) => Promise<unknown>,
  libre: string | null,
  motivos: string[],
  refusal: string | null,
]
const nada = async () => {}
/** What the bars of the page show. */
const BARRAS = ['dia', 'mes', 'ficha', 'identidad', 'aprobacion']
const CASOS: Caso[] = [
  ['of whom nothing lacks', LLENA, nada, null, [], null],
  [
    'without a birth date',
    { ...LLENA, fecha_nac: null },
    nada,
    '199.99',
    ['identidad'],
    'IDENTIFICACION_REQUERIDA',
  ],
  [
    'whose file is not complete',
    { fecha_nac: '1980-01-31' },
    nada,
    '4999.99',
    ['ficha'],
    'IDENTIFICACION_REQUERIDA',
  ],
  [
    'who moved US$ 100 this month',
    { fecha_nac: '1980-01-31' },
    opera,
    '4899.99',
    ['ficha'],
    'IDENTIFICACION_REQUERIDA',
  ],
  [
    'whose document expired',
    { ...LLENA, vence_doc: '2025-11-19' },
    nada,
    '199.99',
    ['documento'],
    'DOCUMENTO_VENCIDO',
  ],
  [
    'who is exposed',
    { ...LLENA, pep: true, pep_cargo: 'Regidora', pep_entidad: 'MML' },
    nada,
    '199.99',
    ['aprobacion'],
    'APROBACION_CLIENTE',
  ],
  ['who is observed', LLENA, bloquear('observado'), '199.99', ['observado'], 'CLIENTE_OBSERVADO'],
  ['who is blocked', LLENA, bloquear('bloqueado'), '0.00', ['estado'], 'CLIENTE_BLOQUEADO'],
  ['who is not active', LLENA, bloquear('inactivo'), '0.00', ['estado'], 'INACTIVO'],
  [
    'with a limit a day',
    { ...LLENA, limite_dia: '300', limite_mes: '4000' },
    opera,
    '200.00',
    ['dia'],
    'LIMITE_EXCEDIDO',
  ],
  [
    'with a limit a month',
    { ...LLENA, limite_dia: '300', limite_mes: '350.50' },
    (id) => opera(id, '200.00', '704.00'),
    '100.00',
    ['dia'],
    'LIMITE_EXCEDIDO',
  ],
  [
    'whose month is used',
    { ...LLENA, limite_mes: '200' },
    (id) => opera(id, '200.00', '704.00'),
    '0.00',
    ['mes'],
    'LIMITE_EXCEDIDO',
  ],
]

test.each(CASOS)(
  'a client %s: what is left passes, a cent more is refused',
  async (_, ficha, antes, libre, motivos, refusal) => {
    const id = await crear(ficha)
    await antes(id)
    const said = await limites(id)
    expect([said.libre, said.motivos]).toEqual([libre, motivos])
    // What its bars say is left, the sentence under them says too, to the cent.
    const bars = [said.hoy.queda, said.mes.queda, said.nivel.queda].flatMap((each) => each ?? [])
    const binds = motivos.every((each) => BARRAS.includes(each)) && motivos.length > 0
    if (binds) expect(bars.toSorted((a, b) => decimal(a).cmp(b))[0]).toBe(libre)
    if (libre === null) {
      expect(await reparo(id, '1000000')).toBeNull()
      return
    }
    if (libre !== '0.00') expect(await reparo(id, libre)).toBeNull()
    expect(await reparo(id, texto(decimal(libre).plus('0.01'), 2))).toBe(refusal)
  },
)

test.each([
  ['without a birth date', {}, '200.00'],
  ['who is identified', { fecha_nac: '1980-01-31' }, '5000.00'],
  ['who waits for an approval', { ...LLENA, riesgo: 'alto' }, '200.00'],
  ['of whom nothing lacks', LLENA, null],
])('the level of a client %s allows less than %j', async (_, ficha, hasta) => {
  const queda = hasta && texto(decimal(hasta).minus('0.01'), 2)
  expect((await limites(await crear(ficha))).nivel).toEqual({ hasta, queda })
})

test('a refusal says what lacks, of whom, and its threshold as it is written everywhere (R-343)', async () => {
  const said = async (fields: Record<string, unknown>, usd: number) => {
    const asked = sql`SELECT clientes_admitir(${await crear(fields)}, ${usd}, fecha_negocio(ahora()))`
    const cause = (await asked.execute(app.db).catch((e: unknown) => e)) as {
      message: string
      detail: string
    }
    return sentence(cause.message as RefusalCode, JSON.parse(cause.detail))
  }
  expect(await said({ fecha_nac: '1980-01-31' }, 6000)).toMatch(
    /^Desde US\$ 5,000 en el mes, la ficha de \S.+ debe tener: dirección, distrito, ocupación, origen de los fondos\.$/,
  )
  expect(await said({}, 300)).toMatch(
    /^Desde US\$ 200 en el mes, la ficha de \S.+ debe tener: fecha de nacimiento\.$/,
  )
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = '1200.5' WHERE clave = 'umbral_identificacion_usd'",
  )
  const nobody = sql`SELECT clientes_admitir(NULL, 1300, fecha_negocio(ahora()))`
  const cause = (await nobody.execute(app.db).catch((e: unknown) => e)) as { detail: string }
  expect(sentence('IDENTIFICACION_REQUERIDA', JSON.parse(cause.detail))).toBe(
    'Desde US$ 1,200.50 se necesita identificar al cliente.',
  )
  await comoDueno(
    app.url,
    "UPDATE ajustes SET valor = '200' WHERE clave = 'umbral_identificacion_usd'",
  )
})

test('who resembles a blocked client may move nothing', async () => {
  const malo = await crear({ ...LLENA, apellidos: 'Huamán Soto' })
  const igual = await crear({ ...LLENA, apellidos: 'Huamán Soto' })
  await bloquear('bloqueado')(malo)
  expect(await limites(igual)).toMatchObject({ libre: '0.00', motivos: ['parecido'] })
  expect(await reparo(igual, '0.01')).toBe('CLIENTE_PARECIDO')
})

test('the day and the month are told apart, and a client who is not there is not found', async () => {
  const id = await crear({ ...LLENA, limite_mes: '900' })
  await opera(id)
  app.setClock('2025-11-21T15:00:00Z')
  const [otra, caj] = [await app.signedIn('adm'), await app.signedIn('caj')]
  await opera(id, '50.00', '176.00', otra)
  expect(await limites(id, caj)).toEqual({
    hoy: { operado: '50.00', limite: null, queda: null },
    mes: { operado: '150.00', limite: '900.00', queda: '750.00' },
    nivel: { hasta: null, queda: null },
    libre: '750.00',
    motivos: ['mes'],
    por_verificar: 0,
    ordenes_abiertas: 0,
  })
  const { status } = await otra.call(contrato.limites, { params: { id: 999_999 } })
  expect(status).toBe(404)
})
