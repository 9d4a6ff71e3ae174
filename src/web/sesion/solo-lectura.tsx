import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiError, request } from '../api/http.ts'
import { Hace } from '../crud/valores.tsx'
import classes from '../marco/layout.module.css'

/** Told by the event `solo-lectura`, which marks this answer stale; asked now and then all the same. */
const ASK_MS = 60_000

interface Listo {
  solo_lectura: string | null
}

/** A server whose books are stopped is not ready, and says since when. */
async function preguntar(signal: AbortSignal): Promise<Listo> {
  try {
    return await request<Listo>('GET', '/listo', { signal })
  } catch (error) {
    if (error instanceof ApiError && error.body.codigo === 'NO_ESCRIBE') {
      return error.body.detalle as unknown as Listo
    }
    throw error
  }
}

/** Says in red that the books are stopped, for as long as they are. */
export function SoloLectura() {
  const { data } = useQuery({
    queryKey: ['/solo-lectura'],
    queryFn: ({ signal }) => preguntar(signal),
    refetchInterval: ASK_MS,
    retry: false,
  })
  return (
    <div role="alert">
      {data?.solo_lectura && (
        <p className={classes.detenido}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>
            <strong>Solo lectura.</strong> Los libros no cuadran: desde{' '}
            <Hace momento={data.solo_lectura} /> no se registran operaciones ni tasas. Puede
            consultar todo; avise al administrador (npm run verificar).
          </span>
        </p>
      )}
    </div>
  )
}
