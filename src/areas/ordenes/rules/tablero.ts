/** Where an arrow leads: along the column, or to the neighbour at the same height. */
export function destino(
  key: string,
  columnas: readonly (readonly string[])[],
  actual: string,
): string | undefined {
  const at = columnas.findIndex((ids) => ids.includes(actual))
  const column = columnas[at]
  if (!column) return undefined
  const row = column.indexOf(actual)
  if (key === 'ArrowDown') return column[row + 1]
  if (key === 'ArrowUp') return column[row - 1]
  if (key === 'Home') return column[0]
  if (key === 'End') return column.at(-1)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step) return undefined
  for (let next = at + step; columnas[next]; next += step) {
    const beside = columnas[next] ?? []
    if (beside.length > 0) return beside[Math.min(row, beside.length - 1)]
  }
  return undefined
}
