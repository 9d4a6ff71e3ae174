import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { destino } from '../../../web/marco/router.tsx'
import { actualizar, useSesion } from '../../../web/sesion/sesion.ts'
import { ActivarFactor } from '../factor/activar.tsx'
import classes from '../usuarios.module.css'
import { CambiarPassword } from './cambiar-password.tsx'

/** The steps that a session must complete before anything else, one after the other. */
export default function CompletarIngreso() {
  const router = useRouter()
  const { usuario } = useSesion()
  // The step stays until its component ends it, because the recovery codes are shown after enrolment.
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
        <p>
          Su rol lo exige: quien aprueba o administra confirma con su teléfono que es él, para que
          no baste con averiguar su contraseña. Toma un minuto.
        </p>
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
