import { useAnswer } from '../../web/api/query.ts'
import { contrato } from '../ajustes/contract.ts'

/** What the house does, as its settings say: the way asks for what that needs. Both, for whoever may not read them. */
export function useNegocio() {
  return useAnswer(contrato.obtener).data?.negocio ?? 'ambos'
}
