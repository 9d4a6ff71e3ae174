import { PARES, TIPOS_CAMBIO } from '../../../scripts/demo/casa/datos.ts'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { contrato as tipos } from '../../../src/areas/tipos-cambios/contract.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'

export interface Tasas {
  adm: Client
  /** Id of a pair by `market base quote`. */
  par(key: string): number
  /** Id of a rate by `country base quote`. */
  tipo(key: string): number
}

/** The pairs and rates of the demo, created through the API. */
export async function montarTasas(app: TestApp): Promise<Tasas> {
  const adm = await app.signedIn('adm')
  const made = { par: new Map<string, number>(), tipo: new Map<string, number>() }
  const idOf = (kind: 'par' | 'tipo') => (key: string) => {
    const id = made[kind].get(key)
    if (!id) throw new Error(`no ${kind} called ${key}`)
    return id
  }
  for (const [pais, base_id, cotizacion_id, compra, venta, precision] of PARES) {
    const body = { pais, base_id, cotizacion_id, compra, venta, precision }
    const { status, error, ...answer } = await adm.call(pares.crear, { body })
    if (status !== 201) throw new Error(error.message)
    made.par.set(`${pais} ${base_id} ${cotizacion_id}`, answer.body.id)
  }
  for (const row of TIPOS_CAMBIO) {
    const [pais, base_id, cotizacion_id, metodo_calculo, precision, margen, from, to, tasa] = row
    const body = {
      ...{ pais, base_id, cotizacion_id, metodo_calculo, precision, margen },
      par_origen_id: from && idOf('par')(from),
      par_destino_id: to && idOf('par')(to),
      tasa_manual: tasa !== null,
      tasa,
    }
    const { status, error, ...answer } = await adm.call(tipos.crear, { body })
    if (status !== 201) throw new Error(error.message)
    made.tipo.set(`${pais} ${base_id} ${cotizacion_id}`, answer.body.id)
  }
  return { adm, par: idOf('par'), tipo: idOf('tipo') }
}

/** A quote that was stored while a rate was in force, as its owner writes it: good until its lock ends. */
export async function cotizado(
  url: string,
  usuario_id: number,
  q: {
    historico_id: number
    tipo: 'compra' | 'venta' | 'canje' | 'orden'
    tasa: string
    monto?: string
  },
): Promise<void> {
  await comoDueno(
    url,
    `INSERT INTO tipos_cambios_cotizaciones (fecha, usuario_id, tipo, historico_id, nota, tasa, moneda_id, monto,
       contramoneda_id, contravalor, vence_en)
     SELECT upper(h.vigencia), $1, $2, h.id, 'En el mostrador', $3, t.base_id, $4, t.cotizacion_id, 1,
            upper(h.vigencia) + make_interval(mins => coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int))
     FROM tipos_cambios_historico h JOIN tipos_cambios t ON t.id = h.tipo_cambio_id WHERE h.id = $5`,
    [usuario_id, q.tipo, q.tasa, q.monto ?? '1000000', q.historico_id],
  )
}

/** Runs `work` in a house whose function that takes quotes up takes none. */
export async function sinTomar(url: string, work: () => Promise<void>): Promise<void> {
  const [row] = await comoDueno<{ def: string }>(
    url,
    "SELECT pg_get_functiondef('cotizaciones_tomar'::regproc) AS def",
  )
  await comoDueno(
    url,
    "CREATE OR REPLACE FUNCTION cotizaciones_tomar(quien jsonb, p jsonb) RETURNS void LANGUAGE sql AS 'SELECT'",
  )
  try {
    await work()
  } finally {
    await comoDueno(url, row?.def ?? '')
  }
}
