import { beforeAll, expect, test } from 'vitest'
import { acciones, montarOtro, separar } from '../../../../test/support/ajenas/casos.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, sesionesSinFin } from '../../../../test/support/servidor/dueno.ts'
import { en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../../test/support/todo.ts'
import { contrato as ajustes } from '../../../areas/ajustes-saldo/contract.ts'
import { contrato as compras } from '../../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../../areas/gastos/contract.ts'
import { contrato as clientes } from '../../../areas/reportes/contract/clientes.ts'
import { contrato } from '../../../areas/reportes/contract.ts'
import { summarize } from '../../../areas/reportes/queries.ts'
import { contrato as transferencias } from '../../../areas/transferencias/contract.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { verificar } from '../../../main.libros.ts'

/* reports tell what each branch did and earned; the branches together are the house. */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, cuentas, boveda } = casa
const { otro, suya, suyaUsd } = persona
const { comprar, efectivo, tomada, pagar } = acciones(casa, persona)
const DIAS = { desde: HOY, hasta: HOY }

/** The ids of the branches as the filter takes them; `ninguna` is 0. */
const lugares: Record<'lima' | 'arequipa' | 'ninguna', string> = {
  lima: '',
  arequipa: '',
  ninguna: '0',
}

const { venta } = mostrador(casa)
const vender = (who: Client, soles: number, dolares: number) =>
  hecho(
    who.call(compras.crear, {
      body: venta('50.00', '178.00', {
        recibimos: [efectivo(soles, '178.00')],
        entregamos: [efectivo(dolares, '50.00')],
        confirmo_duplicado: true,
      }),
    }),
  )

beforeAll(async () => {
  await sesionesSinFin(app.url)
  // Of no branch: before there were any.
  await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))
  await separar(app, persona)
  const rows = await comoDueno<{ id: number; nombre: string }>(app.url, 'SELECT * FROM sucursales')
  for (const { id, nombre } of rows) lugares[nombre.toLowerCase() as 'lima'] = String(id)
  await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))
  await hecho(comprar(otro, suyaUsd, suya))
  await vender(adm, cuentas.cajaPen, cuentas.cajaUsd)
  await vender(otro, suya, suyaUsd)
  await vender(otro, suya, suyaUsd)
  await hecho(pagar(adm, await tomada(adm), persona.cajaVes))
  const anulada = await hecho(comprar(otro, suyaUsd, suya))
  await hecho(adm.call(compras.anular, { ...en(anulada.id), body: { motivo: casa.motivo } }))
  // Bank charges: of an adjustment, of an expense, of a transfer.
  const cargo = { cuenta_id: suya, motivo: 'comision', monto: '4.00' } as const
  await hecho(adm.call(ajustes.crear, { body: { ...cargo, observacion: 'Cobro del banco.' } }))
  const [bancarios] = await comoDueno<{ id: number }>(
    app.url,
    "SELECT id FROM gastos_categorias WHERE codigo = 'bancarios'",
  )
  const gasto = { fecha: HOY, categoria_id: bancarios?.id ?? 0, descripcion: 'Mantenimiento' }
  await hecho(
    adm.call(gastos.crear, {
      body: { ...gasto, comprobante: 'sin', cuenta_id: boveda, monto: '6.00' },
    }),
  )
  await hecho(
    adm.call(transferencias.crear, {
      body: {
        ...{ tipo: 'interna', origen_id: suya, destino_id: boveda, monto: '50.00' },
        portador_id: otro.usuario_id,
        ...{ comision_origen: '2.50', confirmo_duplicado: true },
      },
    }),
  )
})

const FIGURAS = ['ganancia', 'servicio', 'redondeo', 'bancarios', 'comisiones', 'anulaciones']
type Cifras = Record<string, string>
const suma = (all: readonly (string | undefined)[]) =>
  texto(
    all.reduce((sum, one) => sum.plus(decimal(one ?? '0')), decimal('0')),
    2,
  )

/** What every report answers of one branch, or of the house. */
async function todo(sucursal_id?: string) {
  const query = { ...DIAS, ...(sucursal_id && { sucursal_id }) }
  const [ganancia, legs, volumen, documentos, top] = await Promise.all([
    hecho(adm.call(contrato.ganancia, { query: { ...query, por: 'cajero' } })),
    hecho(adm.call(contrato.movimientosGanancia, { query: { ...query, limite: '200' } })),
    hecho(adm.call(contrato.volumen, { query: { ...query, por: 'moneda' } })),
    hecho(adm.call(contrato.documentosVolumen, { query: { ...query, limite: '200' } })),
    hecho(adm.call(clientes.clientes, { query })),
  ])
  return { ganancia, legs, volumen, documentos, top }
}
const TODOS = ['lima', 'arequipa', 'ninguna'] as const
const porLugar = () => Promise.all(TODOS.map((lugar) => todo(lugares[lugar])))

