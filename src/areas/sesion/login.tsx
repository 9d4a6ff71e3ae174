import { useRouter } from '@tanstack/react-router'
import { destino } from '../../web/router.tsx'
import { Ingreso } from './ingreso.tsx'

/** `/` once the app is there: after signing out, or when the guard sent somebody here. */
export default function Login() {
  const router = useRouter()
  return <Ingreso alIngresar={() => router.history.replace(destino(location.search))} />
}
