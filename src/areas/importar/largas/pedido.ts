import { citado, dicho } from '../../../core/texto/citado.ts'
import type { FilaPedida } from '../../../server/acceso/control.ts'
import type { ColumnaCampo, Que } from '../contract/columnas.ts'
import type { Fila, Totales } from '../contract/filas.ts'
import { contados } from '../nombres.ts'
import { type Decimales, leerFecha, leerNumero } from '../rules.ts'

/** What is asked for, with all that becomes of the file's rows: `importar 2 clientes de «a.csv»; de sus otras filas, …`. */
export function tituloPedido(
  que: Que,
  nombre: string,
  { nueva, igual, distinta, rechazada }: Omit<Totales, 'filas'>,
): string {
  const others = [
    igual > 0 && `${igual} ya ${igual === 1 ? 'está' : 'están'}`,
    distinta > 0 &&
      `${distinta} ya ${distinta === 1 ? 'está' : 'están'} con otros datos, que no cambian`,
    rechazada > 0 && `${rechazada} no se ${rechazada === 1 ? 'puede' : 'pueden'} crear`,
  ].filter(Boolean)
  const rest = others.length > 0 ? `; de sus otras filas, ${others.join(', ')}` : ''
  return `importar ${contados(que, nueva)} de ${citado(nombre)}${rest}`
}

/** The value of a cell as the program took it, and not as it was written. */
function leido(
  { decimal, campo }: ColumnaCampo,
  typed: string,
  decimales: Decimales | null,
): string {
  const read = decimal ? leerNumero(typed, decimales) : null
  if (read && 'valor' in read) return String(read.valor)
  return campo.control.tipo === 'fecha' ? leerFecha(typed) : typed
}

/** The rows of a file as whoever says yes to it reads them: each cell under its column, with what is there already. */
export function pedidas(
  columnas: readonly (ColumnaCampo | null)[],
  decimales: Decimales | null,
  filas: readonly (Omit<Fila, 'id' | 'linea'> & { celdas: readonly string[] })[],
): FilaPedida[] {
  return filas.map(({ fila, estado, nombre, motivos, celdas }) => {
    const cells = columnas.flatMap((columna, n) => {
      const typed = celdas[n] ?? ''
      if (!columna || typed === '') return []
      const why = motivos.filter(({ clave }) => clave === columna.clave).map(({ msg }) => msg)
      const beside = why.length > 0 ? ` (${why.join(' ')})` : ''
      return [`${columna.titulo}: ${dicho(leido(columna, typed, decimales))}${beside}`]
    })
    const known = new Set(columnas.map((columna) => columna?.clave))
    const rest = motivos.filter(({ clave }) => clave === null || !known.has(clave))
    return { fila, estado, nombre, texto: [...cells, ...rest.map(({ msg }) => msg)].join(' · ') }
  })
}
