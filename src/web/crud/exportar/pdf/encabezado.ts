import type { Columna } from '../../lista/tabla.tsx'
import { exportables } from '../exportar.ts'
import type { Encabezado } from './pdf.ts'

/** What a page says around its list at one moment. */
type EnPagina = Pick<Encabezado, 'titulo' | 'filtros' | 'totales' | 'pie'>

/**
 * What the page says around a list: its period, filters and search as they are printed, and the totals that it shows,
 * which the server computed over all filtered rows. Read before the rows are asked for: while they come, the filters
 * may change or another page may open.
 */
export function leerPagina<T>(titulo: string, visibles: readonly Columna<T>[]): EnPagina {
  const page = document.querySelector('#contenido') ?? document.body
  const texts = (selector: string) => [
    ...new Set([...page.querySelectorAll<HTMLElement>(selector)].map(dicho).filter(Boolean)),
  ]
  const rows = [...page.querySelectorAll<HTMLElement>('section')]
    .filter((section) => section.ariaLabel === titulo)
    .flatMap((section) => [...section.querySelectorAll<HTMLTableRowElement>('tfoot tr')])
  return {
    titulo,
    filtros: texts('[data-nota], [data-filtro]'),
    totales: texts('[aria-label^="Totales"] > *'),
    pie: rows.map(({ cells }) => celdasDe([...cells], visibles)),
  }
}

/** A text of several lines on one; of what only the paper shows, too. */
function dicho(element: HTMLElement): string {
  const text = element.checkVisibility() ? element.innerText : (element.textContent ?? '')
  return text
    .split(/[\n\t]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' · ')
}

/** The cells below the exported columns, or one for a row that is not cut into columns. */
function celdasDe<T>(cells: HTMLElement[], visibles: readonly Columna<T>[]): string[] {
  if (cells.length !== visibles.length) return [cells.map(dicho).filter(Boolean).join(' · ')]
  const written = exportables(visibles)
  return cells.flatMap((cell, at) => {
    const columna = visibles[at]
    return columna && written.includes(columna) ? [dicho(cell)] : []
  })
}
