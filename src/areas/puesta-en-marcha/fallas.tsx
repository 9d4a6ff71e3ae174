import type { Falla } from './crear.tsx'
import classes from './puesta-en-marcha.module.css'

/** What was not created, each with its reason. */
export function Fallas({ fallas }: { fallas: readonly Falla[] }) {
  if (fallas.length === 0) return null
  return (
    <section className={classes.fallas} role="alert">
      <h2>{fallas.length === 1 ? 'No se creó:' : `No se crearon ${fallas.length}:`}</h2>
      <ul>
        {fallas.map(({ titulo, motivo }) => (
          <li key={titulo}>
            <strong>{titulo}</strong>: {motivo}
          </li>
        ))}
      </ul>
    </section>
  )
}
