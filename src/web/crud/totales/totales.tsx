import type { ReactNode } from 'react'
import { Reserva } from './reserva.tsx'
import classes from './totales.module.css'

interface Props<T, M extends { iso: string }> {
  /** Names the place that is kept. */
  clave: string
  titulo: string
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
  filas,
  monedas,
  monedaId,
  cuenta,
  partes,
}: Props<T, M>) {
  const hay = filas !== undefined && monedas.size > 0
  return (
    <Reserva plegable clave={clave} hay={hay}>
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
