import { Button } from '@mantine/core'
import { decimal } from '../../../core/dinero/decimal.ts'
import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { Monto } from '../../../web/crud/valores.tsx'
import classes from '../ajustes-saldo.module.css'
import type { CuentaOpcion } from '../contract.ts'
import { destino, frase } from '../palabras.ts'
import { choca, type Escrito, previa } from '../rules.ts'

/** Live preview: the balance before and after, the entry in words, and who must approve it. */
export function VistaPrevia({
  cuenta,
  escrito,
  cargo,
  solo,
  visto,
  actualizar,
}: {
  cuenta: CuentaOpcion
  escrito: Escrito
  cargo: string | null
  solo: { limite: string; usado: string }
  /** The balance that the count is compared with. */
  visto: string
  actualizar: () => void
}) {
  const against = escrito.contado === null ? cuenta : { ...cuenta, saldo: visto }
  const p = previa(escrito, against, solo)
  const { moneda } = cuenta
  const clash = p && escrito.contado !== null ? choca(escrito.motivo, decimal(p.importe)) : null
  const below = p && cuenta.minimo !== null && decimal(p.saldo).lt(decimal(cuenta.minimo))
  return (
    <section className={classes.previa} aria-label="Lo que pasará">
      <dl className="cifras">
        <div>
          <dt>Saldo en libros</dt>
          <dd>
            <Monto valor={against.saldo} moneda={moneda} />
          </dd>
        </div>
        <div>
          <dt>{escrito.contado === null ? 'Ajuste' : 'Diferencia'}</dt>
          <dd>{p ? <Monto valor={p.importe} moneda={moneda} /> : '—'}</dd>
        </div>
        <div>
          <dt>Saldo nuevo</dt>
          <dd>{p ? <Monto valor={p.saldo} moneda={moneda} /> : '—'}</dd>
        </div>
      </dl>
      {escrito.contado !== null && visto !== cuenta.saldo && (
        <p className={classes.aviso} role="alert">
          {sinCortar(
            `El saldo se movió mientras contaba: era ${formatMonto(visto, moneda)} y ahora es ${formatMonto(cuenta.saldo, moneda)}.`,
          )}
          <Button size="compact-sm" variant="light" onClick={actualizar}>
            Comparar con el de ahora
          </Button>
        </p>
      )}
      <div role="status">
        {p && clash && (
          <p className={classes.aviso}>
            {`Hay ${formatMonto(p.importe.replace('-', ''), moneda)} ${clash}: elija un motivo de ${clash === 'de más' ? 'entrada' : 'salida'}.`}
          </p>
        )}
        {p && below && (
          <p className={classes.aviso}>El saldo quedaría por debajo de lo permitido.</p>
        )}
        {p && !clash && (
          <>
            <p className="medio">
              {sinCortar(
                frase(p, { motivo: escrito.motivo, cuenta: cuenta.nombre, moneda, cargo }),
              )}
            </p>
            <p className="tenue" data-espera={p.espera === true}>
              {sinCortar(destino(p, solo))}
            </p>
          </>
        )}
      </div>
    </section>
  )
}
