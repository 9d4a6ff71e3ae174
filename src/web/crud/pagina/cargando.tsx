import classes from './cargando.module.css'

/** Shown while the content of a screen is loading. */
export function Cargando() {
  return (
    <div role="status" aria-busy="true" className={classes.cargando}>
      <span className="solo-lectores">Cargando…</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  )
}
