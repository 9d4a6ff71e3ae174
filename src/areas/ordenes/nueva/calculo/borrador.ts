import { decimal, decimalesDe, isDecimal, texto } from '../../../../core/dinero/decimal.ts'
import { cuentasDe } from '../../../tipos-pagos/rules/formas.ts'
import type { LineaDePago } from '../../../tipos-pagos/rules/linea-pago.ts'
import type { OpcionesOrden } from '../../contract/opciones.ts'
import type { RegistroOrden } from '../../contract.ts'
import type { Borrador, Calculo, Corredor, Elegible, Escalon } from './tipos.ts'

const claveDe = ({ pais, base, cotizacion }: Escalon) => `${pais} ${base.id} ${cotizacion.id}`

/** The corridors that can be paid out, each with its steps. */
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

/** The origins of corridors: each country and currency once, the house's own first. */
export function origenesDe(opciones: OpcionesOrden): Corredor[] {
  const seen = new Map<string, Corredor>()
  for (const each of corredoresDe(opciones)) {
    const key = origenDe(each)
    if (!seen.has(key)) seen.set(key, each)
  }
  const rank = ({ base }: Corredor) => (base.id === opciones.funcional.id ? 0 : 1)
  return [...seen.values()].toSorted((a, b) => rank(a) - rank(b))
}

/** Key of an origin: country and currency handed over, `pe 2`. */
export const origenDe = ({ pais, base }: Pick<Corredor, 'pais' | 'base'>) => `${pais} ${base.id}`

/** The corridors from that origin. */
export function destinosDe(opciones: OpcionesOrden, origen: string): Corredor[] {
  return corredoresDe(opciones).filter((each) => origenDe(each) === origen)
}

/** Ways in which the client may pay in that corridor: of its currency, with an account. */
export function tiposDeCobro(opciones: OpcionesOrden, { base, pais }: Corredor) {
  return opciones.tipos_pago.filter(
    (t) =>
      (t.moneda_id === null || t.moneda_id === base.id) &&
      (t.pais === null || t.pais === pais) &&
      cuentasDe(opciones, base.id, t).length > 0,
  )
}

let lastId = 0

/** A payment line with the most likely way and account: cash, into the user's own till. */
export function nuevaLinea(opciones: OpcionesOrden, corredor: Corredor): LineaDePago {
  const [way] = tiposDeCobro(opciones, corredor)
  const account = way && cuentasDe(opciones, corredor.base.id, way)[0]
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

/** Moves the draft to another corridor; payment lines are reset when the client's currency or country changes. */
export function conCorredor(
  opciones: OpcionesOrden,
  borrador: Borrador,
  corredor: Corredor,
): Borrador {
  const before = corredorDe(opciones, borrador.corredor)
  const next = { ...borrador, corredor: corredor.clave }
  if (before?.base.id === corredor.base.id && before.pais === corredor.pais) return next
  const pays = tiposDeCobro(opciones, corredor).length > 0
  const line = nuevaLinea(opciones, corredor)
  // A credit in another currency is another credit.
  return { ...next, usa_saldo: false, cobrar: pays && borrador.cobrar, lineas: pays ? [line] : [] }
}

/** A draft from the query of another screen (the calculator): corridor, amount on either side, and quote. */
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
    usa_saldo: false,
    agente_id: null,
    observacion: '',
    cotizada: quoted ? { historico_id: id, tasa: tasa ?? '', valor } : null,
  }
  return corredor ? conCorredor(opciones, blank, corredor) : blank
}

/** The active beneficiaries of an agenda who are paid in that currency. */
export function elegibles<E extends Elegible>(
  agenda: readonly E[],
  moneda_id: number | undefined,
): E[] {
  return agenda.filter(({ estatus, moneda }) => estatus && moneda.id === moneda_id)
}

/** What an order leaves to be paid beside a credit; null where that pays all of it. */
export function porPagar(envia: string | null, credito: string | null): string | null {
  if (envia === null || credito === null) return envia
  const rest = decimal(envia).minus(decimal(credito))
  return rest.gt(0) ? texto(rest, decimalesDe(envia)) : null
}

/** The body of the order; only valid without a `problema`. */
export function registroDe(
  borrador: Borrador,
  { tramo, envia, credito, lineas }: Pick<Calculo, 'tramo' | 'envia' | 'credito' | 'lineas'>,
  more: Partial<RegistroOrden> = {},
): RegistroOrden {
  const cobro = (l: Calculo['lineas'][number]) => ({
    tipo_pago_id: l.tipo_pago_id,
    cuenta_id: l.cuenta_id,
    monto: l.resuelto,
    tarifa: l.tarifa,
    referencia: l.referencia.trim() || null,
    comprobante_id: l.comprobante?.id ?? null,
    recibido: l.recibido ?? null,
    denominaciones: l.denominaciones ? [...l.denominaciones] : null,
  })
  return {
    cliente_id: borrador.cliente?.id ?? 0,
    beneficiario_id: borrador.beneficiario_id ?? 0,
    historico_id: tramo?.historico_id ?? 0,
    [borrador.lado]: borrador.valor,
    cobros: borrador.cobrar && porPagar(envia, credito) ? lineas.map(cobro) : [],
    agente_id: borrador.agente_id,
    observacion: borrador.observacion.trim() || null,
    ...more,
  }
}
