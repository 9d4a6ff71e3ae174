import { enPlural, monedaFuncional } from '../../core/dinero/moneda.ts'
import { Monto } from '../../web/crud/valores.tsx'
import { Duda } from '../../web/duda/duda.tsx'
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

const DUDAS = {
  costo: { en: 'cuentas#costo-promedio', sobre: 'costo promedio' },
  no_realizada: {
    en: 'cuentas#ganancia-realizada-y-no-realizada',
    sobre: 'ganancia realizada y no realizada',
  },
} as const

/**
 * The total of all positions in the currency of the books, the only one in which they can be added; its place while they
 * are on their way.
 */
export function Resumen({ filas }: { filas: readonly PosicionFila[] | undefined }) {
  const unpriced = (filas ?? []).filter(({ valor, costo }) => valor === null && costo !== '0.00')
  return (
    <>
      <ul
        className={classes.resumen}
        aria-label={`Totales en ${enPlural()}`}
        aria-busy={filas === undefined}
      >
        {LINEAS.map(([campo, titulo]) => (
          <li key={campo}>
            <span>
              {titulo}
              {campo in DUDAS && <Duda {...DUDAS[campo as keyof typeof DUDAS]} />}
            </span>
            <strong>
              {filas ? <Monto valor={total(filas, campo)} moneda={monedaFuncional()} /> : '\u00a0'}
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
