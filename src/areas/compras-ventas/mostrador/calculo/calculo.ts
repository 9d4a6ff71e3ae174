import { decimal, suma, texto } from '../../../../core/dinero/decimal.ts'
import { porQueNoEsMonto } from '../../../../core/dinero/ilegible.ts'
import type { Alrededor, Parte as ParteServida } from '../../../servicio-reglas/rules/regla.ts'
import type { Tipo } from '../../contract/opciones.ts'
import type { Registro } from '../../contract.ts'
import { type Manos, manosDe } from '../../papel/manos.ts'
import {
  enDolares,
  enMano,
  esperados,
  type Lado,
  margen,
  montos,
  type Parte,
  resultado,
} from '../../rules.ts'
import { cubre, type Permiso } from './autorizacion.ts'
import { conTarifa, fillIn, nuevaLinea, tarifasAparte } from './pagos.ts'
import { identificacionDe, limiteDe, problemaDe, redondeoDe } from './problema.ts'
import { parteDe, servicioDe, servicioMal, superaPago } from './servicio.ts'
import {
  type Borrador,
  type Calculo,
  type Opciones,
  positive,
  type TasaMostrador,
} from './tipos.ts'
import { tramoDeBorrador } from './tramo.ts'

/** The initial draft: a purchase of the first available currency, paid in cash. */
export function empezar(opciones: Opciones, tipo: Tipo, from: Partial<Borrador> = {}): Borrador {
  const borrador: Borrador = {
    tipo,
    divisa_id: null,
    contramoneda_id: null,
    cliente: null,
    busqueda: '',
    lado: 'monto',
    valor: null,
    tasa: null,
    servicio: null,
    lineas: [],
    observacion: '',
    motivo: '',
    cotizada: null,
    ...from,
  }
  const posibles = tasasDe(opciones, tipo)
  const same = posibles.find(({ divisa, contramoneda }) =>
    tipo === 'canje'
      ? divisa.id === borrador.divisa_id && contramoneda.id === borrador.contramoneda_id
      : divisa.id === borrador.divisa_id,
  )
  const tasa = same ?? posibles[0]
  return withLines(opciones, {
    ...borrador,
    tipo,
    tasa: null,
    divisa_id: tasa?.divisa.id ?? null,
    contramoneda_id: tasa?.contramoneda.id ?? null,
  })
}

/** The rates available for an operation of this type; dollars first. */
export function tasasDe(opciones: Opciones, tipo: Tipo): TasaMostrador[] {
  const rank = ({ divisa }: TasaMostrador) => (divisa.iso === 'USD' ? 0 : 1)
  return opciones.tasas.filter((t) => t.tipo === tipo).sort((a, b) => rank(a) - rank(b))
}

function withLines(opciones: Opciones, borrador: Borrador): Borrador {
  const parts: [Lado, Parte][] =
    borrador.tipo === 'venta'
      ? [
          ['recibimos', 'contramoneda'],
          ['entregamos', 'divisa'],
        ]
      : [
          ['recibimos', 'divisa'],
          ['entregamos', 'contramoneda'],
        ]
  const lineas = parts.map(([lado, parte]) => nuevaLinea(opciones, borrador, lado, parte))
  return { ...borrador, lineas }
}

/** What drafts came to: a draft never changes, another one takes its place. */
const hechos = new WeakMap<Borrador, { opciones: Opciones; calculo: Calculo }>()

/** Derives everything that is shown and sent, once. Never throws: invalid input gives a `problema`. */
export function calcular(opciones: Opciones, borrador: Borrador): Calculo {
  const hecho = hechos.get(borrador)
  if (hecho?.opciones === opciones) return hecho.calculo
  const calculo = derivar(opciones, borrador)
  hechos.set(borrador, { opciones, calculo })
  return calculo
}

