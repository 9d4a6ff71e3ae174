import type { ReactNode } from 'react'

/** A region that scrolls inside itself: reachable by keyboard, since its arrows are the only way to what is hidden. */
export function Desplazable({
  titulo,
  className,
  children,
}: {
  /** What it holds, for those who do not see it. */
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
