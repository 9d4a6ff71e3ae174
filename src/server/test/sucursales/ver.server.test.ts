import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { montarOtro } from '../../../../test/support/ajenas/casos.ts'
import { dosRamas } from '../../../../test/support/ajenas/ramas.ts'
import { PEN, VES } from '../../../../test/support/areas/casa.ts'
import { type Answer, type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../../test/support/todo.ts'
import { contratoExpediente as expediente } from '../../../areas/clientes/contract/expediente.ts'
import { contrato as clientes } from '../../../areas/clientes/contract.ts'
import { contrato as compras } from '../../../areas/compras-ventas/contract.ts'
import { contrato as cuentas } from '../../../areas/cuentas/contract.ts'
import { contrato as dashboard } from '../../../areas/dashboard/contract.ts'
import { contrato as paleta } from '../../../areas/paleta/contract.ts'
import { contrato as reportes } from '../../../areas/reportes/contract.ts'
import { contrato as sesion } from '../../../areas/sesion/contract.ts'
import { contrato as transferencias } from '../../../areas/transferencias/contract.ts'
import type { Endpoint } from '../../../core/contract.ts'
import { areas } from '../../../main.app.ts'
import { DE_LA_CASA } from '../../sucursales.ts'

/*
 * R-260: whoever may not see every branch sees documents and accounts of his own and of none, in whatever call answers
 * them. Every call that reads is asked here, so that a new one is asked too.
 */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, boveda } = casa
const { otro, suya, suyaUsd } = persona
const dueno = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  comoDueno<T>(app.url, text, values)

const { entre, ajena, lasDe, numeros } = await dosRamas(app, casa, persona)

const LEE = areas
  .flatMap(({ contrato }) => Object.values(contrato) as Endpoint[])
  .filter(({ method, acceso }) => method === 'GET' && acceso !== 'publico')
const corredor = { pais: 've', base: String(PEN), cotizacion: String(VES) }
/** What a call asks for, where it answers nothing without. */
const PREGUNTA: Record<string, () => Record<string, string>> = {
  '/tipos-cambios/proponer': () => corredor,
  '/dashboard/dias': () => ({ desde: HOY, hasta: HOY }),
  '/ordenes/cotizar': () => ({
    pais: 've',
    base_id: String(PEN),
    cotizacion_id: String(VES),
    envia: '100.00',
  }),
  '/ordenes/lotes/previa': () => ({ ordenes: lasDe('ordenes').ids.join() }),
}

/** Of which table the id of these calls is, where their user may see some rows and others not. */
const TABLA: Record<string, string> = {
  '/compras-ventas/:id': 'compras_ventas',
  '/ordenes/:id': 'ordenes',
  '/ordenes/:id/propuesta': 'ordenes',
  '/gastos/:id': 'gastos',
  '/transferencias/:id': 'transferencias',
  '/cierres/turnos/:id': 'turnos',
  '/cuentas/ajustar-saldo/:id': 'ajustes_saldo',
  '/cuentas/:id': 'cuentas',
  '/cuentas/saldos/:id': 'cuentas',
}
/** Calls that act on one of them, with a body that is right. */
const ACTUA: [string, string, object][] = [
  ['/compras-ventas/:id/anular', 'compras_ventas', { motivo: 'Error de digitación' }],
  ['/compras-ventas/:id/imprimir', 'compras_ventas', {}],
  ['/ordenes/:id/tomar', 'ordenes', {}],
  ['/ordenes/:id/imprimir', 'ordenes', {}],
  ['/gastos/:id/anular', 'gastos', { motivo: 'Error de digitación' }],
  ['/transferencias/:id/recibir', 'transferencias', { contado: '1.00' }],
  ['/cierres/turnos/:id/imprimir', 'turnos', {}],
  ['/cuentas/ajustar-saldo/:id/rechazar', 'ajustes_saldo', { nota: 'No es así.' }],
  ['/cuentas/estatus/:id', 'cuentas', {}],
]

function leer(who: Client, path: string, id: number | string, query = PREGUNTA[path]?.() ?? {}) {
  const search = new URLSearchParams(query)
  const url = path.replace(/:\w+/g, String(id))
  return who.raw('GET', `/api${url}${search.size ? `?${search}` : ''}`)
}
const dichas = ({ body }: Answer) => {
  const text = JSON.stringify(body)
  return numeros.filter((numero) => text.includes(numero))
}

