import type { ReactNode } from 'react'
import classes from './portada.module.css'

interface Props {
  titulo: string
  /** Why the user was sent to this page, or what it is for. */
  aviso?: ReactNode
  children: ReactNode
}

/** The frame of the pages before a session: the house's colours beside a form. Does without the UI kit. */
export function Portada({ titulo, aviso, children }: Props) {
  return (
    <div className={classes.pagina}>
      <div className={classes.panel} aria-hidden="true">
        <svg
          aria-hidden="true"
          className={classes.arcos}
          viewBox="0 0 400 400"
          preserveAspectRatio="xMidYMid slice"
        >
          {[60, 110, 160, 210, 260, 310, 360, 410].map((radio) => (
            <circle key={radio} cx="400" cy="400" r={radio} />
          ))}
          {[50, 90, 130, 170, 210].map((radio) => (
            <circle key={radio} cx="0" cy="40" r={radio} />
          ))}
        </svg>
        <div className={classes.lema}>
          <p>Cada moneda en su lugar,</p>
          <p>cada cuenta cuadrada.</p>
        </div>
      </div>
      <div className={classes.lado}>
        <div className={classes.caja}>
          <div className={classes.marca}>
            <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">
              <rect width="32" height="32" rx="8" className={classes.logo} />
              <path d="M8 13h13l-4-4m7 10H11l4 4" className={classes.flechas} />
            </svg>
            <span>Cambista</span>
          </div>
          <h1 className={classes.titulo}>{titulo}</h1>
          <p role="status" className={classes.aviso}>
            {aviso}
          </p>
          {children}
        </div>
      </div>
    </div>
  )
}
