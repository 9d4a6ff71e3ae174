import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type EnVivo, onEvento, seguir, useEventos } from '../../../web/api/events.ts'
import { ApiError, request } from '../../../web/api/http.ts'
import { invalidate } from '../../../web/api/query.ts'
import { mantenerDespierta } from '../../../web/navegador.ts'
import { contrato, type Pizarra } from '../contract.ts'

/** Asked again now and then, whatever the live connection says. */
const CADA_MS = 60_000
const AREAS = ['pares-divisas', 'tipos-cambios', 'monedas', 'pizarra']

export interface Tablero {
  data: Pizarra | undefined
  /** When `data` came, by this machine's clock. */
  recibida: number
  /** `revocado`: the link opens nothing any more. */
  estado: EnVivo | 'revocado'
  error: Error | null
  reintentar: () => void
}

/** The board and its live connection: by the session, or by a link's key. */
export function useTablero(clave: string | null): Tablero {
  const { path } = clave ? contrato.publica : contrato.ver
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: [path, { clave }],
    queryFn: ({ signal }) =>
      request<Pizarra>('GET', path, { signal, ...(clave && { token: clave }) }),
    refetchInterval: CADA_MS,
    refetchIntervalInBackground: true,
  })
  const sesion = useEventos()
  const [enlace, setEnlace] = useState<EnVivo | 'revocado'>('conectando')
  useEffect(() => {
    const again = () => void invalidate(['pizarra'])
    if (!clave) return onEvento((area) => AREAS.includes(area) && again())
    const abort = new AbortController()
    void seguir({
      path: '/api/pizarra/eventos',
      cabeceras: () => ({ 'x-token': clave }),
      signal: abort.signal,
      alEstado: setEnlace,
      alVolver: again,
      alEvento: again,
      alNegado: () => {
        abort.abort()
        setEnlace('revocado')
        again()
      },
    })
    return () => abort.abort()
  }, [clave])
  const revoked = clave !== null && error instanceof ApiError && error.status === 401
  const estado = revoked ? 'revocado' : clave ? enlace : sesion
  return { data, recibida: dataUpdatedAt, estado, error, reintentar: () => void refetch() }
}

/** Since when the connection has been cut, after a moment of patience; null while it lives. */
export function useCorte(estado: Tablero['estado']): number | null {
  const cortado = estado === 'cortado'
  const [desde, setDesde] = useState<number | null>(null)
  useEffect(() => {
    if (estado === 'vivo') setDesde(null)
    if (!cortado) return
    const at = Date.now()
    const timer = setTimeout(() => setDesde((before) => before ?? at), 2500)
    return () => clearTimeout(timer)
  }, [estado, cortado])
  return desde
}

/** Keeps a screen that hangs on a wall from going to sleep, where the browser can. */
export function useDespierta(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    const hold = async () => {
      if (document.visibilityState === 'visible') lock = await mantenerDespierta()
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
