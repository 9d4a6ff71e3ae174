import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { SEGMENTOS, type Segmento } from '../../../core/dinero/tramos.ts'
import { formatTasa } from '../../../core/formato.ts'
import { Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Informe, Vuelta } from '../contract/deshacer.ts'
import classes from './deshacer.module.css'

/** `SOLES → VES mayorista`. */
function nombre({ base, cotizacion, segmento }: Vuelta): string {
  const name = `${base} → ${cotizacion}`
  return segmento === 'publico' ? name : `${name} ${SEGMENTOS[segmento as Segmento].toLowerCase()}`
}

/** What is restored: the pair's prices, and each rate with its present and its former value. */
export function Alcance({ par, tasas }: Pick<Informe, 'par' | 'tasas'>) {
  return (
    <ul className={classes.alcance} aria-label="Qué vuelve">
      {par && (
        <li>
          <Enlace a="detalle-par-divisa" params={{ id: par.id }}>
            {par.nombre}
          </Enlace>
          <span>
            <s>{`${par.erroneo.compra} – ${par.erroneo.venta}`}</s>
            {' → '}
            <strong>{`${par.restaurado.compra} – ${par.restaurado.venta}`}</strong>
          </span>
        </li>
      )}
      {tasas.map((tasa, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rate may appear twice, and the list never changes order.
        <li key={`${tasa.tipo_cambio_id}-${i}`}>
          <span>
            <Enlace a="detalle-tipo-cambio" params={{ id: tasa.tipo_cambio_id }}>
              {nombre(tasa)}
            </Enlace>
            <small>{tasa.pais}</small>
          </span>
          <span>
            <s>{formatTasa(tasa.tasa_erronea, decimalsOf(tasa.tasa_erronea))}</s>
            {' → '}
            <strong>{formatTasa(tasa.tasa, tasa.precision)}</strong>
          </span>
        </li>
      ))}
    </ul>
  )
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0

/** Number of operations, and their total profit or loss. */
export function Balance({ total, diferencia_total }: Pick<Informe, 'total' | 'diferencia_total'>) {
  if (total === 0) return <p>Ninguna operación se hizo con esa tasa.</p>
  const noun = total === 1 ? '1 operación se hizo' : `${total} operaciones se hicieron`
  return (
    <p>
      {noun} con esa tasa
      {diferencia_total && (
        <>
          {': '}
          {diferencia_total.startsWith('-') ? 'la casa perdió ' : 'la casa ganó '}
          <strong>
            <Monto valor={diferencia_total.replace('-', '')} moneda={monedaFuncional()} />
          </strong>
          {' frente a la tasa que vuelve'}
        </>
      )}
      .
    </p>
  )
}
