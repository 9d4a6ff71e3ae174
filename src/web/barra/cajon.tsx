import { Button, Drawer } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { nombreVisible, type Usuario } from '../sesion/sesion.ts'
import classes from './barra.module.css'
import { EnlaceBarra } from './grupo.tsx'
import type { menuDe } from './menu.ts'

interface Props extends ReturnType<typeof menuDe> {
  usuario: Usuario
  salir: () => void
  abierto: boolean
  cerrar: () => void
}

/** The bar's menus on a narrow screen. Fetched when it is first opened. */
export default function Cajon({ grupos, enlaces, usuario, salir, abierto, cerrar }: Props) {
  const href = useRouterState({ select: ({ location }) => location.href })
  const opened = useRef(href)

  // Any navigation closes the drawer.
  useEffect(() => {
    if (opened.current === href) return
    opened.current = href
    cerrar()
  }, [href, cerrar])

  return (
    <Drawer opened={abierto} onClose={cerrar} title="Menú" size="18rem">
      <nav aria-label="Menú" className={classes.cajon}>
        {grupos.map(({ titulo, entradas }) => (
          <section key={titulo} aria-label={titulo}>
            <h2>{titulo}</h2>
            {entradas.map((entrada) => (
              <EnlaceBarra key={entrada.nombre} {...entrada} />
            ))}
          </section>
        ))}
        <div>
          {enlaces.map((entrada) => (
            <EnlaceBarra key={entrada.nombre} {...entrada} />
          ))}
        </div>
        <Link to="/ayuda" className={classes.enlace}>
          Ayuda
        </Link>
        <p className={classes.quien}>
          <Link to="/perfil" title="Mi perfil">
            {nombreVisible(usuario)} · {usuario.role.nombre}
          </Link>
        </p>
        <Button variant="default" onClick={salir}>
          Salir
        </Button>
      </nav>
    </Drawer>
  )
}
