import { calcularEnTramos } from '../../../../core/dinero/cotizador.ts'
import {
  CERO,
  decimal,
  isDecimal,
  leerDecimal,
  suma,
  texto,
} from '../../../../core/dinero/decimal.ts'
import { ILEGIBLE } from '../../../../core/dinero/ilegible.ts'
import { convertir, inversa } from '../../../../core/dinero/tasa.ts'
import { tramosPara } from '../../../../core/dinero/tramos.ts'
import { formatMonto } from '../../../../core/formato.ts'
import { type Problema, problemaDeLineas, rellenar } from '../../../tipos-pagos/rules/linea-pago.ts'
import { tarifasDe } from '../../../tipos-pagos/rules/tarifa.ts'
import type { OpcionesOrden } from '../../contract/opciones.ts'
import { corredorDe, porPagar, tiposDeCobro } from './borrador.ts'
import type { Borrador, Calculo, Corredor, Elegible, Escalon } from './tipos.ts'

/** The sum of a client's credits in one currency, with its decimals; null where he has none. */
export function saldoEn(
  saldos: readonly { moneda_id: number; saldo: string }[],
  moneda_id: number | undefined,
): string | null {
  const own = saldos.filter((each) => each.moneda_id === moneda_id).map(({ saldo }) => saldo)
  const places = own[0]?.split('.')[1]?.length ?? 0
  return own.length > 0 ? texto(suma(own.map(decimal)), places) : null
}

/**
 * Derives everything that is shown and sent; `agenda` is undefined while loading, and `saldo` is the client's credit in
 * the order's currency. Never throws.
 */
export function calcular(
  opciones: OpcionesOrden,
  borrador: Borrador,
  agenda: readonly Elegible[] | undefined,
  saldo: string | null = null,
): Calculo {
  const corredor = corredorDe(opciones, borrador.corredor)
  const beneficiario = agenda?.find(({ id }) => id === borrador.beneficiario_id) ?? null
  const { tramo, envia, recibe, error } = montos(borrador, corredor)
  const credito = borrador.usa_saldo && saldo !== null && envia ? menor(saldo, envia) : null
  const lineas = lineasDe(opciones, borrador, corredor, porPagar(envia, credito))
  const known = corredor && tramo && envia && recibe && !error
  const base: Calculo = {
    ...{ corredor, tramo, envia, recibe, credito, error, beneficiario, lineas },
    ...{ dolares: null, margen: null, fondo: null, frase: '', problema: null, campo: null },
  }
  const all: Calculo = known
    ? {
        ...base,
        dolares: tramo.en_usd && texto(decimal(envia).times(decimal(tramo.en_usd)), 2),
        margen: margenDe(tramo, envia, recibe, corredor),
        fondo: fondoDe(opciones, corredor, recibe),
        frase: fraseDe(base, enMano(opciones, borrador, base) ?? envia, recibe),
      }
    : base
  return { ...all, ...problemaDe(opciones, borrador, all) }
}

/**
 * Both amounts at the step of client and amount. A quote from another screen keeps its rate until the server answers that it
 * changed.
 */
function montos({ lado, valor, cotizada, cliente }: Borrador, corredor: Corredor | null) {
  if (!corredor) return { tramo: null, envia: null, recibe: null, error: null }
  const { base: de, cotizacion: a } = corredor
  const tramos = tramosPara(corredor.tramos, cliente?.segmento)
  // What cannot be read is no amount of anything that is derived from it.
  if (valor !== null && !isDecimal(valor)) {
    const { tramo } = calcularEnTramos({ lado, valor: null }, tramos, { de, a })
    return { tramo, envia: null, recibe: null, error: ILEGIBLE }
  }
  const found = calcularEnTramos({ lado, valor }, tramos, { de, a })
  if (!found.tramo || !cotizada || cotizada.valor !== valor) return found
  const { historico_id, tasa } = cotizada
  const quoted = tramos.map((step) =>
    step === found.tramo ? { ...step, historico_id, tasa } : step,
  )
  return calcularEnTramos({ lado, valor }, quoted, { de, a })
}

