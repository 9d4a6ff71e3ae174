// biome-ignore lint/style/noRestrictedImports: this is where it is made safe
import { type ComponentType, lazy } from 'react'
import { conLinea } from './estilos.ts'

function NoLlego() {
  return (
    <p className="nota" role="status">
      Esta parte de la pantalla no llegó. Recargue la página cuando haya guardado.
    </p>
  )
}

/**
 * A part of a screen whose code comes when it is drawn. Over a cut line it waits in its place and is asked for again once
 * the line is back; where it does not come then either, as a browser remembers what failed, and after an update of the
 * program, a sentence says so in its place. The rest of the screen and what was typed there stay: React's `lazy`
 * would take all of it away.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React types `lazy`
export const parte = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>) =>
  lazy(() =>
    load().catch(async () => {
      await conLinea()
      return load().catch(() => ({ default: NoLlego as unknown as T }))
    }),
  )
