import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { claveDe } from '../../../../test/support/claves/clave.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

/* A key that takes the place of another one finds what that one registered, and nobody else does. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm } = casa
const { compra } = mostrador(casa)
const PERMISOS = [
  ...['compras-ventas:crear', 'cuentas:ajenas', 'clientes:editar'],
  ...['ordenes:crear', 'sucursales:todas'],
]

type Clave = Pick<Awaited<ReturnType<typeof claveDe>>, 'clave'>
const hacer = (nombre: string, de = adm, aprueba?: typeof adm) =>
  claveDe(app, de, PERMISOS, aprueba, null, nombre)
// Made while nobody else can say yes to them.
const vieja = await hacer('Tienda en línea')
const nueva = await hacer('TIENDA EN LINEA')
const ajena = await hacer('Tienda')
const otro = await app.signedIn('adm')

async function pedir({ clave }: Clave, url: string, idem: string, payload: object) {
  const answer = await app.http.inject({
    ...{ method: 'POST', url: `/api${url}`, payload },
    headers: { authorization: `Bearer ${clave}`, 'idempotency-key': idem },
  })
  const { id, codigo } = answer.json() as { id?: number; codigo?: string }
  const repetida = answer.headers['idempotency-replayed'] === 'true'
  return { status: answer.statusCode, repetida, id, codigo }
}

const CONFIRMADA = { confirmo_duplicado: true }
const operacion = (usd = '10.00', pen = '35.20') => compra(usd, pen, CONFIRMADA)
function ticket(usd = '20.00', pen = '70.40') {
  const items = [operacion(), operacion(usd, pen)].map(
    ({ cliente_id: _, confirmo_duplicado: __, ...linea }) => linea,
  )
  return { cliente_id: casa.clientes.ana, items, ...CONFIRMADA }
}
let clientes = 0
function cliente() {
  clientes += 1
  return {
    ...{ tipo_persona: 'natural', nombres: 'Rosa', apellidos: 'Prado', tipo_doc: 'DNI' },
    ...{ num_doc: String(45678900 + clientes), celular: '987654321', segmento: 'publico' },
  }
}

test.each([
  ['an operation of the counter', '/compras-ventas', operacion, () => operacion('11.00', '38.72')],
  ['a ticket', '/compras-ventas/tickets', ticket, () => ticket('30.00', '105.60')],
  ['an order', '/ordenes', casa.orden, () => casa.orden({ envia: '600.00' })],
  ['any other write', '/clientes', cliente, cliente],
])('%s of its predecessor is answered again; another body is refused', async (_, url, de, otro) => {
  const [idem, payload] = [randomUUID(), de()]
  const first = await pedir(vieja, url, idem, payload)
  expect(first).toMatchObject({ status: 201, repetida: false })
  expect(await pedir(nueva, url, idem, payload)).toEqual({ ...first, repetida: true })
  const refused = await pedir(nueva, url, idem, otro())
  expect(refused).toMatchObject({ status: 409, codigo: 'CLAVE_REUTILIZADA' })
  // While both are in use, the older one finds what the newer one registered.
  const [luego, suyo] = [randomUUID(), de()]
  const second = await pedir(nueva, url, luego, suyo)
  expect(second).toMatchObject({ status: 201, repetida: false })
  expect(await pedir(vieja, url, luego, suyo)).toEqual({ ...second, repetida: true })
})

test('asked by both at once, it is done once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [idem, payload] = [randomUUID(), operacion()]
    const all = await Promise.all(
      [vieja, nueva, vieja, nueva].map((each) => pedir(each, '/compras-ventas', idem, payload)),
    )
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  }
})

test('whoever makes such a key, and who says yes to it, reads what it finds', async () => {
  const RECONOCE = 'Reconoce lo que registró la anterior de ese nombre.'
  expect([vieja, nueva, ajena].map(({ dicho }) => dicho.includes(RECONOCE))).toEqual([
    ...[false, true, false],
  ])
  await hacer('tienda', adm, otro)
  const [visto] = await comoDueno<{ detalle: string }>(
    app.url,
    'SELECT detalle FROM vistos ORDER BY id DESC LIMIT 1',
  )
  expect(visto?.detalle).toContain(`registró la clave …${ajena.clave.slice(-4)}`)
})

test('another program, another person’s key of that name, and the person himself register their own', async () => {
  const suya = await hacer('Tienda en línea', otro, adm)
  const [idem, payload] = [randomUUID(), operacion()]
  const ids = [(await pedir(vieja, '/compras-ventas', idem, payload)).id]
  for (const each of [ajena, suya]) {
    const made = await pedir(each, '/compras-ventas', idem, payload)
    expect(made).toMatchObject({ status: 201, repetida: false })
    ids.push(made.id)
  }
  const mia = await adm.call(compras.crear, { body: payload, clave: idem })
  expect(mia.status).toBe(201)
  expect(new Set([...ids, mia.body.id]).size).toBe(4)
})

test('after the answers were deleted its predecessor’s key still has one effect, and the old key may be gone', async () => {
  const casos = [
    ['/compras-ventas', randomUUID(), operacion()],
    ['/compras-ventas/tickets', randomUUID(), ticket()],
    ['/ordenes', randomUUID(), casa.orden()],
  ] as const
  for (const [url, idem, payload] of casos)
    expect((await pedir(vieja, url, idem, payload)).status).toBe(201)
  const revocada = { params: { id: vieja.id }, body: { motivo: 'La reemplaza otra' } }
  expect((await adm.call(contrato.revocar, revocada)).status).toBe(200)
  for (const [url, idem, payload] of casos) {
    expect((await pedir(vieja, url, idem, payload)).status).toBe(401)
    expect(await pedir(nueva, url, idem, payload)).toMatchObject({ status: 201, repetida: true })
  }
  await comoDueno(app.url, 'DELETE FROM idempotencia')
  for (const [url, idem, payload] of casos) {
    expect(await pedir(nueva, url, idem, payload)).toMatchObject({
      status: 409,
      codigo: 'DUPLICADO',
    })
    expect(await pedir(ajena, url, idem, payload)).toMatchObject({ status: 201 })
  }
})
