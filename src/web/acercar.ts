import { callWith, queryKey } from './api/api.ts'
import { sinLinea } from './api/linea.ts'
import { queryClient } from './api/query.ts'
import { inicioDe } from './crud/lista/arreglo/vista.ts'
import type { Direccion, Primera, Screen } from './marco/screens.ts'
import { sesion } from './sesion/sesion.ts'

/** The calls with which a page begins, by its address; none of a list that opens with a view of its own. */
function llamadas(
  screen: Awaited<ReturnType<Screen['component']>>,
  lugar: Direccion,
): readonly Primera[] {
  const { empieza } = screen
  if (!empieza) return []
  if ('fila' in empieza) return [[empieza.fila, { params: { id: Number(lugar.params.id) } }]]
  if ('todo' in empieza) return empieza.todo.map((endpoint) => [endpoint])
  if ('suyas' in empieza) return empieza.suyas(lugar.search)
  if (inicioDe(empieza.lista)) return []
  const { pagina: _p, vista: _v, ver: _t, ...rest } = lugar.search
  const { cursor: _c, limite: _l, orden: _o, grupo: _g, ...query } = rest
  const page: Primera = [empieza.de, { query: { limite: '50', ...rest } }]
  return empieza.totales ? [page, [empieza.totales, { query }]] : [page]
}

/**
 * Asks for what a page begins with, while its link has the pointer or the focus. What is fresh or on its way is
 * not asked for again. Nothing over a cut line, and nothing for somebody who has left.
 */
export async function acercar(screen: Screen, lugar: Direccion): Promise<void> {
  const module = await screen.component()
  // Who has left meanwhile asks for nothing any more.
  const { estatus, vencida } = sesion()
  if (!estatus || vencida || sinLinea()) return
  for (const [endpoint, asked] of llamadas(module, lugar)) {
    void queryClient.prefetchQuery({
      queryKey: queryKey(endpoint, asked),
      queryFn: ({ signal }) => callWith(endpoint, asked, { signal }),
      retry: false,
    })
  }
}
