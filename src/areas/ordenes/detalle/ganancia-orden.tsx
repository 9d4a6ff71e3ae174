import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { TARIFA } from '../../../core/dinero/pagos.ts'
import { Monto, Vacio } from '../../../web/crud/valores.tsx'
import type { DetalleOrden } from '../contract.ts'
import classes from './detalle.module.css'

/** The margin of the rate and the realised profit, which are never mixed. */
export function GananciaOrden({ orden: o }: { orden: DetalleOrden }) {
  const gross = decimal(o.ganancia ?? '0')
  const net = texto(gross.plus(decimal(o.tarifa)).minus(decimal(o.gastos ?? '0')), 2)
  const done = o.estado === 'completada'
  const soles = (value: string | null | undefined) =>
    value == null ? <Vacio /> : <Monto valor={value} moneda={monedaFuncional()} />
  return (
    <section className={classes.bloque} aria-label="Ganancia">
      <header>
        <h2>Ganancia</h2>
      </header>
      <dl className="datos">
        <div>
          <dt>Margen de la tasa</dt>
          <dd>{soles(o.margen)}</dd>
        </div>
        <div>
          <dt>Valor de lo cobrado</dt>
          <dd>{soles(o.valor)}</dd>
        </div>
        <div>
          <dt>Costo de lo pagado</dt>
          <dd>{soles(o.costo)}</dd>
        </div>
        <div>
          <dt>Ganancia realizada</dt>
          <dd>{soles(o.ganancia)}</dd>
        </div>
        {!decimal(o.tarifa).eq(0) && (
          <div>
            <dt>{TARIFA}</dt>
            <dd>{soles(o.tarifa)}</dd>
          </div>
        )}
        <div>
          <dt>Gastos bancarios</dt>
          <dd>{soles(o.gastos)}</dd>
        </div>
        <div>
          <dt>Neta</dt>
          <dd>
            <strong>{soles(net)}</strong>
          </dd>
        </div>
      </dl>
      {!done && <p className="nota">Se realiza con cada pago; el margen, con la tasa.</p>}
    </section>
  )
}
