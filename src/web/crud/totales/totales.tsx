import classes from './totales.module.css'

/** Currencies of a usual house: the place that is kept while the totals are on their way. */
const USUALES = ['una', 'otra']

/** The place of a list's totals before they arrive, so that nothing below moves: as high as a usual line is here. */
export function TotalesEspera({ partes }: { partes: readonly string[] }) {
  return (
    <ul className={classes.totales} aria-hidden="true">
      {USUALES.map((una) => (
        <li key={una} className={classes.espera}>
          {partes.map((parte) => (
            <span key={parte}>{parte}</span>
          ))}
        </li>
      ))}
    </ul>
  )
}
