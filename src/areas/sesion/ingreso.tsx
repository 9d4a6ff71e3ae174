import type { ReactNode } from 'react'
import { Portada } from '../../web/sesion/portada.tsx'
import { IngresoForm } from './ingreso-form.tsx'

interface Props {
  alIngresar?: () => void
  /** Why the user was sent to this page. */
  aviso?: ReactNode
}

/** The sign-in page. */
export function Ingreso({ alIngresar, aviso }: Props) {
  return (
    <Portada titulo="Ingrese a su cuenta" aviso={aviso}>
      <IngresoForm {...(alIngresar && { alIngresar })} />
    </Portada>
  )
}
