import { useRouter } from '@tanstack/react-router'
import { destino } from '../../web/router.tsx'
import { actualizar } from '../../web/sesion.ts'
import { CambiarPassword } from './cambiar-password.tsx'
import classes from './usuarios.module.css'

/** What a session must do before anything else. */
export default function CompletarIngreso() {
  const router = useRouter()
  async function next() {
    await actualizar()
    router.history.replace(destino(location.search))
  }
  return (
    <section className={classes.angosto}>
      <h1>Elija su contraseña</h1>
      <p>
        Ingresó con una contraseña temporal, que otra persona conoce. Antes de seguir elija una que
        solo usted sepa.
      </p>
      <CambiarPassword temporal alCambiar={() => void next()} />
    </section>
  )
}