function derivar(opciones: Opciones, borrador: Borrador): Calculo {
  const { tasa, salto } = tramoDeBorrador(opciones, borrador)
  const valor_tasa = borrador.tasa ?? tasa?.tasa ?? ''
  const empty = {
    tasa,
    valor_tasa,
    montos: null,
    esperados: [],
    enMano: [],
    lineas: [],
    tarifa: '0.00',
    servicio: '0',
    regla: null,
    resultado: null,
    margen: null,
    dolares: null,
    manos: null,
    frase: '',
    campo: null,
  }
  if (!tasa) return { ...empty, problema: 'No hay una tasa activa para esta operación.' }
  const lines = borrador.lineas.map((l) => ({ ...l, resuelto: l.monto ?? '', tarifa: '0.00' }))
  if (!positive(valor_tasa))
    return { ...empty, lineas: lines, problema: 'Escriba una tasa válida.', campo: 'campo-tasa' }
  if (!positive(borrador.valor)) {
    return {
      ...empty,
      lineas: lines,
      problema: borrador.valor ? porQueNoEsMonto(borrador.valor) : 'Escriba el monto.',
      campo: `campo-${borrador.lado}`,
    }
  }
  const q = montosDe(borrador, borrador.valor, tasa, valor_tasa)
  const worth = enDolares(borrador.tipo, q, tasa.divisa.iso, tasa.precio_usd)
  const dolares = worth && texto(worth, 2)
  const fee = servicioDe(opciones, borrador, tasa, q, alrededorDe(opciones, borrador))
  const { servicio } = fee
  const aparte = tarifasAparte(opciones, borrador.lineas)
  const totals = esperados(borrador.tipo, q, texto(decimal(servicio).plus(aparte), 2))
  const lineas = conTarifa(opciones, fillIn(opciones, borrador, totals))
  const tarifa = texto(suma(lineas.map((l) => decimal(l.tarifa))), 2)
  const position = tasa.posicion && {
    cantidad: decimal(tasa.posicion.cantidad),
    costo: decimal(tasa.posicion.costo),
  }
  const redondeo = redondeoDe(opciones, borrador, totals, lineas)
  const counted = enMano(borrador.tipo, q, { servicio, redondeo, tarifa })
  const manos = manosDe(counted, {
    ...{ divisa: tasa.divisa, contramoneda: tasa.contramoneda, funcional: opciones.funcional },
  })
  return {
    tasa,
    valor_tasa,
    montos: q,
    esperados: totals,
    enMano: counted,
    lineas,
    tarifa,
    ...fee,
    resultado: position ? resultado(borrador.tipo, q, position, tasa.precio_entra) : null,
    margen: margen(
      borrador.tipo,
      q,
      tasa.tasa_costo ? { tasa: tasa.tasa_costo, metodo_calculo: tasa.metodo_calculo } : null,
    ),
    dolares,
    // What is less than nothing is told by the problem, not as an amount.
    ...(superaPago(borrador.tipo, q, fee)
      ? { manos: null, frase: '' }
      : { manos, frase: frase(manos) }),
    problema: null,
    campo: null,
    ...((salto ? { problema: salto, campo: `campo-${borrador.lado}` } : null) ??
      limiteDe(opciones, borrador, dolares) ??
      servicioMal(opciones, borrador, q, fee) ??
      problemaDe(opciones, borrador, tasa, valor_tasa, totals, lineas) ??
      identificacionDe(opciones, borrador, dolares)),
  }
}

const montosDe = (
  { tipo, lado }: Pick<Borrador, 'tipo' | 'lado'>,
  valor: string,
  { metodo_calculo, divisa, contramoneda }: TasaMostrador,
  tasa: string,
) =>
  montos(
    tipo,
    lado === 'monto' ? { monto: valor } : { contravalor: valor },
    { tasa, metodo_calculo },
    { divisa: divisa.decimales, contramoneda: contramoneda.decimales },
  )

/** A draft as the rules of the service fee see it; none without amounts. */
export function partesDe(opciones: Opciones, borrador: Borrador): ParteServida[] {
  const { tasa } = tramoDeBorrador(opciones, borrador)
  const { tipo, valor, tasa: typed } = borrador
  const valor_tasa = typed ?? tasa?.tasa ?? ''
  if (!tasa || !positive(valor_tasa) || !positive(valor)) return []
  return [parteDe(tipo, tasa, montosDe(borrador, valor, tasa, valor_tasa))]
}

/** What is typed comes after what waits in its ticket. */
const alrededorDe = (opciones: Opciones, { alrededor, otras = [] }: Borrador): Alrededor =>
  alrededor ?? { antes: otras.flatMap((one) => partesDe(opciones, one)), despues: [] }

/** The amounts as a sentence from the client's side. */
export function frase({ entrega, recibe }: Manos): string {
  return `El cliente entrega ${entrega} y recibe ${recibe}.`
}

/** The options with one rate replaced by its quoted version. */
export function conTasa(
  opciones: Opciones,
  vieja: Pick<TasaMostrador, 'tipo' | 'historico_id' | 'tasa'>,
  borrador: Borrador,
): Opciones {
  const tasas = opciones.tasas.map((t) =>
    t.tipo === vieja.tipo &&
    t.divisa.id === borrador.divisa_id &&
    t.contramoneda.id === borrador.contramoneda_id
      ? { ...t, ...vieja }
      : t,
  )
  return { ...opciones, tasas }
}

/** The permission that this operation uses; null when it needs none. */
function permisoDe({ permiso = null, ...borrador }: Borrador, c: Calculo): Permiso | null {
  const { tasa, valor_tasa, montos: q } = c
  return tasa && q && cubre(permiso, borrador, tasa.tasa, valor_tasa, q.monto) ? permiso : null
}

/** The body of the registration; call it only when there is no `problema`. */
export function registroDe(borrador: Borrador, c: Calculo, more: Partial<Registro> = {}): Registro {
  const side = (lado: Lado) =>
    c.lineas
      .filter((l) => l.lado === lado)
      .map((l) => ({
        tipo_pago_id: l.tipo_pago_id,
        cuenta_id: l.cuenta_id,
        monto: l.resuelto,
        tarifa: l.tarifa,
        referencia: l.referencia.trim() || null,
        comprobante_id: l.comprobante?.id ?? null,
        recibido: l.recibido ?? null,
        denominaciones: l.denominaciones ? [...l.denominaciones] : null,
      }))
  return {
    tipo: borrador.tipo,
    cliente_id: borrador.cliente?.id ?? null,
    divisa_id: borrador.divisa_id ?? 0,
    [borrador.lado]: borrador.valor,
    historico_id: c.tasa?.historico_id ?? 0,
    tasa: c.valor_tasa,
    servicio: c.servicio,
    recibimos: side('recibimos'),
    entregamos: side('entregamos'),
    observacion: borrador.observacion.trim() || null,
    motivo: borrador.motivo.trim() || null,
    autorizacion_id: permisoDe(borrador, c)?.id ?? null,
    ...more,
  }
}
