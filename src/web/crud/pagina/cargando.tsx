import classes from './cargando.module.css'

/** A screen's content is on its way. */
export function Cargando() {
  return (
    <div role="status" className={classes.cargando}>
      <span className="solo-lectores">Cargando…</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  )
}
