import { useAngosta } from './angosta.ts'
import classes from './fila.module.css'

/** A row that is still to come, as high as it will be. */
export function Hueco({ marcas, columnas }: { marcas: boolean; columnas: number }) {
  const two = useAngosta()
  const cells = Array.from({ length: two ? 2 : columnas }, (_, at) => `celda-${at}`)
  return (
    <tr className={`${classes.fila} ${classes.esqueleto}`}>
      {marcas && !two && <td />}
      {cells.map((cell, at) => (
        <td
          key={cell}
          data-principal={(two && at === 0) || undefined}
          data-menudo={(two && at > 0) || undefined}
        >
          <span className="pulso" />
        </td>
      ))}
    </tr>
  )
}
