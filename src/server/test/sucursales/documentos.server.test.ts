import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { acciones, montarOtro, separar } from '../../../../test/support/ajenas/casos.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../../test/support/todo.ts'
import { contrato as ajustes } from '../../../areas/ajustes-saldo/contract.ts'
import { contrato as cierres } from '../../../areas/cierres/contract.ts'
import { contrato as compras } from '../../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../../areas/ordenes/contract.ts'
import { contrato as sesion } from '../../../areas/sesion/contract.ts'
import { contrato as transferencias } from '../../../areas/transferencias/contract.ts'

/*
 * each document knows its branch, from the till that it moves or the person who registered it. The house has its
 * tills in Lima; the other person and his tills are in Arequipa; the bank is of no branch.
 */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, cuentas, boveda } = casa
const { otro, suya, suyaUsd } = persona
const { comprar, gastar, ajustar } = acciones(casa, persona)

const alone = await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))

/** The branches of a document, as the database keeps them. */
async function ramas(tabla: string, id: number): Promise<(string | null)[]> {
  const [row] = await comoDueno<Record<string, number | null>>(
    app.url,
    `SELECT * FROM ${tabla} WHERE id = $1`,
    [id],
  )
  const names = await comoDueno<{ id: number; nombre: string }>(app.url, 'SELECT * FROM sucursales')
  return ['sucursal_id', 'sucursal_destino_id']
    .filter((column) => row && column in row)
    .map((column) => names.find((s) => s.id === row?.[column])?.nombre ?? null)
}

test('one branch: no list and no page says anything of branches', async () => {
  await comoDueno(app.url, "INSERT INTO sucursales (nombre) VALUES ('Única')")
  expect((await hecho(adm.call(sesion.sesion))).usuario.sucursales).toEqual([])
  const { items } = await hecho(adm.call(compras.listar))
  expect(items.some((fila) => 'sucursal' in fila)).toBe(false)
  expect('sucursal' in (await hecho(adm.call(compras.obtener, en(alone.id))))).toBe(false)
  // Its branch is written all the same, for the day on which it has another.
  await comoDueno(app.url, 'UPDATE cuentas SET sucursal_id = (SELECT id FROM sucursales)')
  expect(await ramas('gastos', (await hecho(gastar(adm, boveda))).id)).toEqual(['Única'])
  await comoDueno(app.url, 'UPDATE cuentas SET sucursal_id = NULL')
})

