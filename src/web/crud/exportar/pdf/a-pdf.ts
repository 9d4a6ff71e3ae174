import fuentes from 'virtual:fuente-papel'
import { CASA, type Casa } from '../../../../core/casa.ts'
import { fiscalDe } from '../../../../core/documento/fiscal.ts'
import { formatFechaHora } from '../../../../core/formato.ts'
import { request } from '../../../api/http.ts'
import type { Columna } from '../../lista/tabla.tsx'
import { asentada } from './asentada.ts'
import { leerPagina } from './encabezado.ts'
import { toPdf } from './pdf.ts'

interface EnPantalla<T> {
  titulo: string
  visibles: readonly Columna<T>[]
}

/**
 * What writes the rows that are asked for next as a PDF, with what the page says around them now: once all that it
 * shows is of the same filters. `pantalla` answers the list as it is drawn. Comes, with its font, at the first use.
 */
export async function listaPdf<T>(
  pantalla: () => EnPantalla<T>,
  quien: string,
  signal: AbortSignal,
) {
  await asentada(signal)
  const { titulo, visibles } = pantalla()
  const pagina = leerPagina(titulo, visibles)
  return async (
    filas: readonly T[],
    linea: string,
    onProgress: (count: number, total: number) => void,
  ): Promise<Blob> => {
    const { razon_social, ruc } = await request<Casa>('GET', CASA, { signal })
    const encabezado = {
      ...pagina,
      filtros: linea ? [...pagina.filtros, linea] : pagina.filtros,
      casa: [razon_social, fiscalDe(ruc)].filter(Boolean).join(' · '),
      autor: `Exportado por ${quien} el ${formatFechaHora(new Date().toISOString())}`,
    }
    return toPdf(fuentes, encabezado, visibles, filas, signal, onProgress)
  }
}
