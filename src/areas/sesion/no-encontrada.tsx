import { Link } from '@tanstack/react-router'
import { Mensaje } from '../../web/marco/mensaje.tsx'
import { useSesion } from '../../web/sesion/sesion.ts'

/** Shown for a path without a screen. */
export function NoEncontrada() {
  const { estatus } = useSesion()
  return (
    <Mensaje
      titulo="Esta página no existe"
      accion={
        <Link to={estatus ? '/dashboard' : '/'}>{estatus ? 'Ir al inicio' : 'Ir a ingresar'}</Link>
      }
    >
      La dirección puede estar mal escrita, o lo que mostraba ya no está.
    </Mensaje>
  )
}