describe('whoever sees Arequipa alone', () => {
  test('no call that reads says a number of Lima; whoever sees all hears it of many', async () => {
    const oidos = new Set<string>()
    for (const { path } of LEE.filter((one) => !one.path.includes(':'))) {
      const answer = await leer(otro, path, 0)
      expect([path, answer.error?.codigo]).not.toEqual([path, 'VALIDACION'])
      expect([path, dichas(answer)]).toEqual([path, []])
      if (dichas(await leer(adm, path, 0)).length > 0) oidos.add(path)
    }
    expect([...oidos].toSorted()).toMatchSnapshot()
  })

  test('the palette finds no document of Lima by its number; for whoever sees all it does', async () => {
    const listas = ['clientes', 'compras-ventas', 'gastos', 'ordenes', 'transferencias']
    const halla = (who: Client, numero: string) =>
      who.call(paleta.hallar, {
        body: { terminos: Object.fromEntries(listas.map((lista) => [lista, numero])) },
      })
    let found = 0
    for (const numero of numeros) {
      const answer = await halla(otro, numero)
      expect([numero, answer.status, dichas(answer)]).toEqual([numero, 200, []])
      found += dichas(await halla(adm, numero)).length
    }
    expect(found).toBeGreaterThan(3)
  })

  test('nor does one of a single row, whichever it is', async () => {
    const oidos = new Set<string>()
    for (const { path } of LEE.filter((one) => one.path.includes(':'))) {
      for (let id = 1; id <= 30; id += 1) {
        const answer = await leer(otro, path, id)
        // Each refusal is kept, until there are too many.
        if (answer.status === 403) break
        expect([path, id, dichas(answer)]).toEqual([path, id, []])
        if (!oidos.has(path) && dichas(await leer(adm, path, id)).length > 0) oidos.add(path)
      }
    }
    expect([...oidos].toSorted()).toMatchSnapshot()
  })

  test.each(Object.entries(TABLA))('GET %s: a row of Lima does not exist', async (path, tabla) => {
    for (const id of lasDe(tabla).ids) {
      expect([id, (await leer(otro, path, id)).status]).toEqual([id, 404])
      expect([id, (await leer(adm, path, id)).status]).toEqual([id, 200])
    }
  })

  test.each(ACTUA)('%s: nor is it there to be acted on', async (path, tabla, body) => {
    const { method } = areas
      .flatMap(({ contrato }) => Object.values(contrato) as Endpoint[])
      .find((one) => one.path === path && one.method !== 'GET') as Endpoint
    for (const id of lasDe(tabla).ids) {
      const answer = await otro.raw(method, `/api${path.replace(':id', String(id))}`, body, {
        'idempotency-key': randomUUID(),
      })
      expect([id, dicho(answer)]).toEqual([id, 'NO_EXISTE'])
    }
  })

  test.each([
    ['/compras-ventas', 'compras_ventas'],
    ['/ordenes', 'ordenes'],
    ['/gastos', 'gastos'],
    ['/transferencias', 'transferencias'],
    ['/cierres/turnos', 'turnos'],
    ['/cuentas/ajustar-saldo', 'ajustes_saldo'],
  ])('%s does not find it by its number', async (path, tabla) => {
    const [buscar = ''] = lasDe(tabla).numeros
    const of = async (who: Client) =>
      ((await leer(who, path, 0, { buscar })).body as { items: unknown[] }).items.length
    expect([await of(otro), await of(adm)]).toEqual([0, 1])
  })

  test('a transfer between both is his as well, and he may send to where he sees no balance', async () => {
    expect((await hecho(otro.call(transferencias.obtener, en(entre)))).id).toBe(entre)
    const { cuentas: todas } = await hecho(otro.call(transferencias.opciones))
    const [bovedaLima, propia] = [boveda, suya].map((id) => todas.find((c) => c.id === id))
    expect(bovedaLima).toMatchObject({ saldo: null, disponible: null, origen: false })
    expect(propia).toMatchObject({ saldo: expect.any(String), origen: true })
  })

  test('accounts: his own and those of no branch, and their sums are of these', async () => {
    const list = await hecho(otro.call(cuentas.listar))
    const ids = list.map(({ id }) => id)
    expect(ids.filter((id) => lasDe('cuentas').ids.includes(id))).toEqual([])
    expect(ids).toEqual(expect.arrayContaining([suya, suyaUsd, casa.cuentas.bcpPen]))
    const moved = async (who: Client, query: { cuenta_id?: string } = {}) =>
      (await hecho(who.call(cuentas.resumen, { query }))).monedas.find(({ iso }) => iso === 'PEN')
    const each = await Promise.all(
      list
        .filter(({ moneda }) => moneda.iso === 'PEN')
        .map(({ id }) => moved(adm, { cuenta_id: String(id) })),
    )
    const sum = (what: 'ingresos' | 'egresos') =>
      each.reduce((total, one) => total + Number(one?.[what] ?? 0), 0)
    const mine = await moved(otro)
    expect([Number(mine?.ingresos), Number(mine?.egresos)]).toEqual([
      sum('ingresos'),
      sum('egresos'),
    ])
  })

  test('of a shared account he sees what another branch moved, and not what it was', async () => {
    const query = { cuenta_id: String(casa.cuentas.bcpPen) }
    const of = async (who: Client) => (await hecho(who.call(cuentas.movimientos, { query }))).items
    const [mine, all] = await Promise.all([of(otro), of(adm)])
    expect(mine.map(({ id, monto, saldo_despues }) => [id, monto, saldo_despues])).toEqual(
      all.map(({ id, monto, saldo_despues }) => [id, monto, saldo_despues]),
    )
    const hidden = mine.filter(({ concepto }) => concepto === 'Operación de otra sucursal')
    expect(hidden.length).toBeGreaterThan(0)
    for (const { origen, origen_id, numero_operacion, cliente } of hidden) {
      expect(lasDe(origen.replaceAll('-', '_')).ids).toContain(origen_id)
      expect([numero_operacion, cliente ?? null]).toEqual([null, null])
    }
    expect(all.some(({ concepto }) => concepto === 'Operación de otra sucursal')).toBe(false)
  })

  test('reports and the dashboard count his, as whoever sees all reads it by branch', async () => {
    const { sucursales } = (await hecho(adm.call(sesion.sesion))).usuario
    const arequipa = String(sucursales.find(({ nombre }) => nombre === 'Arequipa')?.id)
    const dias = { periodo: 'rango', desde: HOY, hasta: HOY } as const
    const suma = async (who: Client, more = {}) => {
      const query = { ...dias, por: 'sucursal', ...more } as const
      const { filas } = await hecho(who.call(reportes.volumen, { query }))
      return filas.map(({ clave, operaciones }) => [clave, operaciones])
    }
    const all = await suma(adm)
    expect(all.length).toBeGreaterThan(1)
    expect(await suma(otro)).toEqual(all.filter(([clave]) => clave === arequipa || clave === '0'))
    const gana = async (who: Client) => {
      const query = { ...dias, por: 'sucursal' } as const
      const { filas } = await hecho(who.call(reportes.ganancia, { query }))
      return filas.filter(({ clave }) => clave === arequipa || clave === '0')
    }
    expect(await gana(otro)).toEqual(await gana(adm))
    const { operaciones, dias: antes } = await hecho(otro.call(dashboard.ver))
    expect(operaciones?.hoy).toBeLessThan(
      (await hecho(adm.call(dashboard.ver))).operaciones?.hoy ?? 0,
    )
    expect(antes).toBeDefined()
  })

  test('a client is everybody’s: his limits count every branch, his operations there are not shown', async () => {
    const of = async (who: Client) => hecho(who.call(clientes.limites, en(casa.ana)))
    const { ordenes_abiertas: suyas, ...mine } = await of(otro)
    const { ordenes_abiertas, ...all } = await of(adm)
    expect(mine).toEqual(all)
    expect(Number(mine.mes.operado)).toBeGreaterThan(0)
    expect(suyas).toBeLessThan(ordenes_abiertas)
    const saldo = async (who: Client) => hecho(who.call(expediente.saldo, en(casa.ana)))
    const shown = (await saldo(otro)).lineas.map(({ numero }) => numero)
    expect(shown.filter((numero) => numeros.includes(numero))).toEqual([])
    expect((await saldo(adm)).lineas.length).toBeGreaterThan(shown.length)
  })

  test('what is of the whole house is not his', async () => {
    const { usuario } = await hecho(otro.call(sesion.sesion))
    expect(usuario.permisos.filter((permiso) => DE_LA_CASA.includes(permiso))).toEqual([])
    expect((await leer(otro, '/reportes/posicion', 0)).status).toBe(403)
    // A day is his branch's (R-264).
    expect((await leer(otro, '/cierres/dia/:fecha', HOY)).status).toBe(200)
  })
})

test('an account in his charge shows him its branch, at once, and no longer than he has it', async () => {
  const ve = async () => (await otro.call(compras.obtener, en(ajena))).status
  const alCargo = (id: number | null) =>
    dueno('UPDATE cuentas SET responsable_id = $1 WHERE id = $2', [id, boveda])
  expect(await ve()).toBe(404)
  await alCargo(otro.usuario_id)
  expect(await ve()).toBe(200)
  await alCargo(null)
  expect(await ve()).toBe(404)
})

test('the permission shows every branch', async () => {
  await dueno("INSERT INTO roles_permisos (rol_slug, permiso) VALUES ('mgr', 'sucursales:todas')")
  expect((await otro.call(compras.obtener, en(ajena))).status).toBe(200)
  expect((await leer(otro, '/reportes/posicion', 0)).status).toBe(200)
})
