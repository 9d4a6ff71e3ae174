import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { PEN, saldos, USD, VES } from '../../../test/support/areas/casa.ts'
import { type Client, startTestApp } from '../../../test/support/servidor/app.ts'
import { confirmarse } from '../../../test/support/vistos.ts'
import { contrato as posiciones } from '../posiciones/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
let adm: Client
let cci: number
let ve20: number
let billetera: number

let names = 0
const caja = (more: object = {}) => {
  names += 1
  return {
    nombre: `Caja ${names}`,
    tipo: 'caja',
    moneda_id: PEN,
    pais: 'pe',
    titular: 'Casa',
    ...more,
  }
}
const crear = async (more: object = {}) => {
  const { status, body, error } = await adm.call(contrato.crear, { body: caja(more) })
  expect(error.errors).toBeUndefined()
  expect(status).toBe(201)
  return body.id
}
const obtener = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body

async function entidad(row: {
  nombre: string
  codigo: string
  algoritmo?: string
  patron?: string
}) {
  const made = { pais: 'pe', tipo: 'banco', ...row }
  return (
    await app.db
      .insertInto('entidades_financieras')
      .values(made)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

beforeAll(async () => {
  app.setClock('2025-11-20T15:00:00Z')
  adm = await app.signedIn('adm')
  await confirmarse(adm)
  cci = await entidad({ nombre: 'BCP', codigo: '002', algoritmo: 'cci' })
  ve20 = await entidad({ nombre: 'Banesco', codigo: '0134', algoritmo: 've20' })
  billetera = await entidad({ nombre: 'Yape', codigo: 'YAPE', patron: '^9\\d{8}$' })
})

describe('opening balance', () => {
  test('US$ 10,000 at 3.51 are added to the position at 35,100 soles', async () => {
    const id = await crear({ moneda_id: USD, saldo_inicial: '10000', tasa_costo: '3.51' })
    expect(await obtener(id)).toMatchObject({
      saldo: '10000.00',
      comprometido: '0.00',
      disponible: '10000.00',
      costo_promedio: '3.510000',
      valor: '35100.00',
      con_movimientos: true,
      usado_hoy: { entra: '10000.00', sale: '0.00' },
    })
    const ledger = await saldos(app)
    expect(ledger).toMatchObject({
      'posicion:USD': '-10000.00',
      'contravalor:USD': '35100.00',
      capital: '-35100.00',
    })
    const { body } = await adm.call(posiciones.listar)
    expect(body).toMatchObject([
      {
        moneda: { iso: 'USD' },
        cantidad: '10000.00',
        costo: '35100.00',
        promedio: '3.510000',
        precio: null,
      },
    ])
    const { body: page } = await adm.call(contrato.movimientos, { query: { cuenta_id: id } })
    expect(page.items).toMatchObject([
      {
        tipo: 'ingreso',
        monto: '10000.00',
        saldo_antes: '0.00',
        saldo_despues: '10000.00',
        valor: '35100.00',
        concepto: 'Ajuste: saldo inicial · AJ-2025-000001',
        origen: 'ajustes-saldo',
        usuario: 'Ana Quispe',
      },
    ])
  })

  test('soles go to capital unchanged; without a balance there is no entry', async () => {
    const before = (await saldos(app)).capital
    await crear({ saldo_inicial: '18500.00' })
    const empty = await crear({ saldo_inicial: '0' })
    expect(Number((await saldos(app)).capital) - Number(before)).toBe(-18_500)
    expect(await obtener(empty)).toMatchObject({ saldo: '0.00', con_movimientos: false })
  })

  test('accounts of one currency add up to its cost to the cent', async () => {
    for (const saldo_inicial of ['333.33', '333.33', '0.31']) {
      await crear({ moneda_id: VES, saldo_inicial, tasa_costo: '0.0177' })
    }
    const { body } = await adm.call(contrato.totales)
    const ves = body.find(({ moneda }) => moneda.id === VES)
    const { body: rows } = await adm.call(posiciones.listar)
    expect(ves).toMatchObject({ cuentas: 3, saldo: '666.97' })
    expect(ves?.valor).toBe(rows.find(({ moneda }) => moneda.id === VES)?.costo)
  })

  test('ten requests with the same key open one account and get the same answer', async () => {
    const body = caja({ saldo_inicial: '100.00' })
    const clave = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => adm.call(contrato.crear, { body, clave })),
    )
    expect(new Set(answers.map((each) => JSON.stringify(each.body))).size).toBe(1)
    expect(answers.filter((each) => each.headers['idempotency-replayed'])).toHaveLength(9)
    const { body: rows } = await adm.call(contrato.listar)
    expect(rows.filter(({ nombre }) => nombre === body.nombre)).toMatchObject([{ saldo: '100.00' }])
    const other = await adm.call(contrato.crear, {
      body: { ...body, saldo_inicial: '1.00' },
      clave,
    })
    expect(other.error.codigo).toBe('CLAVE_REUTILIZADA')
  })

  test('without a key it is refused', async () => {
    expect((await adm.raw('POST', '/api/cuentas', caja())).status).toBe(400)
  })

  test.each([
    ['foreign without a rate', { moneda_id: USD, saldo_inicial: '10' }, 'tasa_costo'],
    ['soles with a rate', { saldo_inicial: '10', tasa_costo: '1' }, 'tasa_costo'],
    ['three decimals', { saldo_inicial: '10.005' }, 'saldo_inicial'],
    [
      'decimals of a peso',
      { moneda_id: 5, saldo_inicial: '1.5', tasa_costo: '1' },
      'saldo_inicial',
    ],
    ['1e400', { saldo_inicial: '1e400' }, 'saldo_inicial'],
    ['a currency that does not exist', { moneda_id: 999 }, 'moneda_id'],
    ['a currency beyond int4', { moneda_id: 9_007_199_254_740_991 }, undefined],
    ['an unknown field', { saldo: '5' }, 'saldo'],
  ])('%s is refused and nothing is stored', async (_, more, campo) => {
    const body = caja(more)
    const { status, error } = await adm.call(contrato.crear, { body })
    expect(status).toBe(400)
    if (campo) expect(error.errors?.[0]?.campo).toBe(campo)
    const { body: rows } = await adm.call(contrato.listar)
    expect(rows.some(({ nombre }) => nombre === body.nombre)).toBe(false)
  })
})

