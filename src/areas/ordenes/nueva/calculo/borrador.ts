import { isDecimal } from '../../../../core/dinero/decimal.ts'
import type { LineaDePago, LineaResuelta } from '../../../tipos-pagos/rules/linea-pago.ts'
import type { OpcionesOrden } from '../../contract/opciones.ts'
import type { RegistroOrden } from '../../contract.ts'
import type { Borrador, Calculo, Corredor, Elegible, Escalon } from './tipos.ts'

const claveDe = ({ pais, base, cotizacion }: Escalon) => `${pais} ${base.id} ${cotizacion.id}`

/** The corridors whose money can be paid out somewhere, each with its steps. */
export function corredoresDe({ corredores }: OpcionesOrden): Corredor[] {
  const paid = corredores.filter(({ destinos }) => destinos.length > 0)
  return [...Map.groupBy(paid, claveDe)].flatMap(([clave, tramos]): Corredor[] => {
    const [first] = tramos
    if (!first) return []
    const { pais, pais_nombre, base, cotizacion } = first
    return [{ clave, pais, pais_nombre, base, cotizacion, tramos }]
  })
}

export function corredorDe(opciones: OpcionesOrden, clave: string): Corredor | null {
  return corredoresDe(opciones).find((each) => each.clave === clave) ?? null
}

/** Where the client's money comes from: a currency in a country, each once, the house's own first. */
export function origenesDe(opciones: OpcionesOrden): Corredor[] {
  const seen = new Map<string, Corredor>()
  for (const each of corredoresDe(opciones)) {
    const key = origenDe(each)
    if (!seen.has(key)) seen.set(key, each)
  }
  const rank = ({ base }: Corredor) => (base.id === opciones.funcional.id ? 0 : 1)
  return [...seen.values()].toSorted((a, b) => rank(a) - rank(b))
}

/** `pe 2`: the country and the currency that he hands over. */
export const origenDe = ({ pais, base }: Pick<Corredor, 'pais' | 'base'>) => `${pais} ${base.id}`

/** What can be received for it. */
export function destinosDe(opciones: OpcionesOrden, origen: string): Corredor[] {
  return corredoresDe(opciones).filter((each) => origenDe(each) === origen)
}

/** How the client may pay in that corridor: ways of its currency that lead to an account. */
export function tiposDeCobro(opciones: OpcionesOrden, { base, pais }: Corredor) {
  return opciones.tipos_pago.filter(
    (t) =>
      (t.moneda_id === null || t.moneda_id === base.id) &&
      (t.pais === null || t.pais === pais) &&
      cuentasDe(opciones, base.id, t.efectivo).length > 0,
  )
}

/** Tills for cash, one's own first; the others for the rest. */
export function cuentasDe({ cuentas }: OpcionesOrden, moneda_id: number, efectivo: boolean) {
  return cuentas.filter(
    (c) => c.moneda_id === moneda_id && (c.tipo === 'caja' || c.tipo === 'boveda') === efectivo,
  )
}

let lastId = 0

/** A payment line with the way and the account most likely meant: cash, one's own till. */
export function nuevaLinea(opciones: OpcionesOrden, corredor: Corredor): LineaDePago {
  const [way] = tiposDeCobro(opciones, corredor)
  const account = way && cuentasDe(opciones, corredor.base.id, way.efectivo)[0]
  lastId += 1
  return {
    id: lastId,
    tipo_pago_id: way?.id ?? 0,
    cuenta_id: account?.id ?? 0,
    monto: null,
    referencia: '',
    comprobante: null,
    denominaciones: null,
  }
}

/** The draft in another corridor: who pays in other money pays in another way. */
export function conCorredor(
  opciones: OpcionesOrden,
  draft: Borrador,
  corredor: Corredor,
): Borrador {
  const before = corredorDe(opciones, draft.corredor)
  const next = { ...draft, corredor: corredor.clave }
  if (before?.base.id === corredor.base.id && before.pais === corredor.pais) return next
  const pays = tiposDeCobro(opciones, corredor).length > 0
  const line = nuevaLinea(opciones, corredor)
  return { ...next, cobrar: pays && draft.cobrar, lineas: pays ? [line] : [] }
}

/** What another screen (the calculator) carried here: the corridor, an amount on either side, the quote it is of. */
export function empezar(
  opciones: OpcionesOrden,
  busqueda: Readonly<Record<string, string | undefined>> = {},
): Borrador {
  const { pais, base_id, cotizacion_id, envia, recibe, historico_id, tasa } = busqueda
  const all = corredoresDe(opciones)
  const asked = all.find(({ clave }) => clave === `${pais} ${base_id} ${cotizacion_id}`)
  const usual = origenesDe(opciones)[0]
  const corredor = asked ?? usual ?? null
  const typed = envia ?? recibe ?? ''
  const valor = isDecimal(typed) ? typed : null
  const id = Number(historico_id)
  const quoted = valor !== null && Number.isSafeInteger(id) && id > 0 && isDecimal(tasa ?? '')
  const blank: Borrador = {
    corredor: '',
    lado: recibe !== undefined && envia === undefined ? 'recibe' : 'envia',
    valor,
    cliente: null,
    busqueda: '',
    beneficiario_id: null,
    cobrar: true,
    lineas: [],
    agente_id: null,
    observacion: '',
    cotizada: quoted ? { historico_id: id, tasa: tasa ?? '', valor } : null,
  }
  return corredor ? conCorredor(opciones, blank, corredor) : blank
}

/** Of an agenda, those who are paid in that currency and may be paid. */
export function elegibles<E extends Elegible>(
  agenda: readonly E[],
  moneda_id: number | undefined,
): E[] {
  return agenda.filter(({ estatus, moneda }) => estatus && moneda.id === moneda_id)
}

/** The body of the order; call it only without a `problema`. */
export function registroDe(
  draft: Borrador,
  { tramo, lineas }: Pick<Calculo, 'tramo' | 'lineas'>,
  more: Partial<RegistroOrden> = {},
): RegistroOrden {
  const cobro = (l: LineaResuelta) => ({
    tipo_pago_id: l.tipo_pago_id,
    cuenta_id: l.cuenta_id,
    monto: l.resuelto,
    referencia: l.referencia.trim() || null,
    comprobante_id: l.comprobante?.id ?? null,
    denominaciones: l.denominaciones ? [...l.denominaciones] : null,
  })
  return {
    cliente_id: draft.cliente?.id ?? 0,
    beneficiario_id: draft.beneficiario_id ?? 0,
    historico_id: tramo?.historico_id ?? 0,
    [draft.lado]: draft.valor,
    cobros: draft.cobrar ? lineas.map(cobro) : [],
    agente_id: draft.agente_id,
    observacion: draft.observacion.trim() || null,
    ...more,
  }
}
