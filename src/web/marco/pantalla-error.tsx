import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, SinRespuesta } from '../api/http.ts'
import { Mensaje } from './mensaje.tsx'

/** A screen's file could not be fetched: most likely a new version was put in its place. */
function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|error loading/i.test(error.message)
  )
}

/** What takes a screen's place when it fails; the rest of the frame goes on. */
export function PantallaError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
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
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Mensaje
      titulo="No se pudo mostrar esta pantalla"
      accion={<Button onClick={retry}>Reintentar</Button>}
    >
      {known ? error.message : 'Algo falló al mostrarla. Lo que estaba guardado sigue guardado.'}
    </Mensaje>
  )
}
