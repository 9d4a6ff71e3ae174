import { DomainError, type FieldError } from '../../core/errors.ts'
import { type Quien, tiene } from '../../server/acceso/sesion.ts'
import type { Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import { lock as lockPairs, noteAll, type ParBloqueado, prices } from '../pares-divisas/queries.ts'
import {
  type Bloqueado,
  inForce,
  lockDependents,
  type Publicacion,
  publish,
  rule,
} from './queries.ts'
import {
  bajoCosto,
  type Corredor,
  type Costo,
  costoDe,
  derivar,
  excedePrecision,
  margenEfectivo,
  type Regla,
  tasaCosto,
} from './rules.ts'

/*
 * Every writer of a rate locks in one order: pairs by id, then tipos by id, then (inside the SQL function) the
 * rate itself against the operations that use it. So parallel bulk changes wait for each other and never deadlock.
 */

type ParesPorId = ReadonlyMap<number, ParBloqueado>

/** The corridor, rule and pairs of a rate, stored or about to be stored. */
export interface Definicion extends Corredor, Regla {
  par_origen_id: number | null
  par_destino_id: number | null
}

export function invalid(campo: string, msg: string): DomainError {
  const errors: FieldError[] = [{ msg, campo }]
  return new DomainError('VALIDACION', {}, errors)
}

/** Locks a rate and its pairs, and the pairs that it will use next. @throws DomainError VERSION */
export async function open(
  db: Db,
  id: number,
  { version, pares = [] }: { version?: number | undefined; pares?: readonly (number | null)[] },
): Promise<{ tipo: Bloqueado; pares: ParesPorId }> {
  const before = await rule(db, id, false)
  const ids = [before.par_origen_id, before.par_destino_id, ...pares].filter((p) => p !== null)
  const locked = await lockPairs(db, ids, 'leer')
  const tipo = await rule(db, id, true)
  if (version !== undefined && version !== tipo.version) {
    // Without the margin: permission to edit does not include permission to see it.
    const { margen: _, ...actual } = tipo
    throw new DomainError('VERSION', { version: tipo.version, actual })
  }
  // The rate was moved to other pairs while this waited: those are not locked, so it cannot be derived.
  for (const par of [tipo.par_origen_id, tipo.par_destino_id]) {
    if (par !== null && !locked.has(par)) throw new DomainError('CONFLICTO')
  }
  return { tipo, pares: locked }
}

/** The cost of a definition from its pairs; null without pairs. Refuses pairs that do not connect the currencies. */
export function costoPor(definicion: Definicion, pares: ParesPorId): Costo | null {
  const { par_origen_id, par_destino_id } = definicion
  if (par_origen_id === null && par_destino_id === null) return null
  const find = (id: number | null, campo: string) => {
    if (id === null) return null
    const par = pares.get(id)
    if (!par) throw invalid(campo, 'Elija un par de la lista.')
    return par
  }
  const origen = find(par_origen_id, 'par_origen_id')
  const destino = find(par_destino_id, 'par_destino_id')
  const costo = costoDe(definicion, { origen, destino })
  if (costo) return costo
  const campo = par_destino_id === null ? 'par_origen_id' : 'par_destino_id'
  throw invalid(
    campo,
    'Estos pares no llevan de una divisa a la otra: deben compartir la divisa puente.',
  )
}

/** The automatic rate of a definition. Refused without pairs, or when rounding leaves no usable rate. */
export function automatica(
  definicion: Definicion,
  pares: ParesPorId,
  motivo: string | null,
): Publicacion {
  const costo = costoPor(definicion, pares)
  if (!costo) throw invalid('par_origen_id', 'Para una tasa automática elija al menos un par.')
  for (const id of [definicion.par_origen_id, definicion.par_destino_id]) {
    const par = id === null ? undefined : pares.get(id)
    if (par && !par.estatus) {
      throw new DomainError('INACTIVO', { que: `El par ${par.base_iso}/${par.cotizacion_iso}` })
    }
  }
  const tasa = derivar(costo, definicion)
  if (tasa === null) {
    throw invalid('precision', 'Con esa precisión y método la tasa queda en cero o fuera de rango.')
  }
  const { margen } = definicion
  return { ...common(definicion, costo), tasa, margen, origen: 'automatico', motivo }
}

/** The automatic rate after its pairs changed; refuses the whole publication when there is none. */
function seguida(tipo: Bloqueado, pares: ParesPorId): Publicacion {
  const costo = costoPor(tipo, pares)
  const tasa = costo && derivar(costo, tipo)
  if (!costo || !tasa) {
    const name = `${tipo.base_iso} a ${tipo.cotizacion_iso}`
    const msg = `Con estos precios la tasa de ${name} queda en cero o fuera de rango.`
    throw new DomainError('VALIDACION', {}, [{ msg }])
  }
  return { ...common(tipo, costo), tasa, margen: tipo.margen, origen: 'par', motivo: null }
}

/**
 * A rate typed by a person; without `quien`, a rate typed earlier that is kept.
 * @throws DomainError TASA_BAJO_COSTO when the client would receive more than at cost, unless the user may allow that
 * and gives a reason
 */
export function manual(
  definicion: Definicion,
  pares: ParesPorId,
  tasa: string,
  quien: Quien | null,
  motivo: string | null,
): Publicacion {
  const { metodo_calculo, precision } = definicion
  if (excedePrecision(tasa, precision)) {
    throw invalid('tasa', `Admite hasta ${precision} decimales.`)
  }
  const costo = costoPor(definicion, pares)
  if (costo && quien && bajoCosto(costo, tasa, metodo_calculo)) {
    const may = tiene(quien, 'tipos-cambios:bajo-costo') && motivo !== null
    if (!may) {
      const tasa_costo = tasaCosto(costo, metodo_calculo, Math.min(precision + 2, 10))
      const seen = tiene(quien, 'ganancia:ver') ? { tasa_costo } : {}
      throw new DomainError('TASA_BAJO_COSTO', { ...seen, tasa })
    }
  }
  const margen = costo && margenEfectivo(costo, tasa, metodo_calculo)
  return { ...common(definicion, costo), tasa, margen, origen: 'manual', motivo }
}

function common({ metodo_calculo, precision }: Definicion, costo: Costo | null) {
  const tasa_costo = costo && tasaCosto(costo, metodo_calculo)
  return {
    metodo_calculo,
    precision,
    // The column needs a value above zero; a cost that rounds to zero at ten decimals is stored as unknown.
    tasa_costo: tasa_costo && /[1-9]/.test(tasa_costo) ? tasa_costo : null,
    precio_origen: costo?.precio_origen ?? null,
    precio_destino: costo?.precio_destino ?? null,
  }
}

/**
 * Recalculates the automatic, active rates that follow these pairs. This transaction has written the new prices and
 * locked the pairs. A rate that rounding leaves unchanged writes no row. Answers the rates that moved.
 */
export async function recalcular(
  context: Pick<Context, 'db' | 'quien'>,
  par_ids: readonly number[],
) {
  const { db } = context
  const tipos = await lockDependents(db, par_ids)
  if (tipos.length === 0) return []
  // Read after the rates are locked: a concurrent change of another pair is either visible here, or waits and then
  // recalculates these rates itself.
  const ids = new Set(tipos.flatMap((t) => [t.par_origen_id, t.par_destino_id]))
  const read = await prices(
    db,
    [...ids].filter((id) => id !== null),
  )
  const pares = new Map(read.map((par) => [par.id, par as ParBloqueado]))
  const before = await inForce(
    db,
    tipos.map(({ id }) => id),
  )
  const rows = tipos.map((tipo) => ({ id: tipo.id, tipo, p: seguida(tipo, pares) }))
  const made = await publish(
    context,
    rows.map(({ id, p }) => ({ id, p })),
  )
  const moved = rows.flatMap(({ id, tipo, p }) => {
    const previa = before.get(id)
    if (previa?.id === made.get(id)) return []
    const { pais, base_iso: base, cotizacion_iso: cotizacion } = tipo
    return [{ id, pais, base, cotizacion, tasa_anterior: previa?.tasa ?? p.tasa, tasa: p.tasa }]
  })
  const notes = moved.map(({ id, tasa_anterior, tasa }) => ({
    id,
    antes: { tasa: tasa_anterior },
    despues: { tasa, origen: 'par' },
  }))
  // Announced even when no rate moved: their age starts again, and calculators show it.
  await noteAll(context, 'tipos-cambios', 'recalcular', notes)
  return moved
}
