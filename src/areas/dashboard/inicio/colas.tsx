import { formatHora } from '../../../core/formato.ts'
import { Hace, Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Espera, PorPagar as Orden } from '../contract.ts'
import classes from './inicio.module.css'

/** The user's queue: payments to verify, the oldest first. */
export function SuCola({ espera }: { espera: readonly Espera[] }) {
  return (
    <section className={classes.panel} aria-labelledby="su-cola">
      <h2 id="su-cola">Pagos por verificar</h2>
      {espera.length === 0 ? (
        <p className="tenue">No hay pagos suyos por verificar.</p>
      ) : (
        <ul className={classes.avisos}>
          {espera.map(({ id, numero, cliente, tipo_pago, monto, moneda, fecha }) => (
            <li key={`${id}-${tipo_pago}-${monto}`}>
              <span>
                <Enlace a="detalle-compra-venta" params={{ id }}>
                  {numero}
                </Enlace>{' '}
                <span className="tenue">
                  {cliente ?? 'Ocasional'}, {tipo_pago}, <Hace momento={fecha} />
                </span>
              </span>
              <strong className={classes.saldo}>
                <Monto valor={monto} moneda={moneda} />
              </strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What a payer pays next: his own first, then what nobody has taken. */
export function PorPagar({ ordenes }: { ordenes: readonly Orden[] }) {
  return (
    <section className={classes.panel} aria-labelledby="por-pagar">
      <div className={classes.encabezado}>
        <h2 id="por-pagar">Por pagar</h2>
        <Enlace a="ordenes">Tablero</Enlace>
      </div>
      {ordenes.length === 0 ? (
        <p className="tenue">No hay órdenes por pagar.</p>
      ) : (
        <ul className={classes.avisos}>
          {ordenes.map(
            ({ id, numero, beneficiario, metodo, falta, moneda, plazo, tarde, suya }) => (
              <li key={id}>
                <span>
                  <Enlace
                    a="detalle-orden"
                    params={{ id }}
                    search={{ accion: suya ? 'pagar' : 'tomar' }}
                  >
                    {suya ? `Pagar ${numero}` : `Tomar ${numero}`}
                  </Enlace>{' '}
                  <span className="tenue">
                    {beneficiario}, {metodo}
                    {', '}
                    {tarde ? (
                      <span className="alerta entero">fuera de plazo</span>
                    ) : (
                      plazo && <span className="entero">hasta las {formatHora(plazo)}</span>
                    )}
                  </span>
                </span>
                <strong className={classes.saldo}>
                  <Monto valor={falta} moneda={moneda} />
                </strong>
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}
