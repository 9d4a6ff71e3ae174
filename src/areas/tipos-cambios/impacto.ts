import { decimal } from '../../core/dinero/decimal.ts'
import { cotizar } from '../../core/dinero/tasa.ts'
import type { Db } from '../../server/db/db.ts'
import { type Leido, list } from './queries.ts'
import { bajoCosto, costoDe, derivar, margenEfectivo, type ParPrecio } from './rules.ts'

/** Prices of a pair that would be published. */
interface Cambio {
  id: number
  compra: string
  venta: string
}

/** Amounts for examples, in the currency that the client hands over. */
const EJEMPLOS = ['100', '1000', '10000', '100000', '1000000']

/**
 * The effect of these prices on every active rate that follows their pairs, computed by the rules of publication
 * without writing or locking. `tasa` is null where no usable rate would be left, which publication refuses.
 */
export async function impacto(db: Db, cambios: readonly Cambio[]) {
  const nuevos = new Map(cambios.map((cambio) => [cambio.id, cambio]))
  const touched = (id: number | null) => id !== null && nuevos.has(id)
  const rows = (await list(db)).filter(
    (t) => t.estatus && (touched(t.par_origen_id) || touched(t.par_destino_id)),
  )
  return rows.map((tipo) => revisado(tipo, nuevos)).sort((a, b) => a.id - b.id)
}

function revisado(tipo: Leido, nuevos: ReadonlyMap<number, Cambio>) {
  const con = (par: ParPrecio | null, id: number | null): ParPrecio | null => {
    const nuevo = id === null ? undefined : nuevos.get(id)
    return par && nuevo ? { ...par, compra: nuevo.compra, venta: nuevo.venta } : par
  }
  const { origen, destino, metodo_calculo, precision, tasa: tasa_anterior, tasa_manual } = tipo
  const antes = costoDe(tipo, { origen, destino })
  const despues = costoDe(tipo, {
    origen: con(origen, tipo.par_origen_id),
    destino: con(destino, tipo.par_destino_id),
  })
  const tasa = tasa_manual ? tasa_anterior : despues && derivar(despues, tipo)
  return {
    id: tipo.id,
    pais_nombre: tipo.pais_nombre,
    segmento: tipo.segmento,
    base: tipo.divisa_base,
    cotizacion: tipo.divisa_cotizacion,
    metodo_calculo,
    precision,
    manual: tasa_manual,
    version: tipo.version,
    historico_id: tipo.historicoTipoCambioId,
    bloqueo_minutos: tipo.bloqueo_minutos,
    tasa_anterior,
    tasa,
    ejemplo: tasa === null ? null : ejemploDe(tipo, tasa),
    margen_anterior: antes && margenEfectivo(antes, tasa_anterior, metodo_calculo),
    margen: tasa && despues && margenEfectivo(despues, tasa, metodo_calculo),
    bajo_costo: tasa !== null && despues !== null && bajoCosto(despues, tasa, metodo_calculo),
  }
}

/** A round amount at the old and the new rate: the first that yields at least one whole unit. */
function ejemploDe(
  { divisa_base, divisa_cotizacion, metodo_calculo, ...tipo }: Leido,
  tasa: string,
) {
  const decimales = { envia: divisa_base.decimales, recibe: divisa_cotizacion.decimales }
  const recibe = (envia: string, otra: string) =>
    cotizar({ envia }, { tasa: otra, metodo_calculo }, decimales).recibe
  const least = decimal(tipo.monto_min ?? '0')
  const amounts = [...(tipo.monto_min && least.gt(100) ? [tipo.monto_min] : []), ...EJEMPLOS]
  const enough = amounts.filter((each) => least.lte(decimal(each)))
  const envia = enough.find((each) => !recibe(each, tasa).startsWith('0')) ?? '1000000'
  return { envia, recibe_anterior: recibe(envia, tipo.tasa), recibe: recibe(envia, tasa) }
}
