import type { historialDe } from '../../../core/catalog.ts'
import { useAnswer } from '../../api/query.ts'
import { Fallo } from '../lista/lista.tsx'
import { Cargando } from './cargando.tsx'
import { Historial } from './historial.tsx'

const ACCIONES: Readonly<Record<string, string>> = {
  crear: 'Lo creó',
  editar: 'Editó los datos',
  estatus: 'Lo activó o desactivó',
  publicar: 'Publicó precios',
  deshacer: 'Deshizo una publicación',
  fuente: 'Cambió la fuente de precios',
  'leer-fuente': 'Leyó la fuente de precios',
  proponer: 'La fuente propuso precios',
  'descartar-propuesta': 'Descartó precios propuestos',
  tasa: 'Fijó la tasa o su modo',
  recalcular: 'Recalculó la tasa',
  confirmar: 'Confirmó el precio',
  importar: 'Lo importó',
  excepcion: 'Quedó como excepción',
}

/** Who did what to one row: the content of its tab, asked for when it is opened. */
export default function HistorialDe({
  endpoint,
  id,
}: {
  endpoint: ReturnType<typeof historialDe>
  id: number
}) {
  const { data, error, refetch } = useAnswer(endpoint, { params: { id } })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return data ? <Historial filas={data} acciones={ACCIONES} /> : <Cargando />
}
