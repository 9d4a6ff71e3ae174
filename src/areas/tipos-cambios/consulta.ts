import { sql } from 'kysely'
import type { AnswerOf } from '../../core/contract.ts'
import { type Cotizacion, cotizar } from '../../core/dinero/tasa.ts'
import { tramoDe, tramoParaRecibir } from '../../core/dinero/tramos.ts'
import { DomainError } from '../../core/errors.ts'
import { formatMonto, type Simbolo } from '../../core/formato.ts'
import { tiene } from '../../server/acceso/sesion.ts'
import type { Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { exigirDecimales } from '../../server/decimales.ts'
import type { TramoCotizado } from './contract/consulta.ts'
import type { contrato } from './contract.ts'

interface Corredor {
  pais: string
  base_id: number
  cotizacion_id: number
}

interface Paso extends TramoCotizado {
  vencida: boolean
  horas: number
  base: string
  cotizacion: string
  simbolo: string
  decimales: number
  decimales_recibe: number
}

/** What is answered of a step `x` of a ladder, with its rate in force `h`. */
const PASO = sql`
  round(h.tasa, h.precision)::text AS tasa, h.precision, h.metodo_calculo, h.id AS "historicoTipoCambioId",
  x.segmento, lower(h.vigencia) AS vigente_desde,
  coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int) AS bloqueo_minutos,
  ahora() + make_interval(mins => coalesce(t.bloqueo_minutos, ajuste('bloqueo_minutos')::int)) AS valida_hasta,
  e.horas > e.rancia AS rancia, trim_scale(x.desde)::text AS desde, trim_scale(x.hasta)::text AS hasta,
  trim_scale(x.tope)::text AS tope, e.horas > 2 * e.rancia AS vencida, floor(e.horas)::int AS horas,
  b.iso AS base, q.iso AS cotizacion, b.simbolo, b.decimales, coalesce(q.decimales_pago, q.decimales) AS decimales_recibe`
const DE_PASO = sql`
  JOIN tipos_cambios t ON t.id = x.tipo_cambio_id
  JOIN monedas b ON b.id = t.base_id AND b.estatus JOIN monedas q ON q.id = t.cotizacion_id AND q.estatus
  CROSS JOIN LATERAL (SELECT tipos_cambios_edad(t.id) AS horas, ajuste('tasa_rancia_horas')::numeric AS rancia) e`

/**
 * The active rates of a corridor, smallest amounts first, each in force at this instant; one round trip. Empty when a
 * currency is inactive.
 */
async function ladder(db: Db, { pais, base_id, cotizacion_id }: Corredor): Promise<Paso[]> {
  const { rows } = await sql<Paso>`
    SELECT ${PASO} FROM tipos_cambios_tramos(${pais}, ${base_id}::int, ${cotizacion_id}::int) x
    JOIN tipos_cambios_en_vigor(${pais}, ${base_id}::int, ${cotizacion_id}::int) h ON h.tipo_cambio_id = x.tipo_cambio_id
    ${DE_PASO} ORDER BY x.desde`.execute(db)
  return rows
}

interface Nombrado {
  base: string
  cotizacion: string
  pais: string
}

/** Refuses with the names of the corridor. @throws DomainError TASA_INACTIVA */
async function refuseInactive(db: Db, { pais, base_id, cotizacion_id }: Corredor): Promise<never> {
  const { rows } = await sql<Nombrado>`
    SELECT (SELECT iso FROM monedas WHERE id = ${base_id}) AS base,
           (SELECT iso FROM monedas WHERE id = ${cotizacion_id}) AS cotizacion,
           (SELECT nombre FROM paises WHERE id = ${pais}) AS pais`.execute(db)
  throw new DomainError('TASA_INACTIVA', { ...(rows[0] as Nombrado) })
}

/** The range of amounts that a corridor is quoted for, in words. */
function rango(pasos: readonly Paso[], moneda: Simbolo): string {
  const last = pasos.at(-1)?.tope
  const from = `desde ${formatMonto(pasos[0]?.desde ?? '0', moneda)}`
  return last ? `${from} hasta ${formatMonto(last, moneda)}` : from
}

interface Elegido {
  paso: Paso
  /** Both amounts, when the query gave one. */
  montos?: Cotizacion
}

/** The step of the query: the public one without an amount, else the step of the amount, with both amounts. */
function choose(
  pasos: readonly Paso[],
  { monto, monto_recibe }: Context<typeof contrato.divisas>['query'],
): Elegido | null {
  const first = pasos[0] as Paso
  const moneda = { simbolo: first.simbolo, decimales: first.decimales }
  const decimales = { envia: first.decimales, recibe: first.decimales_recibe }
  if (monto === undefined && monto_recibe === undefined) {
    const paso = pasos.find(({ segmento }) => segmento === 'publico')
    return paso ? { paso } : null
  }
  exigirDecimales('monto', monto, decimales.envia)
  exigirDecimales('monto_recibe', monto_recibe, decimales.recibe)
  const found = monto === undefined && tramoParaRecibir(pasos, monto_recibe ?? '0', decimales)
  const paso = found ? found.tramo : monto === undefined ? null : tramoDe(pasos, monto)
  if (paso) {
    // When no amount yields exactly the wanted one, the next larger one is quoted.
    const lado =
      found && !found.salto
        ? { recibe: monto_recibe ?? '0' }
        : { envia: found ? found.envia : (monto ?? '0') }
    return { paso, montos: cotizar(lado, paso, decimales) }
  }
  const { base, cotizacion } = first
  throw new DomainError('MONTO_SIN_TASA', { base, cotizacion, rango: rango(pasos, moneda) })
}

const shown = ({
  vencida: _v,
  horas: _h,
  base: _b,
  cotizacion: _c,
  simbolo: _s,
  decimales: _d,
  decimales_recibe: _r,
  ...paso
}: Paso): TramoCotizado => paso

/** The rate of a corridor with its whole ladder. @throws DomainError TASA_INACTIVA, TASA_VENCIDA, MONTO_SIN_TASA */
export async function divisas({
  db,
  params,
  query,
  quien,
}: Context<typeof contrato.divisas>): Promise<AnswerOf<typeof contrato.divisas>> {
  const { paisId: pais, divisaBaseId: base_id, divisaCotizacionId: cotizacion_id } = params
  const corredor = { pais, base_id, cotizacion_id }
  const pasos = await ladder(db, corredor)
  const elegido = pasos.length > 0 ? choose(pasos, query) : null
  if (!elegido) return refuseInactive(db, corredor)
  const { paso, montos } = elegido
  const may = (each: Paso) => !each.vencida || tiene(quien, 'tipos-cambios:vencida')
  if (!may(paso)) {
    const par = `${paso.base}/${paso.cotizacion}`
    throw new DomainError('TASA_VENCIDA', { par, horas: paso.horas })
  }
  const { desde: _, hasta: __, tope: ___, ...tasa } = shown(paso)
  return { ...tasa, ...montos, tramos: pasos.filter(may).map(shown) }
}

/** The corridors with an active public rate and active currencies, as rows of a FROM. */
const CORREDORES = sql`
  SELECT t.id, t.pais, p.nombre AS pais_nombre, t.base_id, t.cotizacion_id
  FROM tipos_cambios t JOIN paises p ON p.id = t.pais
  JOIN monedas b ON b.id = t.base_id JOIN monedas q ON q.id = t.cotizacion_id
  WHERE t.estatus AND t.segmento = 'publico' AND b.estatus AND q.estatus`

type UnCorredor = AnswerOf<typeof contrato.corredores>[number]

/** The corridors with an active public rate and active currencies. */
export async function corridors(db: Db): Promise<UnCorredor[]> {
  const { rows } = await sql<UnCorredor>`
    SELECT pais, pais_nombre, base_id, cotizacion_id FROM (${CORREDORES}) c ORDER BY pais_nombre, id`.execute(
    db,
  )
  return rows
}

/** The ladder of every corridor, without what nobody may quote any more; one round trip. */
export async function ultimas({
  db,
}: Pick<Context<typeof contrato.ultimas>, 'db'>): Promise<AnswerOf<typeof contrato.ultimas>> {
  const { rows } = await sql<Paso & { corredor: UnCorredor }>`
    SELECT to_jsonb(c) - 'id' AS corredor, ${PASO}
    FROM (${CORREDORES}) c CROSS JOIN LATERAL tipos_cambios_tramos(c.pais, c.base_id, c.cotizacion_id) x
    JOIN tipos_cambios_todas_en_vigor() h ON h.tipo_cambio_id = x.tipo_cambio_id ${DE_PASO}
    ORDER BY c.pais_nombre, c.id, x.desde`.execute(db)
  const ladders = Map.groupBy(rows, ({ corredor: { pais, base_id, cotizacion_id } }) =>
    [pais, base_id, cotizacion_id].join(' '),
  )
  return [...ladders.values()].flatMap((pasos) => {
    const [first] = pasos
    const publico = pasos.find(({ segmento }) => segmento === 'publico')
    if (!first || !publico || publico.vencida) return []
    const tramos = pasos.filter(({ vencida }) => !vencida).map(({ corredor: _, ...p }) => shown(p))
    return [{ ...first.corredor, tramos }]
  })
}
