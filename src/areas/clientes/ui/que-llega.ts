import { useAnswer } from '../../../web/api/query.ts'
import { contrato } from '../contract.ts'

/**
 * The client with whom another screen opened this one: `cliente_id` of its address, where his name does not stand
 * . Null without one, or when he cannot be read; undefined while he is on his way.
 */
export function useClienteQueLlega(cliente_id: string | undefined) {
  const id = Number(cliente_id ?? 0)
  const asked = Number.isSafeInteger(id) && id > 0
  const { data, error } = useAnswer(contrato.obtener, { params: { id } }, { activa: asked })
  if (!asked || error) return null
  return data && { id, nombre: `${data.nombre} · ${data.num_doc}`, segmento: data.segmento }
}
