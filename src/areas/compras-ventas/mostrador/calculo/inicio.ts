import { type Borrador, positive } from './tipos.ts'

/** What another screen (the calculator, a client) carried here: amounts on either side, and the quote they are of. */
export function startOf(busqueda: Record<string, string | undefined>): Partial<Borrador> {
  const { divisa_id, contramoneda_id, monto, contravalor, cliente_id, cliente } = busqueda
  const { historico_id, tasa } = busqueda
  const valor = monto ?? contravalor ?? null
  const id = Number(historico_id)
  const quoted = positive(valor) && positive(tasa ?? null) && Number.isSafeInteger(id) && id > 0
  return {
    ...(divisa_id && { divisa_id: Number(divisa_id) }),
    ...(contramoneda_id && { contramoneda_id: Number(contramoneda_id) }),
    ...(valor && { valor, lado: monto ? 'monto' : 'contravalor' }),
    ...(quoted && { cotizada: { historico_id: id, tasa: tasa ?? '', valor } }),
    ...(cliente_id && cliente && { cliente: { id: Number(cliente_id), nombre: cliente } }),
  }
}
