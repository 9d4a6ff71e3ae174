import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, SinRespuesta } from '../api/http.ts'
import { VUELVE } from '../api/pausa.ts'
import { Mensaje } from './mensaje.tsx'

/** Whether a screen's file could not be loaded, most likely because a new version replaced it. */
function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|error loading/i.test(error.message)
  )
}

/** Shown in place of a screen that throws; the frame around it keeps working. */
export function PantallaError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const back = useEffectEvent(() => error instanceof SinRespuesta && retry())
  useEffect(() => {
    const again = () => void back()
    addEventListener(VUELVE, again)
    return () => removeEventListener(VUELVE, again)
  }, [])
  if (isChunkFailure(error)) {
    return (
      <Mensaje
        titulo="Hay una versión nueva"
        accion={<Button onClick={() => location.reload()}>Recargar la página</Button>}
      >
        Esta pantalla no se pudo cargar: el programa se actualizó o la conexión se cortó.
      </Mensaje>
    )
  }
  const known = error instanceof ApiError || error instanceof SinRespuesta
  return (
    <Mensaje
      titulo="No se pudo mostrar esta pantalla"
      accion={<Button onClick={retry}>Reintentar</Button>}
    >
      {known ? error.message : 'Algo falló al mostrarla. Lo que estaba guardado sigue guardado.'}
    </Mensaje>
  )
}
