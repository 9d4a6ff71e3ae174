import { Hace, Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Espera } from '../contract.ts'
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
