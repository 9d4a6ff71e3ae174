import { Menu } from '@mantine/core'
import { IconChevronDown, IconLock } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import classes from './barra.module.css'
import type { EntradaVisible } from './menu.ts'

/** A lock on what the role may not open, in a picture and in words. */
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
  const here = ({ path: own }: EntradaVisible) => path === own || path.startsWith(`${own}/`)
  return (
    <Menu position="bottom-start" shadow="md" offset={6} trigger="click" loop>
      <Menu.Target>
        <button
          type="button"
          className={classes.enlace}
          data-status={entradas.some(here) ? 'active' : undefined}
        >
          {titulo}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entradas.map((entrada) => (
          <Menu.Item
            key={entrada.nombre}
            rightSection={entrada.cerrada ? <CandadoTexto /> : undefined}
            aria-current={here(entrada) ? 'page' : undefined}
            className={classes.item}
            renderRoot={(props) => <Link {...props} to={entrada.path} activeProps={{}} />}
          >
            {entrada.texto}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
