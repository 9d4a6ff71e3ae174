import { campos, contrato as clientes } from '../../../src/areas/clientes/contract.ts'
import { contrato } from '../../../src/areas/comisiones/contract.ts'
import { contrato as sesion } from '../../../src/areas/sesion/contract.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import type { Llamar } from '../llamada.ts'

type Cliente = { id: number; nombre: string }

/** Clients who act as agents, by document number, and how many of the first clients each one referred. */
const AGENTES = [
  { nombre: 'Víctor Hugo Salazar Pinto', trajo: [0, 3], regla: { base: 'margen', valor: '10' } },
  { nombre: 'Norma Luz Aguirre Campos', trajo: [3, 7], regla: { base: 'monto', valor: '0.5' } },
] as const

/** Creates the commission rules: cashiers earn a share of the margin, and each agent has a rule of his own. */
export async function crearReglasComision(
  llamar: Llamar,
  known: readonly Cliente[],
  desde: string,
): Promise<void> {
  const none = { usuario_id: null, agente_id: null, tipo: null, hasta: null }
  const crear = (regla: object) =>
    llamar(contrato.crearRegla, { body: { ...none, desde, ...regla } as never })
  await crear({ rol: 'creador', base: 'margen', valor: '5', maximo: '20.00' })
  // Dollars are sold at the market price, which leaves no margin, so this rule is based on the gain.
  await crear({ rol: 'creador', tipo: 'venta', base: 'ganancia', valor: '4', maximo: '20.00' })
  await crear({ rol: 'pagador', base: 'fijo', valor: '0.50' })
  for (const { nombre, trajo, regla } of AGENTES) {
    const agente_id = known.find((c) => c.nombre === nombre)?.id
    if (!agente_id) continue
    await crear({ rol: 'agente', agente_id, ...regla })
    for (const { id } of known.slice(...trajo)) {
      const row: Record<string, unknown> = await llamar(clientes.obtener, { params: { id } })
      const own = Object.keys(campos).map((campo) => [campo, row[campo]])
      const body = { ...Object.fromEntries(own), agente_id, version: row.version }
      await llamar(clientes.editar, { params: { id }, body: body as never })
    }
  }
}

/**
 * Settles some of the commissions earned up to the day `hasta`, and pays those settlements: all, or all but one where
 * not `todas`.
 */
export async function liquidarComisiones(
  llamar: Llamar,
  hasta: string,
  todas: boolean,
): Promise<void> {
  const { items } = await llamar(contrato.listar, {
    query: { estado: 'devengada', hasta, limite: 200 },
  })
  const by = Map.groupBy(items, (f) => f.beneficiario)
  // Nobody else of the demo pays commissions: who settles them confirms that he pays them, too.
  await llamar(sesion.confirmar, { body: { password: PASSWORD_DEMO } })
  const [cuenta] = (await llamar(contrato.cuentas, {})).filter((c) => c.nombre === 'BCP Soles')
  for (const [i, rows] of [...by.values()].entries()) {
    const ids = rows.filter(({ comision }) => comision !== '0.00').map(({ id }) => id)
    if (ids.length === 0) continue
    const { id } = await llamar(contrato.liquidar, { body: { ids } })
    if ((i === 1 && !todas) || !cuenta) continue
    const body = { cuenta_id: cuenta.id, referencia: `OP-77${i}041` }
    await llamar(contrato.pagar, { params: { id }, body })
  }
}
