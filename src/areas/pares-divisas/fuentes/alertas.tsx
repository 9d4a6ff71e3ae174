import { IconAlertTriangle } from '@tabler/icons-react'
import { useAnswer } from '../../../web/api/query.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contratoFuentes } from '../contract/fuentes.ts'
import classes from './fuentes.module.css'
import { Propuestas } from './propuestas.tsx'

/** Above the list: proposals of sources, and sources without a price. Empty when there are none. */
export function AlertasFuentes() {
  const { data } = useAnswer(contratoFuentes.listar)
  if (!data) return null
  const failing = data.filter(
    ({ error, activa, propuesta }) => activa && error && !propuesta?.salto,
  )
  return (
    <>
      {failing.length > 0 && (
        <section
          role="alert"
          className={classes.alerta}
          data-tono="aviso"
          aria-label="Fuentes con error"
        >
          <IconAlertTriangle size={18} aria-hidden="true" />
          <ul>
            {failing.map(({ par_id, par, pais_nombre, nombre, error }) => (
              <li key={par_id}>
                <Enlace a="detalle-par-divisa" params={{ id: par_id }} search={{ ver: 'fuente' }}>
                  {par}
                </Enlace>{' '}
                ({pais_nombre}), fuente {nombre}: {error} El precio vigente no cambia.
              </li>
            ))}
          </ul>
        </section>
      )}
      <Propuestas fuentes={data} />
    </>
  )
}
