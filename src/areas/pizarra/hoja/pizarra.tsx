import { useRouterState } from '@tanstack/react-router'
import { BotonReintentar } from '../../../web/crud/lista/reintentar.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Mensaje } from '../../../web/marco/mensaje.tsx'
import { useCorte, useDespierta, useTablero } from '../administrar/conexion.tsx'
import { claveDe } from '../rules/enlace.ts'
import classes from './pizarra.module.css'
import { Tablero } from './tablero.tsx'

/** The rate board of the shop, with a session or with a link that opens nothing else. */
export default function PantallaPizarra() {
  const clave = claveDe(useRouterState({ select: ({ location }) => location.hash }))
  const { data, recibida, estado, error, reintentar } = useTablero(clave)
  const corte = useCorte(estado)
  useDespierta()
  if (estado === 'revocado') {
    return (
      <div className={classes.aviso}>
        <Mensaje titulo="Este enlace ya no está activo">
          <p>Pida a un administrador un enlace nuevo para esta pantalla.</p>
        </Mensaje>
      </div>
    )
  }
  if (data) return <Tablero {...data} recibida={recibida} corte={corte} visita={clave !== null} />
  if (!error) return <Cargando />
  return (
    <div className={classes.aviso}>
      <Mensaje
        titulo="No se pudo cargar la pizarra"
        accion={<BotonReintentar alReintentar={reintentar} />}
      >
        {error.message}
      </Mensaje>
    </div>
  )
}
