import type { ReactNode } from 'react'

/** A control inside a row that opens: what happens in it is not a click on the row. */
export function EnFila({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps events of the control inside from the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the control inside has its own keys.
    <span onClick={(event) => event.stopPropagation()}>{children}</span>
  )
}
