import type { ReactNode } from 'react'
import { puedeAbrir } from '../../../web/barra/menu.ts'
import { type Busqueda, Enlace } from '../../../web/marco/navegacion.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import { useSesion } from '../../../web/sesion/sesion.ts'
import classes from './cifras.module.css'

/** Screen that shows what the figure is made of. */
type Destino = { a: RutaCon; params?: undefined } | { a: RutaCon<'id'>; params: { id: number } }

type CifraProps = Destino & {
  titulo: string
  search?: Busqueda
  nota: ReactNode
  /** The note warns. */
  aviso?: boolean
  children: ReactNode
}

/** A figure with its title, which leads to what it is made of for those who may open it. */
export function Cifra({ titulo, a, search = {}, params, nota, aviso, children }: CifraProps) {
  const { usuario } = useSesion()
  return (
    <li className={classes.cifra}>
      <span className={classes.cifraTitulo}>
        {usuario && puedeAbrir(a, usuario) ? (
          params ? (
            <Enlace a={a} search={search} params={params}>
              {titulo}
            </Enlace>
          ) : (
            <Enlace a={a} search={search}>
              {titulo}
            </Enlace>
          )
        ) : (
          titulo
        )}
      </span>
      <strong>{children}</strong>
      <span className={classes.cifraNota} data-aviso={aviso || undefined}>
        {nota}
      </span>
    </li>
  )
}
