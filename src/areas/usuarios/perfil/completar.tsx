import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { destino } from '../../../web/marco/router.tsx'
import { actualizar, useSesion } from '../../../web/sesion/sesion.ts'
import { ActivarFactor } from '../factor/activar.tsx'
import classes from '../usuarios.module.css'
import { CambiarPassword } from './cambiar-password.tsx'

/** What a session must do before anything else, one thing after the other. */
export default function CompletarIngreso() {
  const router = useRouter()
  const { usuario } = useSesion()
  // What was asked for at first stays until the person is done with it (the recovery codes).
  const [debe, setDebe] = useState(usuario?.debe)
  async function next() {
    const { usuario: fresh } = await actualizar()
    if (fresh.debe) setDebe(fresh.debe)
    else router.history.replace(destino(location.search))
  }
  if (debe === 'segundo_factor') {
    return (
      <section className={classes.centro}>
        <h1>Active su segundo factor</h1>
        <p>Su rol lo exige para ingresar. Toma un minuto y necesita su teléfono.</p>
        <ActivarFactor alActivar={() => void next()} />
      </section>
    )
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
