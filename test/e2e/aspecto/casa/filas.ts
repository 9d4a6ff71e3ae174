import { azar } from '../../../../scripts/demo/azar.ts'
import { genteDe, pagoDe, pedir } from '../../../../scripts/demo/documentos/ordenes.ts'
import { entrar } from '../../../../scripts/demo/llamada.ts'
import { contrato as comisiones } from '../../../../src/areas/comisiones/contract.ts'
import { contrato as ordenes } from '../../../../src/areas/ordenes/contract.ts'
import { contratoLotes } from '../../../../src/areas/ordenes/lotes/contract.ts'
import { contratoFuentes } from '../../../../src/areas/pares-divisas/contract/fuentes.ts'
import { contrato as pizarra } from '../../../../src/areas/pizarra/contract.ts'
import { contrato as sesion } from '../../../../src/areas/sesion/contract.ts'
import { contrato as tasas } from '../../../../src/areas/tipos-cambios/contract.ts'
import { decimal } from '../../../../src/core/dinero/decimal.ts'
import type { App } from '../../../../src/main.app.ts'
import { PASSWORD_DEMO } from '../../../../src/server/proceso/demo.ts'

/* Documents that one day of the demo does not have, made by the calls of those who make them. */

/** A file for the bank with the orders that the payer took and that can go into one; answers its id. */
export async function lote(app: App): Promise<number> {
  const pagador = await entrar(app, 'pagador')
  const { items } = await pagador(ordenes.listar, {
    query: { estado: 'en_proceso', limite: '200' } as never,
  })
  const taken = items.map(({ id }) => id).join()
  const { cuentas } = await pagador(contratoLotes.previa, { query: { ordenes: taken } })
  const [cuenta] = cuentas.filter(({ entran }) => entran.length > 1)
  if (!cuenta) throw new Error('no two orders for a file')
  const body = { cuenta_id: cuenta.id, ordenes: cuenta.entran.map(({ orden_id }) => orden_id) }
  return (await pagador(contratoLotes.crear, { body })).id
}

/** A settlement of what an agent earned, not paid yet; answers its id. */
export async function liquidacion(app: App): Promise<number> {
  const admin = await entrar(app, 'admin')
  const { items } = await admin(comisiones.listar, { query: { estado: 'devengada', limite: 200 } })
  const earned = items.filter(
    ({ beneficiario, comision }) => beneficiario.startsWith('a') && comision !== '0.00',
  )
  const whose = earned[0]?.beneficiario
  const ids = earned.filter(({ beneficiario }) => beneficiario === whose).map(({ id }) => id)
  return (await admin(comisiones.liquidar, { body: { ids } })).id
}

/** A link to the board, and the source of a pair's prices, which is not read. */
export async function enlaceYFuente(app: App): Promise<void> {
  const admin = await entrar(app, 'admin')
  await admin(sesion.confirmar, { body: { password: PASSWORD_DEMO } })
  await admin(pizarra.crearEnlace, { body: { nombre: 'Televisor de la sala' } })
  const body = {
    nombre: 'Mercado paralelo',
    url: 'https://precios.example/hoy',
    ruta_compra: 'data.compra',
    ruta_venta: 'data.venta',
    factor_compra: '1',
    factor_venta: '1',
    minutos: 15,
    salto_pct: '2',
    modo: 'propone' as const,
    activa: false,
  }
  await admin(contratoFuentes.guardar, { params: { id: 4 }, body })
}

/**
 * A wrong rate with which an order was made and that was taken back, and another one that still can be; answers the
 * ids of the record of the first, of what was published and of the rate.
 */
export async function deshecho(
  app: App,
): Promise<{ deshecho: number; historico: number; tipo: number }> {
  const admin = await entrar(app, 'admin')
  const clientes = await app.db
    .selectFrom('clientes')
    .select('id')
    .orderBy('id')
    .limit(12)
    .execute()
  const gente = await genteDe({ app, clientes })
  const before = await gente.cajera(ordenes.opciones, {})
  // The last of those of the agenda: its rate is the least used one.
  for (const destino of gente.agenda.toReversed()) {
    const corredor = before.corredores.find(
      ({ base, cotizacion, segmento }) =>
        base.iso === 'PEN' && cotizacion.id === destino.moneda_id && segmento === 'publico',
    )
    if (!corredor) continue
    const { tipo_cambio_id: id } = await app.db
      .selectFrom('tipos_cambios_historico')
      .select('tipo_cambio_id')
      .where('id', '=', corredor.historico_id)
      .executeTakeFirstOrThrow()
    const publicar = async (factor: string, motivo: string, ticket: number) => {
      const tasa = decimal(corredor.tasa).times(factor).toFixed(corredor.precision)
      await admin(tasas.tasa, { params: { id }, body: { tasa, motivo } })
      const opciones = await gente.cajera(ordenes.opciones, {})
      const dice = azar(ticket)
      const cobro = pagoDe(opciones, 'Efectivo', '60.00', dice)
      return pedir(gente, opciones, destino, '60.00', [cobro])
    }
    if (!(await publicar('1.01', 'Se dictó mal por teléfono', 1))) continue
    const { historico_id } = await admin(tasas.previaDeshacer, { params: { id } })
    const body = { historico_id, motivo: 'Era la del día anterior' }
    const { id: deshecho } = await admin(tasas.deshacer, { params: { id }, body })
    await publicar('1.005', 'Campaña de la quincena', 2)
    return { deshecho, historico: historico_id, tipo: id }
  }
  throw new Error('no rate for an order')
}
