/** Of more rows of one area than this, a browser is told only that they changed. */
const ROWS_MAX = 10

/** A change, as the database tells it. */
export interface Told {
  area: string
  id: number | null
}
export const parse = (payload: string) => JSON.parse(payload) as Told

/** The same news with one for an area of which many rows are told; one's own user is always told by name. */
export function together(all: readonly Told[]): Told[] {
  const rows = Map.groupBy(all, ({ area }) => area)
  return [...rows].flatMap(([area, told]) =>
    told.length > ROWS_MAX && area !== 'usuarios' ? [{ area, id: null }] : told,
  )
}

/** An event as text of the stream. */
export const written = (area: string, data: object) =>
  `event: ${area}\ndata: ${JSON.stringify(data)}\n\n`
