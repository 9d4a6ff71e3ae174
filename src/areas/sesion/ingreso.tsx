import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { request } from '../../web/api/http.ts'
import { Portada } from '../../web/sesion/portada.tsx'
import { parte } from '../../web/sin-linea/parte.tsx'
import type { Demo } from './contract.ts'
import { IngresoForm } from './ingreso-form.tsx'

const UsuariosDemo = parte(() => import('./demo/usuarios-demo.tsx'))

interface Props {
  alIngresar?: () => void
  /** Why the user was sent to this page. */
  aviso?: ReactNode
}

/** The sign-in page. */
export function Ingreso({ alIngresar, aviso }: Props) {
  const [demo, setDemo] = useState<Demo | null>(null)
  // The server says in its page that it serves a demo; any other house is asked nothing.
  useEffect(() => {
    if (!document.querySelector('meta[name=demo]')) return
    request<Demo>('GET', '/auth/demo').then(setDemo, () => {})
  }, [])
  return (
    <Portada titulo="Ingrese a su cuenta" aviso={aviso}>
      <IngresoForm {...(alIngresar && { alIngresar })} />
      {demo?.password && (
        <Suspense fallback={null}>
          <UsuariosDemo demo={demo} {...(alIngresar && { alIngresar })} />
        </Suspense>
      )}
    </Portada>
  )
}
