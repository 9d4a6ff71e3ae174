import { IconCircleCheck } from '@tabler/icons-react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { conPantalla } from '../../../web/marco/screens.ts'
import { contrato } from '../../notificaciones/contract.ts'
import classes from './inicio.module.css'

/** What needs attention, ordered by the money at risk; the same data as the bell. */
export function PorAtender() {
  const { data } = useAnswer(contrato.listar)
  if (!data) return <div className={classes.panel} aria-busy="true" />
  const avisos = conPantalla(data)
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
          {avisos.map(({ clave, titulo, riesgo, pantalla, filtro }) => (
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
    </section>
  )
}
