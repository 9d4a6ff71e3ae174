import { type ReactNode, Suspense } from 'react'
import classes from './bandera.module.css'
import { parte } from './sin-linea/parte.tsx'

const files = import.meta.glob<string>('./banderas/*.svg', {
  eager: true,
  query: '?inline',
  import: 'default',
})

const Otra = parte(() => import('./banderas/otra.tsx'))
const vacia = <span className={classes.bandera} aria-hidden="true" />

/** The picture of a currency or a country by the name of a shipped file, never a URL. Renders nothing without one. */
export function Bandera({ imagen, nombre = '' }: { imagen: string | null; nombre?: string }) {
  const src = imagen && files[`./banderas/${imagen}.svg`]
  if (src) return <img className={classes.bandera} src={src} alt={nombre} width={21} height={15} />
  if (!imagen) return vacia
  return (
    <Suspense fallback={vacia}>
      <Otra imagen={imagen} nombre={nombre} />
    </Suspense>
  )
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
