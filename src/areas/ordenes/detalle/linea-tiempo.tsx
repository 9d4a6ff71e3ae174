import { Fecha, Hace } from '../../../web/crud/valores.tsx'
import type { DetalleOrden } from '../contract.ts'
import { TONOS } from '../estado-orden.tsx'
import { HECHOS } from '../palabras.ts'
import { ESTADOS } from '../rules.ts'
import detalle from './detalle.module.css'
import classes from './linea-tiempo.module.css'

/** The history of the order, newest first: user, time and note. */
export function LineaTiempo({ orden }: { orden: DetalleOrden }) {
  return (
    <section className={detalle.bloque} aria-label="Línea de tiempo">
      <header>
        <h2>Línea de tiempo</h2>
      </header>
      <ol className={classes.pasos}>
        {orden.pasos.toReversed().map(({ id, fecha, accion, de, a, usuario, nota }) => (
          <li key={id} data-tono={TONOS[a]}>
            <p>
              <strong>{HECHOS[accion]}</strong>
              {de !== a && <span className={classes.hacia}>{ESTADOS[a]}</span>}
            </p>
            <p className="nota">
              {usuario ?? 'Sistema'} · <Fecha valor={fecha} hora /> (<Hace momento={fecha} />)
            </p>
            {nota && <p className={classes.cita}>{nota}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
