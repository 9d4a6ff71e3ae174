import { useRouterState } from '@tanstack/react-router'
import { puedeAbrir } from '../../barra/menu.ts'
import { Mensaje } from '../../marco/mensaje.tsx'
import { Enlace } from '../../marco/navegacion.tsx'
import { comoRuta, encimaDe } from '../../marco/screens.ts'
import { useSesion } from '../../sesion/sesion.ts'

/** Shown when the record of this page does not exist, with a link to its list; `nivel` is 1 when it is the whole page. */
export function Ausente({ children, nivel }: { children: string; nivel: 1 | 2 }) {
  const { usuario } = useSesion()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const lista = encimaDe(path)
  const a = lista && comoRuta(lista.nombre)
  const open = a && usuario && puedeAbrir(a, usuario)
  return (
    <Mensaje
      nivel={nivel}
      titulo="No se encontró"
      accion={open && <Enlace a={a}>Volver a {lista.titulo}</Enlace>}
    >
      {children}
    </Mensaje>
  )
}
