import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Hace } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { conPantalla } from '../../../web/marco/screens.ts'
import { contrato } from '../../notificaciones/contract.ts'
import classes from './inicio.module.css'

/** How many stand beside the chart of the day. */
const PRIMEROS = 8

/**
 * What needs attention, ordered by the money at risk; the same data as the bell. Below it when the last good backup
 * ended (`respaldo`), for whoever looks after them.
 */
export function PorAtender({ respaldo }: { respaldo?: string | undefined }) {
  const { data } = useAnswer(contrato.listar)
  const [todos, setTodos] = useState(false)
  if (!data) return <div className={classes.panel} aria-busy="true" />
  const avisos = conPantalla(data)
  const rest = todos ? 0 : avisos.length - PRIMEROS
  const shown = rest > 1 ? avisos.slice(0, PRIMEROS) : avisos
  return (
    <section className={classes.panel} aria-labelledby="por-atender">
      <h2 id="por-atender">Por atender</h2>
      {avisos.length === 0 ? (
        <p className={classes.bien}>
          <IconCircleCheck size={18} aria-hidden="true" /> Todo al día: saldos, tasas y pagos están
          al día.
        </p>
      ) : (
        <ul className={classes.avisos}>
          {shown.map(({ clave, titulo, riesgo, pantalla, filtro }) => (
            <li key={clave}>
              <Enlace a={pantalla} search={filtro}>
                {titulo}
              </Enlace>
              {riesgo && (
                <span className="menor alerta entero">
                  {formatMonto(riesgo, monedaFuncional())} en riesgo
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {rest > 1 && (
        <button type="button" className={classes.mas} onClick={() => setTodos(true)}>
          {`Ver ${rest} más`}
        </button>
      )}
      {respaldo && (
        <p className="nota">
          Último respaldo bueno: <Hace momento={respaldo} />
        </p>
      )}
    </section>
  )
}
