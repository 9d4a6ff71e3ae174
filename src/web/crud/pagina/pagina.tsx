import type { ReactNode } from 'react'
import { Enlace } from '../../marco/navegacion.tsx'
import { type RutaCon, screenOf } from '../../marco/screens.ts'
import classes from './pagina.module.css'

/** A step of the breadcrumb: a screen by route name, or the current page without one. */
export interface Miga {
  texto: string
  ruta?: RutaCon
}

export interface PaginaProps {
  titulo: string
  /** Breadcrumb of a detail page, the current place left out. */
  migas?: readonly Miga[]
  /** A picture before the title. */
  retrato?: ReactNode
  /** Beside the title: its state as chips, or the choice of what the page shows. */
  estado?: ReactNode
  /** Under the title: one line, no more. */
  nota?: ReactNode
  /** One primary action, and others. */
  acciones?: ReactNode
  children: ReactNode
}

/** The shape of every page: breadcrumb, title with state, actions, content. */
export function Pagina(props: PaginaProps) {
  const { titulo, migas = [], retrato, estado, nota, acciones, children } = props
  return (
    <div className="pila">
      {migas.length > 0 && (
        <nav aria-label="Ruta de navegación" className={`${classes.migas} no-imprime`}>
          <ol>
            {migas.map(({ texto, ruta }) => (
              <li key={texto}>
                {ruta && screenOf(ruta) ? <Enlace a={ruta}>{texto}</Enlace> : texto}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className={classes.cabecera}>
        <div className={classes.titulos}>
          {retrato}
          <h1>{enteros(titulo)}</h1>
          {estado}
        </div>
        {acciones && <div className="seguidos no-imprime">{acciones}</div>}
      </header>
      {nota && (
        <p className={classes.nota} data-nota>
          {nota}
        </p>
      )}
      {children}
    </div>
  )
}

/** A title whose numbers of documents (`TC-2026-000079`) do not break at their dashes. */
function enteros(titulo: string): ReactNode {
  return titulo.split(/(\b[A-Z]+-[\dA-Z-]*\d{4,})/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="numero">
        {part}
      </span>
    ),
  )
}
