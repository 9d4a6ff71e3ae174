import { IconBell } from '@tabler/icons-react'
import { useAnswer } from '../../web/api/query.ts'
import { useRefresco } from '../../web/api/refresco.ts'
import barra from '../../web/barra/barra.module.css'
import { Desplegable } from '../../web/barra/desplegable.tsx'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { conPantalla, type RutaCon } from '../../web/marco/screens.ts'
import classes from './campana.module.css'
import { type Aviso, contrato } from './contract.ts'

const cualquiera = () => true

/** The bell in the bar: what waits for this user, each item with a link to its list. */
export function Campana() {
  const { data = [] } = useAnswer(contrato.listar)
  useRefresco('notificaciones', cualquiera)
  const avisos = conPantalla(data)
  const total = avisos.reduce((sum, { cuantos }) => sum + cuantos, 0)
  return (
    <Desplegable
      className={barra.icono}
      etiqueta={total === 0 ? 'Notificaciones' : `Notificaciones: ${total}`}
      lado="derecha"
      boton={
        <span className={classes.campana}>
          <IconBell size={18} aria-hidden="true" />
          {total > 0 && (
            <span className={classes.cuenta} aria-hidden="true">
              {total > 99 ? '99+' : total}
            </span>
          )}
        </span>
      }
    >
      {(cerrar) => <Lista avisos={avisos} cerrar={cerrar} />}
    </Desplegable>
  )
}

function Lista({
  avisos,
  cerrar,
}: {
  avisos: readonly (Aviso & { pantalla: RutaCon })[]
  cerrar: () => void
}) {
  if (avisos.length === 0)
    return <p className={classes.nada}>No tiene pendientes. Aquí verá lo que falte hacer.</p>
  return (
    <ul className={classes.lista} aria-label="Lo que espera por usted">
      {avisos.map(({ clave, titulo, pantalla, filtro }) => (
        <li key={clave}>
          <Enlace a={pantalla} search={filtro} className={barra.enlace} onClick={cerrar}>
            {titulo}
          </Enlace>
        </li>
      ))}
    </ul>
  )
}
