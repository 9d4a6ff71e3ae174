import type { ReactNode } from 'react'
import classes from './bandera.module.css'

const files = import.meta.glob<string>('./banderas/*.svg', {
  eager: true,
  query: '?inline',
  import: 'default',
})

/** The pictures that few houses show: each is a file of its own, read when it is seen. */
const more = import.meta.glob<string>('./banderas/mas/*.svg', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

/** The picture of a currency or a country by the name of a shipped file, never a URL. Renders nothing without one. */
export function Bandera({ imagen, nombre = '' }: { imagen: string | null; nombre?: string }) {
  const src = imagen && (files[`./banderas/${imagen}.svg`] ?? more[`./banderas/mas/${imagen}.svg`])
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
