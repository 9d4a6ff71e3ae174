import type { ReactNode } from 'react'

/** A scrollable region that can take the focus, so that the arrow keys reach its hidden content. */
export function Desplazable({
  titulo,
  className,
  children,
}: {
  /** Its content, for screen readers. */
  titulo: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={className} aria-label={titulo} tabIndex={0}>
      {children}
    </section>
  )
}
