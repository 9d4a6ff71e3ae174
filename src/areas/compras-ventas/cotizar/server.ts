import { sql } from 'kysely'
import { actor, type Quien, tiene } from '../../../server/acceso/sesion.ts'
import type { Context } from '../../../server/area.ts'
import { callSql } from '../../../server/db/db.ts'
import type { contrato } from '../contract.ts'
import { enMano, type Lado } from '../rules.ts'

/** `quien` plus what the SQL function decides by: allowed deviation and amount, use of stale rates, sight of cost, choice of the fee. */
export function registrarAs(quien: Quien): Record<string, unknown> {
  const { desvio_pct, limite_usd } = quien
  return {
    ...actor(quien),
    desvio_pct,
    limite_usd,
    vencida: tiene(quien, 'tipos-cambios:vencida'),
    ganancia: tiene(quien, 'ganancia:ver'),
    servicio: tiene(quien, 'compras-ventas:autorizar-tasa'),
  }
}

interface Cotizada {
  monto: string
  contravalor: string
  monto_usd: string | null
  tarifa: string
  servicio: string
  servicio_debido: string | null
  servicio_regla: string | null
  contramoneda_id: number
  funcional_id: number
  pide_declaracion: boolean
  pide_visto: boolean
}

/** An operation as it would be registered now, and what each side would pay. */
export async function cotizar({ db, body, quien }: Context<typeof contrato.cotizar>) {
  const { contramoneda_id, funcional_id, ...q } = await callSql<Cotizada>(
    db,
    sql`compras_ventas_cotizar(${JSON.stringify(registrarAs(quien))}::jsonb, ${JSON.stringify(body)}::jsonb)`,
  )
  const monedas = {
    divisa: body.divisa_id,
    contramoneda: contramoneda_id,
    funcional: funcional_id,
  }
  const side = (lado: Lado) =>
    enMano(body.tipo, q, { servicio: q.servicio, redondeo: '0', tarifa: q.tarifa })
      .filter((one) => one.lado === lado)
      .map(({ parte, total }) => ({ moneda_id: monedas[parte], total }))
  return { ...q, recibimos: side('recibimos'), entregamos: side('entregamos') }
}
