import { request } from '../../api/http.ts'

interface PaginaDe<T> {
  items: T[]
  siguiente: string | null
  total?: number
  /** Of a page that a replica answered. */
  datos_hace?: number
}

/** Receives the number of rows fetched and, where known, the total. */
export type Avance = (count: number, total: number | undefined) => void

/** Rows for a file, and by how many seconds they are behind the books; undefined where they are of now. */
export interface Reunidas<T> {
  filas: readonly T[]
  hace: number | undefined
}

/**
 * All rows of a growing collection under these filters, page by page. Stops when `signal` aborts. With `archivo` they go
 * into a file that says how old they are, so that a replica may give them; what money is decided by is asked without it.
 */
export async function fetchAll<T>(
  path: string,
  query: Record<string, unknown>,
  signal: AbortSignal,
  { onProgress = () => {}, archivo = false }: { onProgress?: Avance; archivo?: boolean } = {},
): Promise<Reunidas<T>> {
  const filas: T[] = []
  let hace: number | undefined
  let cursor: string | null = null
  do {
    const page: PaginaDe<T> = await request('GET', path, {
      query: { ...query, limite: 200, ...(cursor && { cursor }) },
      signal,
      archivo,
    })
    filas.push(...page.items)
    if (page.datos_hace !== undefined) hace = Math.max(hace ?? 0, page.datos_hace)
    onProgress(filas.length, page.total)
    cursor = page.siguiente
  } while (cursor)
  return { filas, hace }
}
