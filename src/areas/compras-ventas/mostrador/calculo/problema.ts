import { decimal, decimalesDe, suma, texto } from '../../../../core/dinero/decimal.ts'
import { formatDecimal, formatMonto, formatTasa } from '../../../../core/formato.ts'
import { type Problema, problemaDeLineas, resto } from '../../../tipos-pagos/rules/linea-pago.ts'
import type { Esperado } from '../../rules.ts'
import { cubre, fueraDeRango } from './autorizacion.ts'
import { monedaDe } from './pagos.ts'
import { servicioIlegible } from './servicio.ts'
import type { Borrador, Calculo, Opciones, TasaMostrador } from './tipos.ts'

type Lineas = Calculo['lineas']

/** The problem of an operation above its user's limit; null when it is not, or when only the server can tell. */
export function limiteDe(
  { limite_usd }: Opciones,
  borrador: Borrador,
  dolares: string | null,
): Problema | null {
  if (limite_usd === null || dolares === null || decimal(dolares).lte(limite_usd)) return null
  const limit = formatMonto(limite_usd, { simbolo: 'US$', decimales: 2 })
  return {
    problema: `La operación supera su límite de ${limit}. Pida que la registre otra persona.`,
    campo: `campo-${borrador.lado}`,
  }
}

/** The problem of an amount that requires a client; null when one is chosen, or when only the server can tell. */
export function identificacionDe(
  { umbral_usd }: Pick<Opciones, 'umbral_usd'>,
  { cliente }: Pick<Borrador, 'cliente'>,
  dolares: string | null,
): Problema | null {
  if (cliente || dolares === null || decimal(dolares).lt(umbral_usd)) return null
  return {
    problema: `Desde US$ ${formatDecimal(umbral_usd, 0)} se necesita identificar al cliente.`,
    campo: 'campo-cliente',
  }
}

/** The first problem that prevents sending an operation whose amounts are known; null without one. */
export function problemaDe(
  opciones: Opciones,
  borrador: Borrador,
  tasa: TasaMostrador,
  valor_tasa: string,
  totals: readonly Esperado[],
  lineas: Lineas,
): Problema | null {
  const { decimales } = borrador.lado === 'monto' ? tasa.divisa : tasa.contramoneda
  if (borrador.valor && decimalesDe(borrador.valor) > decimales) {
    const problema =
      decimales > 0
        ? `El monto admite hasta ${decimales} decimales.`
        : 'El monto no admite decimales.'
    return { problema, campo: `campo-${borrador.lado}` }
  }
  if (servicioIlegible(borrador)) {
    const problema = 'No se entiende el servicio. Escríbalo como 2.50, o déjelo vacío.'
    return { problema, campo: 'campo-servicio' }
  }
  const monto = totals.find(({ parte }) => parte === 'divisa')?.total ?? '0'
  const allowed = cubre(borrador.permiso ?? null, borrador, tasa.tasa, valor_tasa, monto)
  if (fueraDeRango(opciones, tasa, valor_tasa) && !allowed) {
    const limit = texto(decimal(opciones.desvio_pct), 1)
    const published = formatTasa(tasa.tasa, tasa.precision)
    return {
      problema: `La tasa se aparta más de ${limit} % de la publicada (${published}).`,
      campo: 'campo-tasa',
    }
  }
  if (!borrador.cliente && borrador.busqueda.trim()) {
    return {
      problema: 'Elija el cliente de la lista o borre lo que escribió.',
      campo: 'campo-cliente',
    }
  }
  return (
    bloqueadaDe(opciones, lineas) ??
    problemaDeLineas(opciones.tipos_pago, lineas, opciones.cuentas) ??
    badSum(opciones, borrador, tasa, totals, lineas) ??
    faltaDe(opciones, [opciones.funcional, tasa.divisa, tasa.contramoneda], lineas)
  )
}

