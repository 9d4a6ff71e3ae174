import { afterAll, expect, test } from 'vitest'
import { PEN, USDT, VES } from '../../../../test/support/areas/casa.ts'
import { montarTesoreria } from '../../../../test/support/areas/transferencias.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conVisto } from '../../../../test/support/vistos.ts'
import { plantillas } from '../../../main.app.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as avisos } from '../../notificaciones/contract.ts'
import { redactar } from '../../telegram/envio/redactar.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const casa = await montarTesoreria(app)
const { adm, caj, cuentas, mas, transferir, dueno } = casa

afterAll(async () => {
  expect((await verificar(app.db)).diferencia).toBeNull()
})

const numeros = async (query: Record<string, string>, quien = adm) =>
  (await quien.call(contrato.listar, { query })).body.items.map(({ numero }) =>
    Number(numero.slice(-6)),
  )

const uno = await transferir({
  tipo: 'interna',
  origen_id: cuentas.cajaPen,
  destino_id: mas.otraPen,
  monto: '100.00',
  referencia: 'Sobre 17',
})
await transferir({
  tipo: 'conversion',
  origen_id: mas.usdt,
  destino_id: mas.ves,
  monto: '100.00',
  tasa: '206',
  comision_origen: '1.00',
  comision_destino: '5.00',
})
await transferir({
  tipo: 'tercero',
  origen_id: cuentas.bcpPen,
  monto: '50.00',
  concepto: 'proveedor',
  tercero: 'Imprenta Ñandú',
  comision_origen: '2.00',
})
const anulada = await transferir({
  tipo: 'interna',
  origen_id: cuentas.cajaPen,
  destino_id: mas.boveda,
  monto: '70.00',
})
await adm.call(contrato.anular, {
  params: { id: anulada.body.id },
  body: { motivo: 'Error de digitación' },
})

test.each<[query: Record<string, string>, expected: number[]]>([
  [{}, [4, 3, 2, 1]],
  [{ orden: 'fecha' }, [1, 2, 3, 4]],
  [{ tipo: 'conversion' }, [2]],
  [{ estado: 'enviada' }, [1]],
  [{ estado: 'anulada' }, [4]],
  [{ cuenta_id: String(mas.otraPen) }, [1]],
  [{ cuenta_id: String(cuentas.cajaPen) }, [4, 1]],
  [{ moneda_id: String(VES) }, [2]],
  [{ moneda_id: String(PEN) }, [4, 3, 1]],
  [{ usuario_id: String(adm.usuario_id) }, [4, 3, 2, 1]],
  [{ usuario_id: String(caj.usuario_id) }, []],
  [{ buscar: 'sobre 17' }, [1]],
  [{ buscar: 'nandu' }, [3]],
  [{ buscar: 'binance' }, [2]],
  [{ buscar: '000003' }, [3]],
  [{ desde: '2020-01-01', hasta: '2020-12-31' }, []],
  [{ desde: '2020-01-01' }, [4, 3, 2, 1]],
])('the list filtered by %j', async (query, expected) => {
  expect(await numeros(query)).toEqual(expected)
})

test('only the receiver finds a transfer under `por_recibir`', async () => {
  expect(await numeros({ por_recibir: '1' }, caj)).toEqual([1])
  expect(await numeros({ por_recibir: '1' })).toEqual([])
  const bell = async (quien = adm) =>
    (await quien.call(avisos.listar, {})).body.find(({ clave }) => clave === 'transferencias')
  expect(await bell()).toBeUndefined()
  expect(await bell(caj)).toMatchObject({
    cuantos: 1,
    riesgo: '100.00',
    filtro: { por_recibir: '1' },
  })
})

test('pages follow each other without gap or repetition', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string> = { limite: '1', ...(cursor && { cursor }) }
    const { body } = await adm.call(contrato.listar, { query })
    seen.push(...body.items.map(({ numero }) => numero))
    cursor = body.siguiente
  } while (cursor)
  expect(seen).toHaveLength(4)
  expect(new Set(seen).size).toBe(4)
})

test('totals are per currency and leave out annulled transfers', async () => {
  const { body } = await adm.call(contrato.totales, {})
  expect(body).toEqual([
    {
      moneda_id: VES,
      sale: '0.00',
      entra: '20600.00',
      comisiones: '5.00',
      en_camino: '0.00',
      transferencias: 1,
    },
    {
      moneda_id: PEN,
      sale: '150.00',
      entra: '0.00',
      comisiones: '2.00',
      en_camino: '100.00',
      transferencias: 2,
    },
    {
      moneda_id: USDT,
      sale: '100.00',
      entra: '0.00',
      comisiones: '1.00',
      en_camino: '0.00',
      transferencias: 1,
    },
  ])
  const one = await adm.call(contrato.totales, { query: { moneda_id: String(USDT) } as never })
  expect(one.body.map(({ moneda_id }) => moneda_id)).toEqual([USDT])
})

