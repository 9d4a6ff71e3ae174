import type { ReactNode } from 'react'
import classes from './bandera.module.css'

const files = import.meta.glob<string>('./banderas/*.svg', {
  eager: true,
  query: '?inline',
  import: 'default',
})

/** A currency's picture by its `imagen`, the name of a bundled file, never a URL. Renders nothing without one. */
export function Bandera({ imagen, nombre = '' }: { imagen: string | null; nombre?: string }) {
  const src = imagen && files[`./banderas/${imagen}.svg`]
  if (!src) return <span className={classes.bandera} aria-hidden="true" />
  return <img className={classes.bandera} src={src} alt={nombre} width={21} height={15} />
}

/** A name with its picture in front. */
export function ConBandera({ imagen, children }: { imagen: string | null; children: ReactNode }) {
  return (
    <span className={classes.con}>
      <Bandera imagen={imagen} />
      <span>{children}</span>
    </span>
  )
}
