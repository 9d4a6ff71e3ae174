import { useState } from 'react'
import type { DocumentoLeido } from '../../../core/lector/documento.ts'
import { callWith } from '../../../web/api/api.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { useLector } from '../../../web/lector/use-lector.ts'
import type { AreaClientes, EleccionCliente } from './picker.tsx'

/**
 * The dialog of a new client, and the scanner that may open it: whoever has the number of a document that is read, from
 * any focus of the page, is chosen; whoever has not been here yet is created with what his document says.
 */
export function useNuevo(
  area: AreaClientes,
  elegir: (cliente: NonNullable<EleccionCliente['cliente']>) => void,
) {
  const [abierto, setAbierto] = useState<DocumentoLeido | boolean>(false)
  useLector('documento', false, (read) => {
    if (read === 'mal') notify('warning', 'No se leyó bien el documento: páselo otra vez.')
    else void buscar(read)
  })
  async function buscar(read: DocumentoLeido) {
    const { num_doc, tipo_doc } = read
    try {
      const found = await callWith(area.buscar, { params: { term: num_doc } })
      const mine = found.find(
        (c) => c.num_doc === num_doc && (tipo_doc === null || c.tipo_doc === tipo_doc),
      )
      if (mine)
        elegir({ id: mine.id, nombre: `${mine.nombre} · ${mine.num_doc}`, segmento: mine.segmento })
      else setAbierto(read)
    } catch {
      notify('warning', 'No se pudo buscar al cliente: páselo otra vez.')
    }
  }
  return {
    abierto: abierto !== false,
    leido: typeof abierto === 'object' ? abierto : null,
    abrir: () => setAbierto(true),
    cerrar: () => setAbierto(false),
  }
}