describe('two branches', () => {
  beforeAll(() => separar(app, persona))

  test('an operation at the counter is of its till, whoever registers it', async () => {
    const lima = await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))
    const arequipa = await hecho(comprar(otro, suyaUsd, suya))
    expect(await ramas('compras_ventas', lima.id)).toEqual(['Lima'])
    expect(await ramas('compras_ventas', arequipa.id)).toEqual(['Arequipa'])
    // What was registered before there were branches stays of none.
    expect(await ramas('compras_ventas', alone.id)).toEqual([null])
  })

  test('each operation of a set has its own', async () => {
    const made = await Promise.all([
      hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen)),
      hecho(comprar(otro, suyaUsd, suya)),
    ])
    expect(await Promise.all(made.map(({ id }) => ramas('compras_ventas', id)))).toEqual([
      ['Lima'],
      ['Arequipa'],
    ])
  })

  test('without cash it is of the person; of none where he has none', async () => {
    const body = { fecha: HOY, categoria_id: 1, descripcion: 'Luz', comprobante: 'sin' } as const
    const pagar = (who: Client, monto: string) =>
      hecho(who.call(gastos.crear, { body: { ...body, cuenta_id: cuentas.bcpPen, monto } }))
    expect(await ramas('gastos', (await pagar(otro, '7.00')).id)).toEqual(['Arequipa'])
    expect(await ramas('gastos', (await pagar(adm, '8.00')).id)).toEqual([null])
    const { id } = await hecho(
      otro.call(ordenes.crear, { body: casa.orden({ cliente_id: casa.ana }) }),
    )
    expect(await ramas('ordenes', id)).toEqual(['Arequipa'])
  })

  test('an order paid in cash at once is of that till', async () => {
    const { id } = await hecho(
      adm.call(ordenes.crear, { body: casa.orden({ cobros: [casa.efectivo('500.00')] }) }),
    )
    expect(await ramas('ordenes', id)).toEqual(['Lima'])
  })

  test('expense, adjustment, turn and count are of their account', async () => {
    const gasto = await hecho(gastar(adm, boveda))
    expect(await ramas('gastos', gasto.id)).toEqual(['Lima'])
    const ajuste = await hecho(ajustar(adm, suya))
    expect(await ramas('ajustes_saldo', ajuste.id)).toEqual(['Arequipa'])
    expect(await ramas('turnos', await casa.till.abrir())).toEqual(['Lima'])
    const counted = { cuenta_id: suya, monto: '1.00', motivo: 'Conteo de prueba' }
    const { arqueo } = await hecho(adm.call(cierres.arquear, { body: counted }))
    expect(await ramas('conteos', arqueo.id)).toEqual(['Arequipa'])
  })

  test('a transfer has where it leaves and where it arrives', async () => {
    const mover = (origen_id: number, destino_id: number, portador_id: number | null = null) =>
      hecho(
        adm.call(transferencias.crear, {
          body: {
            ...{ tipo: 'interna', origen_id, destino_id, monto: '1.00', confirmo_duplicado: true },
            referencia: `R-${destino_id}`,
            portador_id,
          },
        }),
      )
    expect(await ramas('transferencias', (await mover(boveda, suya, otro.usuario_id)).id)).toEqual([
      'Lima',
      'Arequipa',
    ])
    expect(await ramas('transferencias', (await mover(boveda, cuentas.bcpPen)).id)).toEqual([
      'Lima',
      null,
    ])
  })

  test('the branch is not the browser’s to say', async () => {
    const answer = await otro.raw('POST', '/api/gastos', {
      ...{ fecha: HOY, categoria_id: 1, descripcion: 'Agua', comprobante: 'sin', monto: '3.00' },
      ...{ cuenta_id: suya, sucursal_id: 1 },
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('sucursal_id')
  })

  test.each([
    'compras_ventas',
    'ordenes',
    'transferencias',
    'gastos',
    'ajustes_saldo',
    'turnos',
    'conteos',
  ])('what %s say of their branch is never changed', async (tabla) => {
    for (const branch of ['NULL', '(SELECT min(id) FROM sucursales)']) {
      await expect(
        comoDueno(
          app.url,
          `UPDATE ${tabla} SET sucursal_id = ${branch} WHERE sucursal_id IS DISTINCT FROM ${branch}`,
        ),
      ).rejects.toThrow(/not allowed|not rewritten/)
    }
  })

  test('the lists and their totals tell branches apart', async () => {
    const branches = (await hecho(adm.call(sesion.sesion))).usuario.sucursales
    expect(branches.map(({ nombre }) => nombre)).toEqual(['Arequipa', 'Lima', 'Única'])
    // Who sees one branch has none to choose.
    expect((await hecho(otro.call(sesion.sesion))).usuario.sucursales).toEqual([])
    const [arequipa, lima] = branches.map(({ id }) => String(id)) as [string, string]
    const of = async (sucursal_id: string) =>
      (await hecho(adm.call(compras.listar, { query: { sucursal_id } }))).items
    expect(new Set((await of(lima)).map(({ sucursal }) => sucursal))).toEqual(new Set(['Lima']))
    const sold = async (query: { sucursal_id?: string }) =>
      (await hecho(adm.call(compras.totales, { query })))[0]?.operaciones ?? 0
    expect(await sold({ sucursal_id: lima })).toBe((await of(lima)).length)
    expect(await sold({ sucursal_id: arequipa })).toBe((await of(arequipa)).length)
    const { items } = await hecho(adm.call(compras.listar))
    expect(await sold({})).toBe(items.length)
    expect(new Set(items.map(({ sucursal }) => sucursal))).toEqual(
      new Set(['Lima', 'Arequipa', null]),
    )
  })

  test.each([
    ['órdenes', ordenes.listar, 'Lima'],
    ['gastos', gastos.listar, 'Lima'],
    ['ajustes', ajustes.listar, 'Arequipa'],
    ['turnos', cierres.listarTurnos, 'Lima'],
    ['arqueos', cierres.listarArqueos, 'Arequipa'],
    ['transferencias', transferencias.listar, 'Lima → Arequipa'],
  ] as const)('%s are filtered by branch and say it', async (_, endpoint, name) => {
    const branches = (await hecho(adm.call(sesion.sesion))).usuario.sucursales
    const found = branches.find(({ nombre }) => name.startsWith(nombre))
    const query = { sucursal_id: String(found?.id) }
    const { items } = (await hecho(adm.call(endpoint, { query } as never))) as {
      items: { sucursal?: string | null }[]
    }
    expect(items.map(({ sucursal }) => sucursal)).toContain(name)
    for (const { sucursal } of items) expect(sucursal).toContain(found?.nombre)
  })

  test('the upgrade finds the same branches for what was registered before', async () => {
    const tablas = 'compras_ventas ordenes transferencias gastos ajustes_saldo turnos conteos'
    const now = async () => {
      const kept = tablas.split(' ').map((tabla) =>
        comoDueno<{ id: number; rama: string | null }>(
          app.url,
          `SELECT id, (SELECT nombre FROM sucursales s WHERE s.id = t.sucursal_id) AS rama FROM ${tabla} t
           ORDER BY id`,
        ),
      )
      return (await Promise.all(kept)).map((rows) => rows.map(({ rama }) => rama))
    }
    const before = await now()
    const file = await readFile('db/0030-sucursal-de-operaciones.sql', 'utf8')
    const start = file.indexOf('ALTER TABLE compras_ventas DISABLE')
    const upgrade = file.slice(start, file.indexOf('-- A page of one branch'))
    const updates = upgrade.indexOf('UPDATE compras_ventas')
    const forgotten = tablas
      .split(' ')
      .map((tabla) => `UPDATE ${tabla} SET sucursal_id = NULL;`)
      .join('\n')
    await comoDueno(app.url, upgrade.slice(0, updates) + forgotten + upgrade.slice(updates))
    const after = await now()
    // What no branch was known of when it was registered has what its till, or its person, has now.
    for (const [n, rows] of after.entries())
      for (const [i, rama] of rows.entries())
        if (before[n]?.[i] !== null && before[n]?.[i] !== 'Única') expect(rama).toBe(before[n]?.[i])
    expect(after.flat()).toEqual(expect.arrayContaining(['Lima', 'Arequipa']))
  })
})
