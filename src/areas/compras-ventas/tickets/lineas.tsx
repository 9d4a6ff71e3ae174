import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { Duda } from '../../../web/duda/duda.tsx'
import { Boton } from '../../../web/operacion/partes.tsx'
import type { Borrador, Opciones } from '../mostrador/calculo/tipos.ts'
import { cabeOtra, lineaEnPalabras, lineasDe, manosJuntas, servicioJunto } from './juntas.ts'
import classes from './lineas.module.css'
import type { Juntar } from './use-juntar.tsx'

interface Props {
  opciones: Opciones
  borrador: Borrador
  juntar: Juntar
}

/** The operations that wait in the ticket, what all of them come to, and the button that adds what is typed. */
export function LineasDeTicket({ opciones, borrador, juntar }: Props) {
  const { otras = [] } = borrador
  const lineas = lineasDe(opciones, borrador)
  const manos = manosJuntas(opciones, lineas)
  const servicio = servicioJunto(lineas)
  return (
    <section
      className={classes.ticket}
      aria-label={otras.length > 0 ? 'En este ticket' : undefined}
    >
      {otras.length > 0 && (
        <>
          <h2>
            En este ticket{' '}
            <Duda en="mostrador#varias-divisas-en-un-ticket" sobre="varias divisas en un ticket" />
          </h2>
          <ol>
            {lineas.slice(0, otras.length).map((linea, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <li key={n}>
                <span>
                  {sinCortar(lineaEnPalabras(linea, opciones.funcional))}
                  {linea.calculo.problema && <small role="status">{linea.calculo.problema}</small>}
                </span>
                <Boton
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Cambiar la línea ${n + 1}`}
                  onClick={() => juntar.cambiar(n)}
                >
                  Cambiar
                </Boton>
                <Boton
                  variant="subtle"
                  size="compact-xs"
                  color="red"
                  aria-label={`Quitar la línea ${n + 1}`}
                  onClick={() => juntar.quitar(n)}
                >
                  Quitar
                </Boton>
              </li>
            ))}
          </ol>
          <p className={classes.total} aria-live="polite" data-necesario>
            En total el cliente entrega <strong>{sinCortar(manos.entrega)}</strong> y recibe{' '}
            <strong>{sinCortar(manos.recibe)}</strong>.
            {servicio !== '0.00' && (
              <span className={classes.servicio}>
                {`Servicio incluido: ${sinCortar(formatMonto(servicio, opciones.funcional))}.`}
              </span>
            )}
          </p>
        </>
      )}
      {cabeOtra(borrador) && (
        <Boton
          className="al-borde"
          variant="subtle"
          size="compact-sm"
          rightSection={<kbd>F3</kbd>}
          onClick={juntar.agregar}
        >
          Agregar otra divisa
        </Boton>
      )}
    </section>
  )
}
