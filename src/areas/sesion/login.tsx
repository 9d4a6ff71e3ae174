import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { destino } from '../../web/marco/router.tsx'
import { esperarServicio } from '../../web/sesion/espera.ts'
import { useSesion } from '../../web/sesion/sesion.ts'
import { Ingreso } from './ingreso.tsx'

/**
 * `/` once the app has loaded: after signing out, or when the guard sent the user here. A session that could not be
 * checked is checked again, and the user goes on as soon as it is valid.
 */
export function Login() {
  const router = useRouter()
  const { estatus, sinServicio } = useSesion()
  const espera = sinServicio !== null
  useEffect(() => (espera ? esperarServicio() : undefined), [espera])
  useEffect(() => {
    if (estatus) router.history.replace(destino(location.search))
  }, [estatus, router])
  return (
    <Ingreso
      aviso={espera && `${sinServicio} Volverá a su página en cuanto el sistema responda.`}
    />
  )
}
