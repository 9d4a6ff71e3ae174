import { contrato as cierres } from '../../../src/areas/cierres/contract.ts'
import { contrato as ordenes } from '../../../src/areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import type { TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'
import { hecho } from '../servidor/respuesta.ts'
import type { montarTodo } from '../todo.ts'
import { acciones, type montarOtro, separar } from './casos.ts'

type Casa = Awaited<ReturnType<typeof montarTodo>>
type Otro = Awaited<ReturnType<typeof montarOtro>>

const LIMA = "(SELECT id FROM sucursales WHERE nombre = 'Lima')"
/** What Lima has and Arequipa does not, by table; whether its rows have a number. */
const DE_LIMA: readonly [tabla: string, donde: string, numero: boolean][] = [
  ...['compras_ventas', 'ordenes', 'gastos', 'ajustes_saldo', 'turnos'].map(
    (tabla) => [tabla, `sucursal_id = ${LIMA}`, true] as [string, string, boolean],
  ),
  [
    'transferencias',
    `sucursal_id = ${LIMA} AND coalesce(sucursal_destino_id, sucursal_id) = sucursal_id`,
    true,
  ],
  ['conteos', `sucursal_id = ${LIMA}`, false],
  ['cuentas', `sucursal_id = ${LIMA}`, false],
]

/**
 * Lima and Arequipa with a document of each kind in Lima, one operation in Arequipa, and a transfer between both
 * (`entre`); `ajena` is an operation of Lima.
 */
export async function dosRamas(app: TestApp, casa: Casa, persona: Otro) {
  const { adm, boveda, cuentas } = casa
  const { otro, suya, suyaUsd } = persona
  const { comprar, gastar, ajustar } = acciones(casa, persona)
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
  await separar(app, persona)
  const ajena = (await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))).id
  await hecho(comprar(otro, suyaUsd, suya))
  await hecho(adm.call(ordenes.crear, { body: casa.orden({ cobros: [casa.efectivo('500.00')] }) }))
  await hecho(gastar(adm, boveda))
  // It waits for somebody's yes.
  await hecho(casa.gasto('1200.00'))
  await hecho(ajustar(adm, boveda))
  await casa.till.abrir()
  await mover(boveda, cuentas.cajaPen)
  await mover(boveda, cuentas.bcpPen)
  const entre = (await mover(boveda, suya, otro.usuario_id)).id
  const body = { cuenta_id: boveda, monto: '1.00', motivo: 'Conteo de prueba' }
  await hecho(adm.call(cierres.arquear, { body }))
  const ocultas = new Map<string, { ids: number[]; numeros: string[] }>()
  for (const [tabla, donde, numero] of DE_LIMA) {
    const rows = await comoDueno<{ id: number; numero: string }>(
      app.url,
      `SELECT id::int, ${numero ? 'numero' : 'NULL'} AS numero FROM ${tabla} WHERE ${donde} ORDER BY id`,
    )
    if (rows.length === 0) throw new Error(`Lima has no row of ${tabla}`)
    const numeros = numero ? rows.map((row) => row.numero) : []
    ocultas.set(tabla, { ids: rows.map(({ id }) => id), numeros })
  }
  /** What a table hides from Arequipa. */
  const lasDe = (tabla: string) => ocultas.get(tabla) ?? { ids: [], numeros: [] }
  return { entre, ajena, lasDe, numeros: [...ocultas.values()].flatMap((of) => of.numeros) }
}
