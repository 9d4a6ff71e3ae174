import { formatTasa } from '../../../core/formato.ts'
import { ConBandera } from '../../../web/bandera.tsx'
import type { Pizarra } from '../contract.ts'
import { desdeEnPalabras, ejemplo } from '../rules.ts'
import classes from './hoja.module.css'

const precio = (text: string | null, precision: number) =>
  text === null ? 'Consulte' : formatTasa(text, precision)

/** The sheet as it is printed: A4, black on white. */
export function Hoja({ pizarra, momento }: { pizarra: Pizarra; momento: string }) {
  const { casa, mercado, mensaje, divisas, corredores } = pizarra
  return (
    <article className={classes.hoja} aria-label="Tasas del día">
      <header>
        <h2>{casa}</h2>
        <p>{momento}</p>
      </header>
      {divisas.length > 0 && (
        <table>
          <caption>Cambio de divisas</caption>
          <thead>
            <tr>
              <th scope="col">Divisa</th>
              <th scope="col">Compra</th>
              <th scope="col">Venta</th>
            </tr>
          </thead>
          <tbody>
            {divisas.map(({ id, base, cotizacion, compra, venta, precision }) => (
              <tr key={id}>
                <th scope="row">
                  <ConBandera imagen={base.imagen}>
                    {base.nombre} ({base.iso}) en {cotizacion.simbolo}
                  </ConBandera>
                </th>
                <td>{precio(compra, precision)}</td>
                <td>{precio(venta, precision)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {corredores.length > 0 && (
        <table>
          <caption>Envíos desde {mercado}</caption>
          <thead>
            <tr>
              <th scope="col">Destino</th>
              <th scope="col">Tasa</th>
              <th scope="col">Ejemplo</th>
            </tr>
          </thead>
          <tbody>
            {corredores.map((corredor) => (
              <tr key={corredor.id}>
                <th scope="row">
                  <ConBandera imagen={corredor.cotizacion.imagen}>
                    {corredor.base.iso} a {corredor.cotizacion.nombre}
                    {desdeEnPalabras(corredor)}
                  </ConBandera>
                </th>
                <td>{precio(corredor.tasa, corredor.precision)}</td>
                <td className={classes.ejemplo}>{ejemplo(corredor)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {divisas.length + corredores.length === 0 && (
        <p>Todavía no hay tasas: elija qué muestra la pizarra.</p>
      )}
      <footer>
        {mensaje && <p>{mensaje}</p>}
        <p>Tasas referenciales: se confirman al momento de la operación.</p>
      </footer>
    </article>
  )
}
