import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { Confirmar } from './dialogo.tsx'

/**
 * Asks before a changed form is left, by a link, by going back or by closing the tab. `libre` lets the
 * next step pass: what was changed has just been saved.
 */
export function useSalida(cambiado: boolean): { dialogo: ReactNode; libre: () => void } {
  const free = useRef(false)
  const blocker = useBlocker({
    // The same screen with other search parameters is not leaving.
    shouldBlockFn: ({ current, next }) =>
      cambiado && !free.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => cambiado && !free.current,
    withResolver: true,
  })
  const dialogo = (
    <Confirmar
      abierto={blocker.status === 'blocked'}
      titulo="¿Salir sin guardar?"
      accion="Salir sin guardar"
      cancelar="Seguir aquí"
      peligro
      alConfirmar={() => blocker.proceed?.()}
      alCancelar={() => blocker.reset?.()}
    >
      Los cambios de este formulario no se guardaron.
    </Confirmar>
  )
  return {
    dialogo,
    libre: () => {
      free.current = true
      setTimeout(() => {
        free.current = false
      }, 500)
    },
  }
}
