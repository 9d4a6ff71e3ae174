import type { Endpoint } from '../../../core/contract.ts'

/** `pares-divisas` as a part of a name: `paresDivisas`. */
export const enCamello = (text: string) =>
  text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Words of an address that say what the name of the call says too. */
const DE_TODOS = ['search', 'estatus']

/** The one name of a call for programs: the words of its address, then its name in the contract. */
function operacionDe({ path }: Endpoint, name: string): string {
  const words = path.split('/').filter((word) => word && !word.startsWith(':'))
  const own = words.filter((word, n) => n === 0 || !(DE_TODOS.includes(word) || word === name))
  return enCamello([...own, name].join('-'))
}

/**
 * The schemas of the call that a contract has under this name, in the framework's form; a call that answers a file has
 * none for its answer.
 */
export function schemaOf(endpoint: Endpoint, name: string) {
  const tag = endpoint.path.split('/')[1] ?? ''
  return {
    operationId: operacionDe(endpoint, name),
    summary: endpoint.resumen,
    tags: [tag],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(endpoint.method !== 'GET' && { body: endpoint.body }),
    ...(!endpoint.baja && { response: { [endpoint.status]: endpoint.response } }),
  }
}
