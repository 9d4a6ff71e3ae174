import { beforeAll, describe, expect, test } from 'vitest'
import { acciones, montarOtro, separar } from '../../../../test/support/ajenas/casos.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno } from '../../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { montarTodo } from '../../../../test/support/todo.ts'
import { contrato as ajustes } from '../../../areas/ajustes-saldo/contract.ts'
import { contrato as compras } from '../../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../../areas/ordenes/contract.ts'
import { contrato as sucursales } from '../../../areas/sucursales/contract.ts'
import { contrato as transferencias } from '../../../areas/transferencias/contract.ts'
import { verificar } from '../../../main.libros.ts'

/* a branch with a code numbers its documents by itself, without gaps; one without numbers with the house. */

const app = await startTestApp({ juntos: { de: 4, espera: 50 } })
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, cuentas, boveda } = casa
const { otro, suya, suyaUsd } = persona
const { comprar, gastar, ajustar } = acciones(casa, persona)
const dueno = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  comoDueno<T>(app.url, text, values)
const numero = async (id: number, tabla = 'compras_ventas') =>
  (await dueno<{ numero: string }>(`SELECT numero FROM ${tabla} WHERE id = $1`, [id]))[0]?.numero
const lima = () => comprar(adm, cuentas.cajaUsd, cuentas.cajaPen)
const arequipa = () => comprar(otro, suyaUsd, suya)

test('without a code all branches share the numbers of the house', async () => {
  await separar(app, persona)
  const [one, two] = [(await hecho(lima())).numero, (await hecho(arequipa())).numero]
  expect([one, two].map((n) => /^CV-2025-0000\d\d$/.test(n))).toEqual([true, true])
  expect(Number(two.slice(-6)) - Number(one.slice(-6))).toBe(1)
})

describe('Arequipa has a code', () => {
  beforeAll(async () => {
    const items = await hecho(adm.call(sucursales.listar))
    const it = items.find(({ nombre }) => nombre === 'Arequipa')
    const { id = 0, version = 0 } = it ?? {}
    const body = { nombre: 'Arequipa', codigo: 'AQP', direccion: null, telefono: null, version }
    await hecho(adm.call(sucursales.editar, { ...en(id), body }))
  })

  test('its operations are numbered apart, also those of one set', async () => {
    const before = Number((await hecho(lima())).numero.slice(-6))
    const made = await Promise.all([arequipa(), lima(), arequipa(), lima()].map(hecho))
    const numeros = made.map((each) => each.numero).toSorted()
    expect(numeros).toEqual([
      ...[1, 2].map((n) => `CV-2025-${String(before + n).padStart(6, '0')}`),
      'CV-AQP-2025-000001',
      'CV-AQP-2025-000002',
    ])
  })

  test('so is each other document of it', async () => {
    expect(await numero((await hecho(gastar(otro, suya))).id, 'gastos')).toBe('GA-AQP-2025-000001')
    expect(await numero((await hecho(ajustar(adm, suya))).id, 'ajustes_saldo')).toBe(
      'AJ-AQP-2025-000001',
    )
    const orden = await hecho(
      otro.call(ordenes.crear, { body: casa.orden({ cliente_id: casa.ana }) }),
    )
    expect(orden.numero).toBe('OR-AQP-2025-000001')
    const mover = (who: Client, origen_id: number, destino_id: number) =>
      hecho(
        who.call(transferencias.crear, {
          body: {
            ...{ tipo: 'interna', origen_id, destino_id, monto: '1.00', confirmo_duplicado: true },
            portador_id: casa.caj.usuario_id,
          },
        }),
      )
    expect((await mover(otro, suya, boveda)).numero).toBe('TR-AQP-2025-000001')
    expect((await mover(adm, boveda, suya)).numero).toMatch(/^TR-2025-/)
  })

  test.each([
    ['GA', gastos.listar],
    ['AJ', ajustes.listar],
    ['OR', ordenes.listar],
    ['TR', transferencias.listar],
  ] as const)('the list of %s finds its number with the code and without', async (serie, list) => {
    const its = `${serie}-AQP-2025-000001`
    for (const buscar of [its, `${serie}-AQP-1`, 'aqp-1', `${serie}-2025-1`, '2025-1', '1']) {
      const { items } = await hecho(adm.call(list, { query: { buscar } }))
      const found = items.map(({ numero }) => numero)
      expect(found, buscar).toContain(its)
    }
    const { items } = await hecho(adm.call(list, { query: { buscar: 'CUZ-1' } }))
    expect(items).toEqual([])
  })

  test('a posting there waits for nobody who numbers elsewhere', async () => {
    const client = await conectarDueno(app.url)
    try {
      await client.query('BEGIN')
      await client.query("SELECT FROM series WHERE serie = 'CV' FOR UPDATE")
      expect((await hecho(arequipa())).numero).toBe('CV-AQP-2025-000003')
    } finally {
      await client.query('ROLLBACK')
      await client.end()
    }
  })

  test.each([
    ['CV-AQP-2025-000002', 1],
    ['cv-aqp-2', 1],
    ['AQP-2', 1],
    ['2025-2', 2],
    ['CV-2', 2],
    ['CUZ-2', 0],
    ['OR-2', 0],
    ['AQP-CV-2', 0],
  ])('search for %s finds %i', async (buscar, found) => {
    const { items } = await hecho(adm.call(compras.listar, { query: { buscar } }))
    expect(items.length).toBe(found)
  })

  test('its code stays once it gave a number; one that gave none may change', async () => {
    const editar = async (nombre: string, codigo: string | null) => {
      const items = await hecho(adm.call(sucursales.listar))
      const { id = 0, version = 0 } = items.find((each) => each.nombre === nombre) ?? {}
      const body = { nombre, codigo, direccion: null, telefono: null, version }
      return adm.call(sucursales.editar, { ...en(id), body })
    }
    for (const codigo of ['ARE', null]) {
      const { status, error } = await editar('Arequipa', codigo)
      expect([status, error.errors?.[0]?.campo]).toEqual([400, 'codigo'])
    }
    expect((await editar('Lima', 'AQP')).error.codigo).toBe('DUPLICADO')
    expect((await editar('Lima', 'LIM')).status).toBe(200)
    expect((await editar('Lima', null)).status).toBe(200)
    expect((await editar('Lima', 'lim')).status).toBe(400)
  })

  test('no series has a gap', async () => {
    expect((await verificar(app.db)).diferencia).toBeNull()
  })
})
