import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiError, request } from '../api/http.ts'
import { Hace } from '../crud/valores.tsx'
import classes from '../marco/layout.module.css'

/** Polling interval in milliseconds, besides the event `solo-lectura`, which marks this answer stale. */
const ASK_MS = 60_000

interface Listo {
  solo_lectura: string | null
  /** Why nothing is written, where the books are not the reason. */
  motivo?: string
}

/** Reads the server's readiness; while nothing is written it includes why, and since when the books are stopped. */
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

/** Red banner shown while the books are stopped, or their disk takes nothing. */
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
            consultar todo; avise al administrador.
          </span>
        </p>
      )}
      {data?.motivo && !data.solo_lectura && (
        <p className={classes.detenido}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>
            <strong>No se registra nada.</strong> Puede consultar todo, pero {data.motivo}; avise al
            administrador.
          </span>
        </p>
      )}
    </div>
  )
}
