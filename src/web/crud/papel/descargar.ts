import { useRef } from 'react'
import type { Hoja } from '../../../core/documento/hoja.ts'
import { notify } from '../../avisos/notify.ts'
import { download } from '../exportar/descargar.ts'

/**
 * Downloads a sheet as a PDF. `contar` records it as a print, before the file is there, and answers the server's count:
 * whoever stops that call has no paper at all. `hoja` takes the count of prints before this one and reads the
 * document anew: what was changed since the page was drawn, such as an annulment, is on the paper.
 */
export function useDescargar(
  hoja: (impresiones: number) => Promise<Hoja>,
  contar: () => Promise<{ impresiones: number }>,
): () => void {
  const busy = useRef(false)
  async function descargar() {
    if (busy.current) return
    busy.current = true
    try {
      // The code first: a paper that cannot be written is not counted.
      const { hojaPdf } = await import('./hoja-pdf.ts')
      const { impresiones } = await contar()
      const paper = await hoja(impresiones - 1)
      download(`${paper.numero}.pdf`, await hojaPdf(paper))
    } catch (error) {
      notify('warning', error instanceof Error ? error.message : '')
    } finally {
      busy.current = false
    }
  }
  return () => void descargar()
}
