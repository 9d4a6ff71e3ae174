import type { Endpoint } from '../../../core/contract.ts'
import type { Permiso } from '../../../core/permisos.ts'
import type { Context, Handler } from '../../area.ts'
import { Escrita } from './escrita.ts'

/** Rows of a list that the palette is told. */
const HALLADOS = 5

/** A row as its list answers it. */
export type Hallada = { id: number; [campo: string]: unknown }

/** A list in which the palette finds what was typed. */
export interface Hallable {
  /** Whoever has it may see the list. */
  permiso: Permiso
  /** The first rows, as the list itself answers them. */
  hallar(c: Context, term: string): Promise<Hallada[]>
}

/** A growing list finds by its own search; whoever asks sees of its rows what he sees there. */
export const enSuLista = <E extends Endpoint>(endpoint: E, listar: Handler<E>): Hallable => ({
  // Lists are for those who may see them, never for everybody.
  permiso: endpoint.acceso as Permiso,
  hallar: async (c, term) => {
    const find = async (buscar: string) => {
      const query = endpoint.query.parse({ buscar, limite: String(HALLADOS) })
      return leer(await listar({ ...c, endpoint, query } as unknown as Context<E>))
    }
    // The document of this very number comes before the newest whose number has it as a part.
    const [itself, ...all] = await Promise.all(
      NUMERO.test(term) ? [find(term.padStart(CEROS, '0')), find(term)] : [find(term)],
    )
    const known = new Map([itself, ...all].flatMap((each = []) => each.map((row) => [row.id, row])))
    return [...known.values()].slice(0, HALLADOS)
  },
})

/** Zeros before a number are not counted (`conNumero`), and no document, phone or name has so many. */
const CEROS = 20

/** What may be the number of a document, without its year. */
const NUMERO = /^\d{1,6}$/

/** The rows of a page, which PostgreSQL may have written. */
function leer(answer: unknown): Hallada[] {
  const page = answer instanceof Escrita ? JSON.parse(answer.texto) : answer
  return (page as { items: Hallada[] }).items
}
