import { CASA, type Casa } from '../../../core/casa.ts'
import { formatFechaHora } from '../../../core/formato.ts'
import { request } from '../../api/http.ts'
import type { Columna } from '../lista/tabla.tsx'
import { exportables } from './exportar.ts'
import type { Encabezado } from './pdf.ts'

/**
 * What the page says around a list: its period, filters and search as they are printed, and the totals that it shows.
 * The server computed those over all filtered rows. Read once the rows have come, from the page that showed them.
 */
export async function encabezadoDe<T>(
  titulo: string,
  quien: string,
  visibles: readonly Columna<T>[],
  signal: AbortSignal,
): Promise<Encabezado> {
  const { razon_social, ruc } = await request<Casa>('GET', CASA, { signal })
  const page = document.querySelector('#contenido') ?? document.body
  const texts = (selector: string) => [
    ...new Set([...page.querySelectorAll<HTMLElement>(selector)].map(dicho).filter(Boolean)),
  ]
  const rows = [...page.querySelectorAll<HTMLElement>('section')]
    .filter((section) => section.ariaLabel === titulo)
    .flatMap((section) => [...section.querySelectorAll<HTMLTableRowElement>('tfoot tr')])
  return {
    titulo,
    casa: `${razon_social} · RUC ${ruc}`,
    filtros: texts('[data-nota], [data-filtro]'),
    totales: texts('[aria-label^="Totales"] > *'),
    pie: rows.map(({ cells }) => celdasDe([...cells], visibles)),
    autor: `Exportado por ${quien} el ${formatFechaHora(new Date().toISOString())}`,
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