/** The problem of an account that refuses payments now; payments to be verified reach it later and are ignored. */
export function bloqueadaDe(
  { cuentas, tipos_pago }: Pick<Opciones, 'cuentas' | 'tipos_pago'>,
  lineas: Lineas,
): Problema | null {
  const later = new Set(tipos_pago.filter((t) => t.requiere_verificacion).map(({ id }) => id))
  for (const { id, cuenta_id, tipo_pago_id } of lineas) {
    const cuenta = cuentas.find((c) => c.id === cuenta_id)
    if (!cuenta?.bloqueo || later.has(tipo_pago_id)) continue
    const problema =
      cuenta.bloqueo === 'conteo'
        ? `${cuenta.nombre} se está contando: espere a que cierre o use otra cuenta.`
        : `${cuenta.nombre} no tiene turno abierto: su cajero lo abre en Mi caja.`
    return { problema, campo: `campo-pago-${id}-monto` }
  }
  return null
}

/** The problem of an account without enough balance; payments to be verified leave it later and are ignored. */
export function faltaDe(
  { cuentas, tipos_pago }: Pick<Opciones, 'cuentas' | 'tipos_pago'>,
  monedas: readonly { id: number; simbolo: string; decimales: number }[],
  lineas: Lineas,
): Problema | null {
  const later = new Set(tipos_pago.filter((t) => t.requiere_verificacion).map(({ id }) => id))
  const leaving = lineas.filter((l) => l.lado === 'entregamos' && !later.has(l.tipo_pago_id))
  for (const { id, nombre, disponible, moneda_id } of cuentas) {
    const mine = leaving.filter(({ cuenta_id }) => cuenta_id === id)
    const moneda = monedas.find((m) => m.id === moneda_id)
    const needed = suma(mine.map(({ resuelto }) => decimal(resuelto)))
    if (!moneda || disponible === null || needed.lte(disponible)) continue
    const amount = formatMonto(texto(needed, moneda.decimales), moneda)
    return {
      problema: `Saldo insuficiente en ${nombre}: hay ${formatMonto(disponible, moneda)} y se necesitan ${amount}.`,
      campo: `campo-pago-${mine.at(-1)?.id}-monto`,
    }
  }
  return null
}

/** Cash rounding of one side in the client's favour; zero when the payments differ by the smallest coin or more. */
function favorDe(
  opciones: Opciones,
  borrador: Borrador,
  { lado, parte, total }: Esperado,
  lineas: Lineas,
): string {
  const mine = lineas.filter((l) => l.lado === lado && l.parte === parte)
  const left = decimal(
    resto(
      total,
      mine.map(({ resuelto }) => resuelto),
      8,
    ),
  )
  const favor = lado === 'entregamos' ? left.times(-1) : left
  const coin = opciones.funcional.redondeo_efectivo
  const functional = monedaDe(opciones, borrador, parte) === opciones.funcional.id
  return functional && coin && favor.gt(0) && favor.lt(coin) ? texto(favor, 2) : '0'
}

/** Cash rounding of the whole operation, in the client's favour. */
export function redondeoDe(
  opciones: Opciones,
  borrador: Borrador,
  totals: readonly Esperado[],
  lineas: Lineas,
): string {
  return totals
    .map((one) => favorDe(opciones, borrador, one, lineas))
    .reduce((sum, one) => texto(decimal(sum).plus(one), 2), '0.00')
}

function badSum(
  opciones: Opciones,
  borrador: Borrador,
  tasa: TasaMostrador,
  totals: readonly Esperado[],
  lineas: Lineas,
): Problema | null {
  for (const { lado, parte, total } of totals) {
    const mine = lineas.filter((l) => l.lado === lado && l.parte === parte)
    const amounts = mine.map(({ resuelto }) => resuelto)
    const left = decimal(resto(total, amounts, 8))
    if (left.eq(0) || decimal(favorDe(opciones, borrador, { lado, parte, total }, lineas)).gt(0))
      continue
    const side = lado === 'recibimos' ? 'Recibimos' : 'Entregamos'
    const moneda = parte === 'funcional' ? opciones.funcional : tasa[parte]
    const amount = formatMonto(texto(left.abs(), moneda.decimales), moneda)
    return {
      problema: `«${side}» no suma lo que debe: ${left.gt(0) ? 'faltan' : 'sobran'} ${amount}.`,
      campo: `campo-pago-${mine.at(-1)?.id}-monto`,
    }
  }
  return null
}
