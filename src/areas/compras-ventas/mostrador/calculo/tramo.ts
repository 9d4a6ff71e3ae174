import { cotizar } from '../../../../core/dinero/tasa.ts'
import { nombreTasa, tramoDe, tramoParaRecibir } from '../../../../core/dinero/tramos.ts'
import { formatMonto } from '../../../../core/formato.ts'
import { type Borrador, type Opciones, positive, type TasaMostrador } from './tipos.ts'

interface Elegida {
  tasa: TasaMostrador | null
  salto: string | null
}

/**
 * The rate of a draft: which step of its corridor the amount is on, by what the client hands over. `salto`: no amount
 * yields exactly what was typed, and what the next step yields instead.
 */
export function tramoDeBorrador(opciones: Opciones, draft: Borrador): Elegida {
  const found = elegir(opciones, draft)
  const { cotizada, valor } = draft
  // Quoted elsewhere: that rate stands until the server says what became of it, with both amounts.
  if (!found.tasa || !cotizada || cotizada.valor !== valor) return found
  const { historico_id, tasa } = cotizada
  return { tasa: { ...found.tasa, historico_id, tasa }, salto: null }
}

function elegir(
  opciones: Opciones,
  { tipo, divisa_id, contramoneda_id, lado, valor }: Borrador,
): Elegida {
  const steps = opciones.tasas.filter(
    (t) => t.tipo === tipo && t.divisa.id === divisa_id && t.contramoneda.id === contramoneda_id,
  )
  const first = steps[0] ?? null
  if (!first || !positive(valor)) return { tasa: first, salto: null }
  // A sale hands over the countervalue, everything else the currency.
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
