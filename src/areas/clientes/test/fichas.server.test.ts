import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { conRegla } from '../../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../../test/support/areas/ordenes.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { createEmptyDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import {
  lanzamientos,
  restaurarLanzamiento,
} from '../../../../test/support/servidor/lanzamiento.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { contrato as beneficiarios } from '../../beneficiarios/contract.ts'
import { contrato as comisiones } from '../../comisiones/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { campos, contrato } from '../contract.ts'

/* A document says who its client was when it was registered, whatever is corrected later. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarOrdenes(app)
const { adm, caj, pag, ana } = casa
const { compra } = mostrador(casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '100' WHERE clave = 'ro_unica_usd'")

async function corregir(id: number, cambio: object, quien: Client = adm): Promise<void> {
  const { body } = await adm.call(contrato.obtener, { params: { id } })
  const row = body as unknown as Record<string, unknown>
  const own = Object.fromEntries(Object.keys(campos).map((name) => [name, row[name]]))
  const put = { params: { id }, body: { ...own, version: body.version, ...cambio } }
  const { status, error } = await quien.call(contrato.editar, put as never)
  expect([status, error.errors]).toEqual([200, undefined])
}
const operacion = async (id: number) => (await adm.call(compras.obtener, { params: { id } })).body
const orden = async (id: number) => (await adm.call(ordenes.obtener, { params: { id } })).body
async function comprar(cliente_id = ana, dolares = '150.00', soles = '528.00'): Promise<number> {
  const body = { ...compra(dolares, soles, { cliente_id }), confirmo_duplicado: true }
  const { status, body: made } = await adm.call(compras.crear, { body })
  expect(status).toBe(201)
  return made.id
}
const ANTES = { nombre: 'Ana García Peña', documento: 'DNI ****0001', direccion: null, pep: false }

test('a correction changes no past document: the paper, the list, the register and reports keep who he was', async () => {
  await adm.call(contrato.crear, {
    body: {
      tipo_persona: 'natural',
      tipo_doc: 'DNI',
      num_doc: '45000001',
      nombres: 'Agustín',
      apellidos: 'Agente',
      celular: '944000111',
      segmento: 'publico',
    },
  })
  const venta = await comprar()
  const envio = await casa.en('completada')
  expect((await operacion(venta)).ficha).toMatchObject({ entonces: ANTES, hoy: ANTES })
  await corregir(ana, {
    nombres: 'Mariana',
    apellidos: 'Ponce',
    num_doc: '77777777',
    direccion: 'Calle Nueva 1',
    pep: true,
    pep_cargo: 'Alcaldesa',
    pep_entidad: 'MEF',
  })
  const hoy = {
    nombre: 'Mariana Ponce',
    documento: 'DNI ****7777',
    direccion: 'Calle Nueva 1',
    pep: true,
    riesgo: 'alto',
    nivel: 'N3',
  }
  const entonces = { ...ANTES, riesgo: 'bajo', nivel: 'N1' }
  const ficha = { reconstruida: false, entonces, hoy }
  const quien = { cliente: ANTES.nombre, cliente_documento: ANTES.documento }
  expect(await operacion(venta)).toMatchObject({ ...quien, ficha })
  expect(await orden(envio)).toMatchObject({ ...quien, ficha })
  const { body: lista } = await adm.call(compras.listar, { query: { cliente_id: String(ana) } })
  expect(lista.items.map(({ cliente }) => cliente)).toEqual([ANTES.nombre])
  const { body: envios } = await adm.call(ordenes.listar, { query: {} })
  expect(envios.items.map(({ cliente }) => cliente)).toEqual([ANTES.nombre])
  const { body: ro } = await adm.call(reportes.ro, { query: {} })
  expect(ro.items).toHaveLength(2)
  for (const fila of ro.items) {
    // What was not known of her then is completed; nothing that was is replaced.
    expect(fila).toMatchObject({
      cliente: ANTES.nombre,
      num_doc: '10000001',
      pep: false,
      direccion: 'Calle Nueva 1',
    })
  }
  const { body: volumen } = await adm.call(reportes.documentosVolumen, { query: {} })
  expect(volumen.items.map(({ cliente }) => cliente)).toEqual([ANTES.nombre, ANTES.nombre])
  const { body: ganado } = await adm.call(reportes.movimientosGanancia, { query: {} })
  expect(new Set(ganado.items.map(({ cliente }) => cliente))).toEqual(new Set([ANTES.nombre]))
  // A new document has the new data.
  await adm.call(contrato.aprobar, {
    params: { id: ana },
    body: {
      nota: 'Se revisó su cargo y sus fondos.',
      version: (await adm.call(contrato.obtener, { params: { id: ana } })).body.version,
    },
  })
  expect((await operacion(await comprar())).ficha).toMatchObject({ entonces: hoy, hoy })
})

test('who brought an order and was settled stays as he was', async () => {
  const agente = (await adm.call(contrato.buscar, { params: { term: 'Agente' } })).body[0]?.id ?? 0
  await conRegla(adm, { rol: 'agente', base: 'monto', valor: '1' })
  // The client's own agent, so that nobody else is asked for a yes.
  await comoDueno(
    app.url,
    `SET session_replication_role = replica;
     UPDATE clientes SET agente_id = ${agente} WHERE id = ${casa.ana}`,
  )
  const id = await casa.en('completada', { agente_id: agente } as never)
  const query = { beneficiario: `a${agente}` }
  const { body: ganadas } = await adm.call(comisiones.listar, { query })
  const ids = ganadas.items.map((fila) => fila.id)
  const { body: liquidada } = await adm.call(comisiones.liquidar, { body: { ids } })
  await corregir(agente, { apellidos: 'Corregido' })
  expect((await orden(id)).agente).toBe('Agustín Agente')
  const { body } = await adm.call(comisiones.listar, { query })
  expect(body.items.map(({ nombre }) => nombre)).toEqual(['Agustín Agente'])
  const { body: l } = await adm.call(comisiones.liquidacion, { params: { id: liquidada.id } })
  expect(l.nombre).toBe('Agustín Agente')
})

test('a payout says to whom it went, also after it bounced and another beneficiary took his place', async () => {
  const id = await casa.en('en_proceso')
  const { recibe } = await orden(id)
  expect((await casa.pago(id, casa.ves.banesco, recibe)).status).toBe(201)
  const [hecho] = (await orden(id)).pagos
  const motivo = 'Cuenta cerrada'
  const rebote = { params: { id }, body: { pago_id: hecho?.id ?? 0, motivo } }
  expect((await adm.call(ordenes.rebotar, rebote)).status).toBe(200)
  const otro = await casa.crear(casa.nuevo({ nombre: 'Otra Persona' }))
  const body = { beneficiario_id: otro.body.id, motivo }
  expect((await adm.call(ordenes.cambiarBeneficiario, { params: { id }, body })).status).toBe(200)
  const after = await orden(id)
  expect([after.beneficiario, after.pagos[0]?.beneficiario]).toEqual([
    'Otra Persona',
    'María Pérez',
  ])
  const params = { id: otro.body.id }
  expect((await pag.call(beneficiarios.obtener, { params })).status).toBe(200)
})

describe('nobody writes who he was', () => {
  test.each([
    ['the ficha of an operation', 'UPDATE compras_ventas SET ficha_id = NULL'],
    ['the ficha of an order', 'UPDATE ordenes SET ficha_id = NULL'],
    [
      'the agent of an order',
      'UPDATE ordenes SET agente_ficha_id = NULL WHERE agente_id IS NOT NULL',
    ],
    ['the ficha of a commission', 'UPDATE comisiones SET ficha_id = NULL'],
    ['the agent of a settlement', 'UPDATE comisiones_liquidaciones SET agente_ficha_id = NULL'],
    ['the beneficiary of a payout', "UPDATE ordenes_pagos SET beneficiario = '{}'"],
    ['a ficha', "UPDATE clientes_fichas SET nombre = 'Otro'"],
    ['a ficha away', 'DELETE FROM clientes_fichas'],
  ])('not even the owner changes %s', async (_, text) => {
    await expect(comoDueno(app.url, text)).rejects.toMatchObject({ code: 'CB002' })
  })

  test('the server has no right to write one', async () => {
    const insert = sql`INSERT INTO clientes_fichas SELECT * FROM clientes_fichas`.execute(app.db)
    await expect(insert).rejects.toThrow(/permission denied/)
  })

  test('an edit that documents do not show adds no row', async () => {
    const count = () =>
      comoDueno(app.url, 'SELECT count(*) AS n FROM clientes_fichas WHERE cliente_id = $1', [ana])
    const before = await count()
    await corregir(ana, { notas: 'Llamar por la tarde', limite_dia: '9000' })
    expect(await count()).toEqual(before)
    await corregir(ana, { celular: '944555666' })
    expect(await count()).not.toEqual(before)
    expect((await caj.call(contrato.obtener, { params: { id: ana } })).status).toBe(200)
  })
})

test.each(lanzamientos())(
  'in a house of %s every document gets who its client was, as the audit knows it, and says so',
  async (version) => {
    const base = await createEmptyDatabase()
    try {
      await restaurarLanzamiento(base.url, version)
      const read = (text: string) => comoDueno<Record<string, unknown>>(base.url, text)
      // A client whose name was corrected after his operation: the audit has the one before.
      const [op] = await read(`SELECT o.id, o.cliente_id, o.fecha, c.nombre FROM compras_ventas o
        JOIN clientes c ON c.id = o.cliente_id WHERE c.nombres IS NOT NULL ORDER BY o.id LIMIT 1`)
      await comoDueno(
        base.url,
        `INSERT INTO auditoria (fecha, accion, entidad, entidad_id, antes)
         SELECT $2::timestamptz + interval '1 hour', 'editar', 'clientes', id::text,
           jsonb_build_object('nombre', nombre, 'nombres', nombres, 'tipo_doc', tipo_doc, 'num_doc', num_doc, 'pep', pep)
         FROM clientes WHERE id = $1`,
        [op?.cliente_id, op?.fecha],
      )
      await read(`UPDATE clientes SET nombres = 'Corregido' WHERE id = ${op?.cliente_id}`)
      await migrate(base.url)
      const empty = (table: string, owner = 'cliente_id', ficha = 'ficha_id') =>
        `SELECT id FROM ${table} WHERE (${owner} IS NULL) <> (${ficha} IS NULL)`
      for (const text of [
        empty('compras_ventas'),
        empty('ordenes'),
        empty('ordenes', 'agente_id', 'agente_ficha_id'),
        empty('comisiones'),
        empty('comisiones_liquidaciones', 'agente_id', 'agente_ficha_id'),
        "SELECT id FROM ordenes_pagos WHERE beneficiario->>'reconstruido' IS DISTINCT FROM 'true'",
        'SELECT id FROM clientes_fichas WHERE NOT reconstruida',
        `SELECT o.id FROM compras_ventas o JOIN clientes_fichas f ON f.id = o.ficha_id WHERE f.cliente_id <> o.cliente_id`,
      ]) {
        expect([text, await read(text)]).toEqual([text, []])
      }
      expect(
        await read(`SELECT f.nombre, c.nombres AS hoy FROM compras_ventas o JOIN clientes_fichas f ON f.id = o.ficha_id
          JOIN clientes c ON c.id = o.cliente_id WHERE o.id = ${op?.id}`),
      ).toEqual([{ nombre: op?.nombre, hoy: 'Corregido' }])
    } finally {
      await base.drop()
    }
  },
)
