import { cotizar } from '../../../../core/dinero/tasa.ts'
import {
  nombreTasa,
  tramoDe,
  tramoParaRecibir,
  tramosPara,
} from '../../../../core/dinero/tramos.ts'
import { formatMonto } from '../../../../core/formato.ts'
import { type Borrador, type Opciones, positive, type TasaMostrador } from './tipos.ts'

interface Elegida {
  tasa: TasaMostrador | null
  salto: string | null
}

/**
 * The rate of a draft: the client and the amount that he hands over select the segment of the corridor. `salto`: no segment
 * yields the typed amount exactly; it says what the next segment yields.
 */
export function tramoDeBorrador(opciones: Opciones, borrador: Borrador): Elegida {
  const found = elegir(opciones, borrador)
  const { cotizada, valor } = borrador
  // A rate quoted on another screen stays until the server reports that it changed, with both amounts.
  if (!found.tasa || !cotizada || cotizada.valor !== valor) return found
  const { historico_id, tasa } = cotizada
  return { tasa: { ...found.tasa, historico_id, tasa }, salto: null }
}

function elegir(
  opciones: Opciones,
  { tipo, divisa_id, contramoneda_id, lado, valor, cliente }: Borrador,
): Elegida {
  const steps = tramosPara(
    opciones.tasas.filter(
      (t) => t.tipo === tipo && t.divisa.id === divisa_id && t.contramoneda.id === contramoneda_id,
    ),
    cliente?.segmento,
  )
  const first = steps[0] ?? null
  if (!first || !positive(valor)) return { tasa: first, salto: null }
  // In a sale the client hands over the contramoneda, otherwise the divisa.
  const sale = tipo === 'venta'
  const [de, a] = sale ? [first.contramoneda, first.divisa] : [first.divisa, first.contramoneda]
  if ((lado === 'contravalor') === sale)
    return { tasa: tramoDe(steps, valor) ?? first, salto: null }
  const decimales = { envia: de.decimales, recibe: a.decimales }
  const found = tramoParaRecibir(steps, valor, decimales)
  if (!found?.salto) return { tasa: found?.tramo ?? first, salto: null }
  const { tramo, envia } = found
  const { recibe } = cotizar({ envia }, tramo, decimales)
  const salto = `Con ${formatMonto(envia, de)} rige la ${nombreTasa(tramo.segmento)} y se entregan ${formatMonto(recibe, a)}.`
  return { tasa: tramo, salto }
}
