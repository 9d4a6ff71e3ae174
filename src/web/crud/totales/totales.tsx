import classes from './totales.module.css'

/** Currencies of a usual house: the place that is kept while the totals are on their way. */
const USUALES = ['una', 'otra']

/** The place of a list's totals before they arrive, so that nothing below moves: as high as `linea` is here. */
export function TotalesEspera({ linea }: { linea: string }) {
  return (
    <ul className={classes.totales} aria-hidden="true">
      {USUALES.map((una) => (
        <li key={una} className={classes.espera}>
          {linea.split(/(?= (?:Compramos|Vendimos|Diferencia|Sale|Entra))/).map((parte) => (
            <span key={parte}>{parte.trim()}</span>
          ))}
        </li>
      ))}
    </ul>
  )
}
