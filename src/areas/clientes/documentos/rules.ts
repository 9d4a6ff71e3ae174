import type { Palabras } from '../../../core/base.ts'
import type { TipoDocumento } from '../../../core/documento/documentos.ts'
import type { Nivel, TipoPersona } from '../rules.ts'

/** Kinds of identity document that are one page. */
const UNA_CARA: readonly TipoDocumento[] = ['PAS', 'RUC']

type Pedido = Exclude<Palabras['clientes_documentos.tipo'], 'otro'>

interface DePapeles {
  tipo_persona: TipoPersona
  tipo_doc: TipoDocumento
  nivel: Nivel
}

/**
 * The papers that a client is asked for, by the level that asks, and whether his asks already. A company's identity
 * document is its representative's. None of them holds an operation back.
 */
export function papelesDe({ tipo_persona, tipo_doc, nivel }: DePapeles) {
  const empresa = tipo_persona === 'juridica'
  const lista: readonly (readonly [Pedido, Nivel, boolean])[] = [
    ['identidad-anverso', 'N1', true],
    ['identidad-reverso', 'N1', empresa || !UNA_CARA.includes(tipo_doc)],
    ['poderes', 'N2', empresa],
    ['domicilio', 'N2', true],
    ['origen-fondos', 'N2', true],
  ]
  return lista
    .filter(([, , suyo]) => suyo)
    .map(([tipo, desde]) => ({ tipo, desde, pide: nivel >= desde }))
}

/** How many of the papers that his level asks for are missing. */
export const papelesPorPedir = (cliente: DePapeles & { papeles: readonly string[] }): number =>
  papelesDe(cliente).filter(({ tipo, pide }) => pide && !cliente.papeles.includes(tipo)).length

/** How many of the papers that his level asks for are missing, in words: `Falta 1`, `Faltan 3`. */
export const papelesFaltan = (cuantos: number): string =>
  `${cuantos === 1 ? 'Falta' : 'Faltan'} ${cuantos}`