const menor = (one: string, other: string) => (decimal(one).lt(decimal(other)) ? one : other)

function lineasDe(
  opciones: OpcionesOrden,
  borrador: Borrador,
  corredor: Corredor | null,
  total: string | null,
): Calculo['lineas'] {
  const { funcional, tipos_pago } = opciones
  if (!corredor || !total)
    return borrador.lineas.map((l) => ({ ...l, resuelto: l.monto ?? '', tarifa: '0' }))
  const functional = corredor.base.id === funcional.id
  const { decimales } = corredor.base
  const lineas = rellenar(borrador.lineas, tipos_pago, {
    ...{ total, lado: 'recibimos', decimales },
    moneda_minima: functional ? funcional.redondeo_efectivo : null,
  })
  const fees = tarifasDe(
    lineas.map((l) => ({ ...l, monto: leerDecimal(l.resuelto) ?? CERO })),
    (way) => tipos_pago.find(({ id }) => id === way)?.tarifa ?? null,
    decimales,
  )
  return lineas.map((l, n) => ({ ...l, tarifa: fees[n] ?? '0' }))
}

/** What is left of what the client hands over when what he gets is taken at cost. Twin of SQL `ordenes_cotizar`. */
function margenDe(
  { tasa_costo, metodo_calculo }: Escalon,
  envia: string,
  recibe: string,
  { base }: Corredor,
): string | null {
  if (!tasa_costo) return null
  const cost = inversa({ tasa: tasa_costo, metodo_calculo })
  const taken = convertir(decimal(recibe), cost, base.decimales, 'medio')
  return texto(decimal(envia).minus(taken), base.decimales)
}

function fondoDe(opciones: OpcionesOrden, { cotizacion }: Corredor, recibe: string) {
  const found = opciones.fondos.find(({ moneda_id }) => moneda_id === cotizacion.id)
  if (!found) return { disponible: texto(decimal('0'), cotizacion.decimales), falta: recibe }
  const lacks = decimal(recibe).minus(decimal(found.disponible))
  return {
    disponible: found.disponible,
    falta: lacks.gt(0) ? texto(lacks, cotizacion.decimales) : null,
  }
}

/** The order in a sentence: `El cliente entrega S/ 500.00 y María recibe Bs 26,206.00 por Pago Móvil.` */
function fraseDe(
  { corredor, envia, credito, beneficiario }: Calculo,
  entrega: string,
  recibe: string,
): string {
  if (!corredor) return ''
  const { base, cotizacion } = corredor
  const whole = porPagar(envia, credito) === null
  const gives = whole
    ? `paga ${formatMonto(entrega, base)} con su saldo`
    : `entrega ${formatMonto(entrega, base)}`
  const who = beneficiario ? (beneficiario.nombre.split(' ')[0] ?? '') : 'el beneficiario'
  const by = beneficiario ? ` por ${beneficiario.metodo.nombre}` : ''
  return `El cliente ${gives} y ${who} recibe ${formatMonto(recibe, cotizacion)}${by}.`
}

const NADA = { problema: null, campo: null }

/** The first problem that prevents sending, in the order of the page. */
function problemaDe(
  opciones: OpcionesOrden,
  borrador: Borrador,
  c: Calculo,
): Problema | typeof NADA {
  if (!c.corredor || !c.tramo) {
    return { problema: 'No hay una tasa activa para este corredor.', campo: 'campo-envia' }
  }
  const amount = `campo-${borrador.lado}`
  if (c.error) return { problema: c.error, campo: amount }
  if (!c.envia || !c.recibe || decimal(c.envia).lte(0) || decimal(c.recibe).lte(0)) {
    return { problema: 'Escriba el monto.', campo: amount }
  }
  return (
    limiteDe(opciones, borrador, c) ??
    personasDe(borrador, c) ??
    (borrador.cobrar ? cobrosDe(opciones, c) : null) ??
    NADA
  )
}

