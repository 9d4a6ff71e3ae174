import type { ReactNode } from 'react'

/** A control inside a clickable row: its events do not open the row. */
export function EnFila({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops the events of the control inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the control inside handles its own keys.
    <span onClick={(event) => event.stopPropagation()}>{children}</span>
  )
}
