import { IconChevronDown, IconLock } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import classes from './barra.module.css'
import { Desplegable } from './desplegable.tsx'
import type { EntradaVisible } from './menu.ts'

/** The lock of an entry that the role may not open, as an icon and as text. */
export function CandadoTexto() {
  return (
    <span className={classes.candado}>
      <IconLock size={14} aria-hidden="true" />
      <span className="solo-lectores"> (sin permiso)</span>
    </span>
  )
}

/** One menu of the bar. The current place is marked on the menu and on its item. */
export function GrupoMenu({ titulo, entradas }: { titulo: string; entradas: EntradaVisible[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <Desplegable
      className={classes.enlace}
      actual={entradas.some(({ path: own }) => path === own || path.startsWith(`${own}/`))}
      boton={
        <>
          {titulo}
          <IconChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      {(cerrar) => (
        <ul className={classes.lista}>
          {entradas.map((entrada) => (
            <li key={entrada.nombre}>
              <EnlaceBarra {...entrada} alElegir={cerrar} />
            </li>
          ))}
        </ul>
      )}
    </Desplegable>
  )
}

export function EnlaceBarra({
  path,
  texto,
  cerrada,
  alElegir,
}: EntradaVisible & { alElegir?: () => void }) {
  return (
    <Link to={path} className={classes.enlace} {...(alElegir && { onClick: alElegir })}>
      {texto}
      {cerrada && <CandadoTexto />}
    </Link>
  )
}
