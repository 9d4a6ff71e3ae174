import type { ReactNode } from 'react'
import { Reserva } from './reserva.tsx'
import classes from './totales.module.css'

/** Currencies of a usual house: the place that is kept while the totals are on their way. */
const USUALES = ['una', 'otra']

/** The place of a list's totals before they arrive, so that nothing below moves: as high as a usual line is here. */
function TotalesEspera({ partes }: { partes: readonly string[] }) {
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

interface Props<T, M extends { iso: string }> {
  /** Names the place that is kept. */
  clave: string
  titulo: string
  /** What stands in a usual line, to keep its place. */
  usual: readonly string[]
  /** One per currency; undefined until they are known. */
  filas: readonly T[] | undefined
  monedas: ReadonlyMap<number, M>
  monedaId: (fila: T) => number
  /** How many documents they are, in words. */
  cuenta: (fila: T) => string
  partes: (fila: T, moneda: M) => ReactNode
}

/** A list's totals, a line per currency: currencies are never added together. */
export function TotalesPorMoneda<T, M extends { iso: string }>({
  clave,
  titulo,
  usual,
  filas,
  monedas,
  monedaId,
  cuenta,
  partes,
}: Props<T, M>) {
  const hay = filas !== undefined && monedas.size > 0
  return (
    <Reserva plegable clave={clave} hay={hay} espera={<TotalesEspera partes={usual} />}>
      {filas && filas.length > 0 && (
        <ul className={classes.totales} aria-label={titulo}>
          {filas.map((fila) => {
            const moneda = monedas.get(monedaId(fila))
            if (!moneda) return null
            return (
              <li key={monedaId(fila)}>
                <strong>{moneda.iso}</strong>
                {partes(fila, moneda)}
                <span className="tenue derecha">{cuenta(fila)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </Reserva>
  )
}