describe('number', () => {
  const banco = (entidad_id: number, numero: string) => caja({ tipo: 'banco', entidad_id, numero })

  test('is checked by its entity’s rules and stored without the dashes that people type', async () => {
    const { status, body } = await adm.call(contrato.crear, {
      body: banco(cci, '002-193-100000000101-15'),
    })
    expect(status).toBe(201)
    expect(await obtener(body.id)).toMatchObject({ numero: '00219310000000010115', entidad: 'BCP' })
    for (const [entidad_id, numero] of [
      [ve20, '01340001600000000101'],
      [billetera, '987654321'],
    ] as const) {
      expect((await adm.call(contrato.crear, { body: banco(entidad_id, numero) })).status).toBe(201)
    }
  })

  test('is refused with a wrong check digit, in another format or when already in use', async () => {
    for (const [entidad_id, numero] of [
      [cci, '00219310000000010114'],
      [ve20, '01340001610000000101'],
      [billetera, '887654321'],
    ] as const) {
      const { status, error } = await adm.call(contrato.crear, { body: banco(entidad_id, numero) })
      expect(status).toBe(400)
      expect(error.errors?.[0]?.campo).toBe('numero')
    }
    const again = await adm.call(contrato.crear, { body: banco(cci, '00219310000000010115') })
    expect(again.status).toBe(409)
    expect(again.error.errors).toEqual([
      { msg: 'Ya existe una cuenta con ese número.', campo: 'numero' },
    ])
  })
})