test('only users with the permission see cost and entries', async () => {
  const { body } = await caj.call(contrato.obtener, { params: { id: uno.body.id } })
  for (const key of ['costo', 'gasto', 'ganancia', 'apuntes']) expect(body).not.toHaveProperty(key)
  const { body: all } = await adm.call(contrato.obtener, { params: { id: uno.body.id } })
  expect(all.apuntes?.length).toBe(2)
})

test('the form offers a cashier his own accounts as origin, and a treasurer all', async () => {
  const own = async (quien = adm) =>
    (await quien.call(contrato.opciones, {})).body.cuentas
      .filter(({ origen }) => origen)
      .map(({ id }) => id)
  expect(new Set(await own(caj))).toEqual(new Set([mas.otraPen, mas.otraUsd]))
  expect((await own()).length).toBe(10)
})

test('a voucher proves one transfer, needs a yes when used again, and is readable by users who see transfers', async () => {
  const PDF = Buffer.from('%PDF-1.4 comprobante')
  const headers = { 'content-type': 'application/pdf' }
  const up = (path: string, file = PDF) =>
    adm.raw('POST', `/api/transferencias${path}?nombre=op.pdf`, file, headers)
  const sent = (await up('/comprobantes')).body as { id: number; repetido: unknown }
  expect(sent.repetido).toBeNull()
  const made = await transferir({
    tipo: 'interna',
    origen_id: cuentas.cajaPen,
    destino_id: mas.boveda,
    monto: '5.00',
    comprobantes: [sent.id],
  })
  expect(made.status).toBe(201)
  const params = { id: made.body.id }
  const again = (await up('/comprobantes')).body as { repetido: { numero: string } }
  expect(again.repetido.numero).toBe(made.body.numero)
  const otra = await app.signedIn('adm')
  const second = await conVisto(otra, () => up(`/${uno.body.id}/comprobantes`))
  expect(second.status).toBe(201)
  // The same file again is the same voucher.
  expect((await up(`/${uno.body.id}/comprobantes`)).status).toBe(201)
  const { body } = await adm.call(contrato.obtener, { params: { id: uno.body.id } })
  expect(body.comprobantes).toMatchObject([{ nombre: 'op.pdf', repetidos: [{ id: made.body.id }] }])
  const down = await caj.raw('GET', `/api/transferencias/comprobantes/${sent.id}`)
  expect(down.status).toBe(200)
  for (let n = 1; n < 5; n += 1) {
    const other = await up(`/${uno.body.id}/comprobantes`, Buffer.from(`%PDF-1.4 número ${n}`))
    expect(other.status).toBe(201)
  }
  const sixth = await up(`/${uno.body.id}/comprobantes`, Buffer.from('%PDF-1.4 uno más'))
  expect(sixth.status).toBe(400)
  await adm.call(contrato.anular, { params, body: { motivo: 'Error de digitación' } })
  expect((await up(`/${made.body.id}/comprobantes`, Buffer.from('%PDF-1.4 tarde'))).status).toBe(
    409,
  )
})

test('each print is counted', async () => {
  const print = () => adm.call(contrato.imprimir, { params: { id: uno.body.id } })
  expect([(await print()).body.impresiones, (await print()).body.impresiones]).toEqual([1, 2])
})

test('a difference is announced on Telegram, an exact count is not', async () => {
  const salidas = () =>
    dueno("SELECT datos FROM telegram_salida WHERE evento = 'transferencia_diferencia'")
  const params = { id: uno.body.id }
  const body = { contado: '80.00', nota: 'Faltó un billete de 20' }
  expect((await caj.call(contrato.recibir, { params, body })).status).toBe(200)
  const [row, ...more] = (await salidas()) as { datos: object[] }[]
  expect(more).toEqual([])
  const text = await redactar(plantillas, app.db, 'transferencia_diferencia', {
    noticias: row?.datos as never,
    fecha: new Date().toISOString(),
    gerencia: false,
    nombre: 'Transferencia recibida con diferencia',
  })
  expect(text).toBe(
    `<b>Faltante en ${uno.body.numero}</b>\nCaja soles envió S/ 100.00 a Caja 2 soles y se contaron S/ 80.00: faltan S/ 20.00.\nRecibió Ana Quispe\nExplicación: Faltó un billete de 20`,
  )
  const exact = await transferir({
    tipo: 'interna',
    origen_id: cuentas.cajaPen,
    destino_id: mas.otraPen,
    monto: '10.00',
  })
  await caj.call(contrato.recibir, { params: { id: exact.body.id }, body: { contado: '10.00' } })
  expect(await salidas()).toHaveLength(1)
})
