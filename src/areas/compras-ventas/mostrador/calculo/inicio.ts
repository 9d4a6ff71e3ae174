import { type Borrador, positive } from './tipos.ts'

/**
 * The values passed in the URL by another screen (the calculator): an amount of either side, and its quote.
 */
export function startOf(busqueda: Record<string, string | undefined>): Partial<Borrador> {
  const { divisa_id, contramoneda_id, monto, contravalor } = busqueda
  const { historico_id, tasa } = busqueda
  const valor = monto ?? contravalor ?? null
  const id = Number(historico_id)
  const quoted = positive(valor) && positive(tasa ?? null) && Number.isSafeInteger(id) && id > 0
  return {
    ...(divisa_id && { divisa_id: Number(divisa_id) }),
    ...(contramoneda_id && { contramoneda_id: Number(contramoneda_id) }),
    ...(valor && { valor, lado: monto ? 'monto' : 'contravalor' }),
    ...(quoted && { cotizada: { historico_id: id, tasa: tasa ?? '', valor } }),
  }
}