describe('edit', () => {
  test('freezes currency and type after the first movement', async () => {
    const moved = caja({ saldo_inicial: '10' })
    const { body } = await adm.call(contrato.crear, { body: moved })
    const { saldo_inicial: _, ...row } = { ...moved, saldo_inicial: '' }
    const put = (more: object) =>
      adm.call(contrato.editar, { params: { id: body.id }, body: { ...row, version: 1, ...more } })
    for (const more of [{ moneda_id: USD }, { tipo: 'boveda' }]) {
      const { status, error } = await put(more)
      expect([status, error.codigo]).toEqual([409, 'CONGELADO'])
    }
    expect((await put({ titular: 'Otra persona' })).status).toBe(200)
  })

  test('before it both may change, and the ledger account follows name and currency', async () => {
    const row = caja()
    const { body } = await adm.call(contrato.crear, { body: row })
    const change = { ...row, nombre: 'Bóveda nueva', tipo: 'boveda', moneda_id: USD, version: 1 }
    expect(
      (await adm.call(contrato.editar, { params: { id: body.id }, body: change })).status,
    ).toBe(200)
    const libro = await app.db
      .selectFrom('cuentas_contables')
      .select(['nombre', 'moneda_id'])
      .where('id', '=', body.id)
      .executeTakeFirst()
    expect(libro).toEqual({ nombre: 'Bóveda nueva', moneda_id: USD })
  })

  test('with an older version is 409 with the stored values', async () => {
    const row = caja()
    const { body } = await adm.call(contrato.crear, { body: row })
    const put = () =>
      adm.call(contrato.editar, { params: { id: body.id }, body: { ...row, version: 1 } })
    expect((await put()).status).toBe(200)
    const late = await put()
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({
      codigo: 'VERSION',
      detalle: { version: 2, actual: { id: body.id } },
    })
  })

  test('an account with money cannot be deactivated; an empty one can, and can be reactivated', async () => {
    const full = await crear({ saldo_inicial: '10' })
    const refused = await adm.call(contrato.estatus, { params: { id: full } })
    expect([refused.status, refused.error.codigo]).toEqual([409, 'EN_USO'])
    const empty = await crear()
    const toggle = async () =>
      (await adm.call(contrato.estatus, { params: { id: empty } })).body.estatus
    expect(await toggle()).toBe(false)
    expect(await toggle()).toBe(true)
  })

  test('a balance outside the limits of the alert is flagged', async () => {
    const low = await crear({ saldo_inicial: '10', saldo_min: '10.01' })
    const high = await crear({ saldo_inicial: '10', saldo_max: '9.99' })
    expect([(await obtener(low)).alerta, (await obtener(high)).alerta]).toEqual(['bajo', 'alto'])
  })
})

describe('permissions', () => {
  test('a cashier sees accounts without cost; creating needs its permission', async () => {
    const caj = await app.signedIn('caj')
    const { status, body } = await caj.call(contrato.listar)
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(0)
    for (const row of body) {
      expect(row).not.toHaveProperty('valor')
      expect(row).not.toHaveProperty('costo_promedio')
    }
    const { body: page } = await caj.call(contrato.movimientos)
    expect(page.items.every((each) => !('valor' in each))).toBe(true)
    const { body: totals } = await caj.call(contrato.totales)
    expect(totals.every((each) => !('valor' in each))).toBe(true)
    expect((await caj.call(contrato.crear, { body: caja() })).status).toBe(403)
    expect((await caj.call(contrato.estatus, { params: { id: 1 } })).status).toBe(403)
    expect((await caj.call(posiciones.listar)).status).toBe(403)
  })

  test('nobody without a session sees them, nor does mgr by default', async () => {
    expect((await adm.raw('GET', '/api/cuentas', undefined, { 'x-token': '' })).status).toBe(401)
    const mgr = await app.signedIn('mgr')
    expect((await mgr.call(contrato.listar)).status).toBe(403)
    expect((await mgr.call(contrato.movimientos)).status).toBe(403)
  })

  test('an account that does not exist is 404', async () => {
    expect((await adm.call(contrato.obtener, { params: { id: 999_999 } })).status).toBe(404)
    expect((await adm.call(contrato.estatus, { params: { id: 999_999 } })).status).toBe(404)
  })
})
