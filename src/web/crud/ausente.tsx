import { useRouterState } from '@tanstack/react-router'
import { Mensaje } from '../mensaje.tsx'
import { puedeAbrir } from '../menu.ts'
import { Enlace } from '../navegacion.tsx'
import { comoRuta, encimaDe } from '../screens.ts'
import { useSesion } from '../sesion.ts'

/** The record of this page is not there: the way leads back to its list. */
export function Ausente({ children }: { children: string }) {
  const { usuario } = useSesion()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const lista = encimaDe(path)
  const a = lista && comoRuta(lista.nombre)
  const open = a && usuario && puedeAbrir(a, usuario)
  return (
    <Mensaje
      nivel={2}
      titulo="No se encontró"
      accion={open && <Enlace a={a}>Volver a {lista.titulo}</Enlace>}
    >
      {children}
    </Mensaje>
  )
}
