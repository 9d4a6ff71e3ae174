import { enPlural, monedaFuncional } from '../../core/dinero/moneda.ts'
import { Monto } from '../../web/crud/valores.tsx'
import type { PosicionFila } from './contract.ts'
import classes from './posiciones.module.css'
import { total } from './rules.ts'

const LINEAS = [
  ['costo', 'Costo total'],
  ['valor', 'Valor hoy'],
  ['no_realizada', 'Ganancia no realizada'],
  ['ganancia_hoy', 'Ganancia realizada hoy'],
  ['ganancia_total', 'Ganancia realizada total'],
] as const

/** The total of all positions in soles, the only currency in which they can be added. */
export function Resumen({ filas }: { filas: readonly PosicionFila[] }) {
  const unpriced = filas.filter(({ valor, costo }) => valor === null && costo !== '0.00')
  return (
    <>
      <ul className={classes.resumen} aria-label={`Totales en ${enPlural()}`}>
        {LINEAS.map(([campo, titulo]) => (
          <li key={campo}>
            <span>{titulo}</span>
            <strong>
              <Monto valor={total(filas, campo)} moneda={monedaFuncional()} />
            </strong>
          </li>
        ))}
      </ul>
      {unpriced.length > 0 && (
        <p className="nota">
          Sin precio, y fuera de «Valor hoy» y «Ganancia no realizada»:{' '}
          {unpriced.map(({ moneda }) => moneda.iso).join(', ')}.
        </p>
      )}
    </>
  )
}
