import { decimal, texto } from '../../../../core/dinero/decimal.ts'
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
import { fillIn, nuevaLinea } from './pagos.ts'
import { identificacionDe, limiteDe, problemaDe, redondeoDe } from './problema.ts'
import {
  type Borrador,
  type Calculo,
  type Opciones,
  positive,
  type TasaMostrador,
} from './tipos.ts'
import { tramoDeBorrador } from './tramo.ts'

/** An empty counter: a purchase of the first currency there is, to be paid in cash. */
export function empezar(opciones: Opciones, tipo: Tipo, from: Partial<Borrador> = {}): Borrador {
  const draft: Borrador = {
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
  const rates = tasasDe(opciones, tipo)
  const same = rates.find(({ divisa, contramoneda }) =>
    tipo === 'canje'
      ? divisa.id === draft.divisa_id && contramoneda.id === draft.contramoneda_id
      : divisa.id === draft.divisa_id,
  )
  const rate = same ?? rates[0]
  return withLines(opciones, {
    ...draft,
    tipo,
    tasa: null,
    divisa_id: rate?.divisa.id ?? null,
    contramoneda_id: rate?.contramoneda.id ?? null,
  })
}

/** The rates that an operation of this type can be made with; dollars first. */
export function tasasDe(opciones: Opciones, tipo: Tipo): TasaMostrador[] {
  const rank = ({ divisa }: TasaMostrador) => (divisa.iso === 'USD' ? 0 : 1)
  return opciones.tasas.filter((t) => t.tipo === tipo).sort((a, b) => rank(a) - rank(b))
}

function withLines(opciones: Opciones, draft: Borrador): Borrador {
  const parts: [Lado, Parte][] =
    draft.tipo === 'venta'
      ? [
          ['recibimos', 'contramoneda'],
          ['entregamos', 'divisa'],
        ]
      : [
          ['recibimos', 'divisa'],
          ['entregamos', 'contramoneda'],
        ]
  const lineas = parts.map(([lado, parte]) => nuevaLinea(opciones, draft, lado, parte))
  return { ...draft, lineas }
}

/** Derives everything that is shown and sent. Never throws: what cannot be read is a `problema`. */
export function calcular(opciones: Opciones, draft: Borrador): Calculo {
  const { tasa, salto } = tramoDeBorrador(opciones, draft)
  const valor_tasa = draft.tasa ?? tasa?.tasa ?? ''
  const empty = {
    tasa,
    valor_tasa,
    montos: null,
    esperados: [],
    enMano: [],
    lineas: [],
    resultado: null,
    margen: null,
    dolares: null,
    manos: null,
    frase: '',
    campo: null,
  }
  if (!tasa) return { ...empty, problema: 'No hay una tasa activa para esta operación.' }
  const lines = draft.lineas.map((l) => ({ ...l, resuelto: l.monto ?? '' }))
  if (!positive(valor_tasa))
    return { ...empty, lineas: lines, problema: 'Escriba una tasa válida.', campo: 'campo-tasa' }
  if (!positive(draft.valor)) {
    return {
      ...empty,
      lineas: lines,
      problema: draft.valor ? 'Escriba un monto válido.' : 'Escriba el monto.',
      campo: `campo-${draft.lado}`,
    }
  }
  const q = montos(
    draft.tipo,
    draft.lado === 'monto' ? { monto: draft.valor } : { contravalor: draft.valor },
    { tasa: valor_tasa, metodo_calculo: tasa.metodo_calculo },
    { divisa: tasa.divisa.decimales, contramoneda: tasa.contramoneda.decimales },
  )
  const worth = enDolares(draft.tipo, q, tasa.divisa.iso, tasa.precio_usd)
  const dolares = worth && texto(worth, 2)
  const servicio = positive(draft.servicio) ? draft.servicio : '0'
  const totals = esperados(draft.tipo, q, servicio)
  const lineas = fillIn(opciones, draft, totals)
  const position = tasa.posicion && {
    cantidad: decimal(tasa.posicion.cantidad),
    costo: decimal(tasa.posicion.costo),
  }
  const redondeo = redondeoDe(opciones, draft, totals, lineas)
  const counted = enMano(draft.tipo, q, { servicio, redondeo })
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
    resultado: position ? resultado(draft.tipo, q, position) : null,
    margen: margen(
      draft.tipo,
      q,
      tasa.tasa_costo ? { tasa: tasa.tasa_costo, metodo_calculo: tasa.metodo_calculo } : null,
    ),
    dolares,
    manos,
    frase: frase(manos),
    problema: null,
    campo: null,
    ...((salto ? { problema: salto, campo: `campo-${draft.lado}` } : null) ??
      limiteDe(opciones, draft, dolares) ??
      problemaDe(opciones, draft, tasa, valor_tasa, totals, lineas) ??
      identificacionDe(opciones, draft, dolares)),
  }
}

/** Said from the client's side: what he hands over and what he gets. */
export function frase({ entrega, recibe }: Manos): string {
  return `El cliente entrega ${entrega} y recibe ${recibe}.`
}

/** What the house offers, with one rate as it was when it was quoted. */
export function conTasa(
  opciones: Opciones,
  vieja: Pick<TasaMostrador, 'tipo' | 'historico_id' | 'tasa'>,
  draft: Borrador,
): Opciones {
  const tasas = opciones.tasas.map((t) =>
    t.tipo === vieja.tipo &&
    t.divisa.id === draft.divisa_id &&
    t.contramoneda.id === draft.contramoneda_id
      ? { ...t, ...vieja }
      : t,
  )
  return { ...opciones, tasas }
}

/** The permission that this operation uses up. */
function permisoDe({ permiso = null, ...draft }: Borrador, c: Calculo): Permiso | null {
  const { tasa, valor_tasa, montos: q } = c
  return tasa && q && cubre(permiso, draft, tasa.tasa, valor_tasa, q.monto) ? permiso : null
}

/** The body of the registration; call it only without a `problema`. */
export function registroDe(draft: Borrador, c: Calculo, more: Partial<Registro> = {}): Registro {
  const side = (lado: Lado) =>
    c.lineas
      .filter((l) => l.lado === lado)
      .map((l) => ({
        tipo_pago_id: l.tipo_pago_id,
        cuenta_id: l.cuenta_id,
        monto: l.resuelto,
        referencia: l.referencia.trim() || null,
        comprobante_id: l.comprobante?.id ?? null,
        denominaciones: l.denominaciones ? [...l.denominaciones] : null,
      }))
  return {
    tipo: draft.tipo,
    cliente_id: draft.cliente?.id ?? null,
    divisa_id: draft.divisa_id ?? 0,
    [draft.lado]: draft.valor,
    historico_id: c.tasa?.historico_id ?? 0,
    tasa: c.valor_tasa,
    servicio: positive(draft.servicio) ? draft.servicio : '0',
    recibimos: side('recibimos'),
    entregamos: side('entregamos'),
    observacion: draft.observacion.trim() || null,
    motivo: draft.motivo.trim() || null,
    autorizacion_id: permisoDe(draft, c)?.id ?? null,
    ...more,
  }
}