test('the branches together are the house, figure by figure', async () => {
  const [house, parts] = await Promise.all([todo(), porLugar()])
  for (const figura of FIGURAS) {
    const total = (house.ganancia.total as Cifras)[figura]
    const each = parts.map(({ ganancia }) => (ganancia.total as Cifras)[figura])
    expect([figura, suma(each)]).toEqual([figura, total])
    // Each figure is one that at least one branch has.
    if (figura !== 'redondeo' && figura !== 'anulaciones' && figura !== 'servicio') {
      expect([figura, each.some((one) => Number(one) !== 0)]).toEqual([figura, true])
    }
  }
  for (const { ganancia, legs, volumen, documentos, top } of [house, ...parts]) {
    expect(legs.suma).toBe(ganancia.total.neta)
    expect(documentos.sumas).toEqual(volumen.total)
    expect(documentos.items).toHaveLength(volumen.total.operaciones)
    expect(top.total.operaciones).toBe(volumen.total.operaciones)
  }
  expect(parts.reduce((n, { volumen }) => n + volumen.total.operaciones, 0)).toBe(
    house.volumen.total.operaciones,
  )
})

test('each is asked for what it did itself, and bank charges are of the account’s branch', async () => {
  const [lima, arequipa, ninguna] = await porLugar()
  // Two sales and a purchase; what was annulled is not operated.
  expect(arequipa?.volumen.total.operaciones).toBe(3)
  expect(new Set(arequipa?.documentos.items.map(({ sucursal }) => sucursal))).toEqual(
    new Set(['Arequipa']),
  )
  expect(arequipa?.ganancia.total.bancarios).toBe('-6.50')
  expect(lima?.ganancia.total.bancarios).toBe('-6.00')
  expect(ninguna?.ganancia.total.bancarios).toBe('0.00')
  expect(Number(ninguna?.volumen.total.operaciones)).toBeGreaterThan(0)
  const charges = arequipa?.legs.items.filter(({ concepto }) => concepto === 'bancarios')
  expect(charges?.map(({ origen, sucursal }) => [origen, sucursal]).sort()).toEqual([
    ['ajustes-saldo', 'Arequipa'],
    ['transferencias', 'Arequipa'],
  ])
})

test('by branch, each row is what its filter answers', async () => {
  const query = { ...DIAS, por: 'sucursal' } as const
  const [{ filas: gains }, { filas: volumes }, parts] = await Promise.all([
    hecho(adm.call(contrato.ganancia, { query })),
    hecho(adm.call(contrato.volumen, { query })),
    porLugar(),
  ])
  for (const [index, lugar] of TODOS.entries()) {
    const nombre = { lima: 'Lima', arequipa: 'Arequipa', ninguna: 'Sin sucursal' }[lugar]
    const { neta } = gains.find((fila) => fila.clave === lugares[lugar]) ?? {}
    const volume = volumes.find((fila) => fila.clave === lugares[lugar])
    expect([nombre, neta]).toEqual([nombre, parts[index]?.ganancia.total.neta])
    expect([volume?.nombre, volume?.operaciones]).toEqual([
      nombre,
      parts[index]?.volumen.total.operaciones,
    ])
  }
})

test('once the day is kept the answers are the same, also after people and tills have moved', async () => {
  const before = await porLugar()
  app.setClock('2025-11-22T15:00:00Z')
  const lugar = "(SELECT id FROM sucursales WHERE nombre = 'Lima')"
  await comoDueno(app.url, `UPDATE usuarios SET sucursal_id = ${lugar}`)
  await comoDueno(app.url, `UPDATE cuentas SET sucursal_id = ${lugar}`)
  expect(await summarize(app.db)).toBeGreaterThan(0)
  const kept = await comoDueno<{ n: number }>(
    app.url,
    'SELECT count(DISTINCT sucursal_id)::int AS n FROM reportes_diario',
  )
  expect(kept).toEqual([{ n: 2 }])
  expect(await porLugar()).toEqual(before)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('a branch that is not a number is refused by name', async () => {
  const answer = await adm.raw('GET', '/api/reportes/volumen?sucursal_id=Lima')
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toContain('La sucursal no es válida.')
})
