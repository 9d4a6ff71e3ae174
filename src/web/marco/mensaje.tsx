import type { ReactNode } from 'react'
import classes from './mensaje.module.css'

interface Props {
  titulo: string
  children: ReactNode
  /** The next step: a button or a link. */
  accion?: ReactNode
  /** Heading level: 1 when it is the whole page. */
  nivel?: 1 | 2
}

/** A calm page-wide message: not found, no permission, nothing yet, something failed. */
export function Mensaje({ titulo, children, accion, nivel = 1 }: Props) {
  const Title = nivel === 1 ? 'h1' : 'h2'
  return (
    <section className={classes.mensaje}>
      <Title className={classes.titulo}>{titulo}</Title>
      <div className={classes.texto}>{children}</div>
      {accion && <div className={classes.accion}>{accion}</div>}
    </section>
  )
}
