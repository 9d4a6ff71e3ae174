import type { Endpoint } from '../../../core/contract.ts'
import type { Permiso } from '../../../core/permisos.ts'
import type { Context, Handler } from '../../area.ts'

/** Rows of a list that the palette is told. */
export const HALLADOS = 5

/** A list in which the palette finds what was typed. */
export interface Hallable {
  /** Whoever has it may see the list. */
  permiso: Permiso
  /** Answers as the list does: its rows, or a page of them. */
  hallar(c: Context, term: string): Promise<unknown>
}

/** A growing list finds by its own search; whoever asks sees of its rows what he sees there. */
export const enSuLista = <E extends Endpoint>(endpoint: E, listar: Handler<E>): Hallable => ({
  // Lists are for those who may see them, never for everybody.
  permiso: endpoint.acceso as Permiso,
  hallar: (c, term) => {
    const query = endpoint.query.parse({ buscar: term, limite: String(HALLADOS) })
    return listar({ ...c, endpoint, query } as unknown as Context<E>)
  },
})
