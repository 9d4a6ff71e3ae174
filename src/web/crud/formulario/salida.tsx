import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Campos } from '../../../core/fields.ts'
import { alGuardarse } from '../../api/save.ts'
import { Confirmar } from '../dialogo.tsx'
import { useBorrador } from './borrador.tsx'

const NAMED = 4

/** Sentence with the changed fields, by label, that leaving the form would lose. */
export function loQuePierde(campos: Campos, cambiados: Readonly<Record<string, unknown>>): string {
  const labels = Object.keys(cambiados).flatMap((nombre) => campos[nombre]?.etiqueta ?? [])
  const rest = labels.length - NAMED
  const named = labels.slice(0, NAMED).join(', ')
  if (labels.length === 0) return 'Los cambios de este formulario no se guardaron.'
  return `Se perderá lo que cambió en: ${named}${rest > 0 ? ` y ${rest} más` : ''}.`
}

/**
 * Asks before a changed form is left, by a link, by going back or by closing the tab.
 *
 * `cambiado` says whether there is anything to lose, `valores` answers the current values. What the form sends goes
 * through `enviar`: from the instant at which it is saved, also while the page reads again what that made stale, leaving
 * needs no question as long as the values stay the same (R-377); what was refused (null) is asked about as before.
 * `pierde` is the sentence about what would be lost. With `recuperar`, what was typed survives a reload and the end of a
 * session, and `oferta` offers it back (R-247).
 */
export function useSalida<T>(
  cambiado: boolean | (() => boolean),
  valores: () => T,
  recuperar?: (valores: T) => void,
  { pierde = 'Los cambios de este formulario no se guardaron.', nombre = '' } = {},
): {
  dialogo: ReactNode
  oferta: ReactNode
  enviar: <A>(send: () => Promise<A>) => Promise<A>
} {
  const saved = useRef<string | null>(null)
  const latest = useRef(valores)
  latest.current = valores
  const now = () => JSON.stringify(latest.current())
  const changed = () => (cambiado instanceof Function ? cambiado() : cambiado)
  const asks = () => changed() && now() !== saved.current
  const { oferta, olvidar } = useBorrador(nombre, () => (asks() ? now() : null), recuperar)
  const blocker = useBlocker({
    // The same screen with other search parameters is not leaving.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && asks(),
    enableBeforeUnload: asks,
    withResolver: true,
  })
  const dialogo = (
    <Confirmar
      abierto={blocker.status === 'blocked'}
      titulo="¿Salir sin guardar?"
      accion="Salir sin guardar"
      cancelar="Seguir aquí"
      peligro
      alConfirmar={() => {
        olvidar()
        blocker.proceed?.()
      }}
      alCancelar={() => blocker.reset?.()}
    >
      {pierde}
    </Confirmar>
  )
  const libre = () => {
    saved.current = now()
    olvidar()
  }
  return {
    dialogo,
    oferta,
    enviar: async (send) => {
      const answer = await alGuardarse(libre, send)
      // Of several calls of one form the last was refused: it is not saved.
      if (answer === null || answer === undefined) saved.current = null
      return answer
    },
  }
}
