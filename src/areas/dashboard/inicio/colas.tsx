import type { ReactNode } from 'react'
import { formatHora } from '../../../core/formato.ts'
import { Hace, Monto } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Espera, PorPagar as Orden } from '../contract.ts'
import classes from './inicio.module.css'

interface Cola {
  id: string
  titulo: string
  vacio: string
  accion?: ReactNode
  /** Its lines. */
  children: readonly ReactNode[]
}

/** What waits for the user, one line each; words where nothing waits. */
function Cola({ id, titulo, vacio, accion, children }: Cola) {
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.encabezado}>
        <h2 id={id}>{titulo}</h2>
        {accion}
      </div>
      {children.length === 0 ? (
        <p className="tenue">{vacio}</p>
      ) : (
        <ul className={classes.avisos}>{children}</ul>
      )}
    </section>
  )
}

/** The user's queue: payments to verify, the oldest first. */
export function SuCola({ espera }: { espera: readonly Espera[] }) {
  return (
    <Cola id="su-cola" titulo="Pagos por verificar" vacio="No hay pagos suyos por verificar.">
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
    </Cola>
  )
}

/** What a payer pays next: his own first, then what nobody has taken. */
export function PorPagar({ ordenes }: { ordenes: readonly Orden[] }) {
  return (
    <Cola
      id="por-pagar"
      titulo="Por pagar"
      vacio="No hay órdenes por pagar."
      accion={<Enlace a="ordenes">Tablero</Enlace>}
    >
      {ordenes.map(({ id, numero, beneficiario, metodo, falta, moneda, plazo, tarde, suya }) => (
        <li key={id}>
          <span>
            <Enlace a="detalle-orden" params={{ id }} search={{ accion: suya ? 'pagar' : 'tomar' }}>
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
      ))}
    </Cola>
  )
}