function limiteDe({ limite_usd }: OpcionesOrden, { lado }: Borrador, { dolares }: Calculo) {
  if (limite_usd === null || dolares === null || decimal(dolares).lte(limite_usd)) return null
  const limit = formatMonto(limite_usd, { simbolo: 'US$', decimales: 2 })
  return {
    problema: `La operación supera su límite de ${limit}. Pida que la registre otra persona.`,
    campo: `campo-${lado}`,
  }
}

function personasDe({ cliente, busqueda }: Borrador, { beneficiario, corredor }: Calculo) {
  if (!cliente) {
    const problema = busqueda.trim()
      ? 'Elija el cliente de la lista o cree uno nuevo.'
      : 'Elija el cliente.'
    return { problema, campo: 'campo-cliente' }
  }
  if (!beneficiario) return { problema: 'Elija el beneficiario.', campo: 'campo-beneficiario' }
  if (beneficiario.moneda.id !== corredor?.cotizacion.id) {
    return {
      problema: 'El beneficiario cobra en otra moneda: elija otro.',
      campo: 'campo-beneficiario',
    }
  }
  if (beneficiario.reparos.length === 0) return null
  return {
    problema: `Los datos de ${beneficiario.nombre} están por corregir.`,
    campo: 'campo-beneficiario',
  }
}

/**
 * Checks present payments: complete lines with their vouchers. They may be less than agreed: the rest is paid later.
 */
function cobrosDe(opciones: OpcionesOrden, c: Calculo): Problema | null {
  const { corredor, lineas } = c
  const total = porPagar(c.envia, c.credito)
  if (!corredor || !total) return null
  const wrong = problemaDeLineas(tiposDeCobro(opciones, corredor), lineas, opciones.cuentas)
  if (wrong) return wrong
  const over = suma(lineas.map(({ resuelto }) => decimal(resuelto))).minus(decimal(total))
  if (over.lte(0)) return null
  return {
    problema: `Los cobros suman ${formatMonto(texto(over, corredor.base.decimales), corredor.base)} de más.`,
    campo: `campo-pago-${lineas.at(-1)?.id}-monto`,
  }
}

/** The unpaid rest of the agreed amount, beside a credit that pays a part of it; null when there is none, or it is below the smallest coin in cash. */
export function porCobrar(opciones: OpcionesOrden, borrador: Borrador, c: Calculo): string | null {
  const total = porPagar(c.envia, c.credito)
  if (!c.corredor || !total) return null
  const paid = borrador.cobrar
    ? suma(c.lineas.map(({ resuelto }) => decimal(resuelto || '0')))
    : decimal('0')
  const left = decimal(total).minus(paid)
  const cash = c.lineas.some(
    (l) => opciones.tipos_pago.find(({ id }) => id === l.tipo_pago_id)?.efectivo,
  )
  const coin = opciones.funcional.redondeo_efectivo
  const functional = c.corredor.base.id === opciones.funcional.id
  const forgiven = borrador.cobrar && cash && functional && coin !== null && left.lt(decimal(coin))
  return left.lte(0) || forgiven ? null : texto(left, c.corredor.base.decimales)
}

/** The amount that the client counts out, rounded in cash; null while a rest is unpaid. */
function enMano(opciones: OpcionesOrden, borrador: Borrador, c: Calculo): string | null {
  if (!c.corredor || !borrador.cobrar || porPagar(c.envia, c.credito) === null) return null
  if (porCobrar(opciones, borrador, c) !== null) return null
  return texto(
    suma(c.lineas.map((l) => decimal(l.resuelto || '0').plus(decimal(l.tarifa)))),
    c.corredor.base.decimales,
  )
}
