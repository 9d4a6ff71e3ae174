import { CloseButton } from '@mantine/core'
import { flushSync } from 'react-dom'
import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Boton } from '../../../web/operacion/partes.tsx'
import { vueltoDe } from '../rules/linea-pago.ts'
import classes from './linea.module.css'

interface Props {
  /** The id of its field. */
  id: string
  moneda: Simbolo
  monto: string
  /** What was handed over, as typed; null while nothing is said of it. */
  recibido: string | null
  cambiar: (recibido: string | null) => void
}

/** What the client handed over in cash above a payment, and what he gets back of it at once. */
export function Vuelto({ id, moneda, monto, recibido, cambiar }: Props) {
  if (recibido === null) {
    return (
      <Boton
        variant="subtle"
        size="compact-xs"
        className={`al-borde ${classes.dar}`}
        onClick={() => {
          flushSync(() => cambiar(''))
          document.getElementById(id)?.focus()
        }}
      >
        Dar vuelto
      </Boton>
    )
  }
  const change = vueltoDe(recibido, monto)
  return (
    <span className={classes.vuelto}>
      <label htmlFor={id}>Recibido</label>
      <DecimalInput
        id={id}
        aria-label="Recibido en efectivo"
        decimales={moneda.decimales}
        value={recibido || null}
        onChange={(value) => cambiar(value ?? '')}
      />
      <span className={classes.cambio}>
        <span role="status">
          {change ? (
            <>
              Vuelto <strong>{formatMonto(change, moneda)}</strong>
            </>
          ) : (
            'Más que el pago'
          )}
        </span>
        <CloseButton aria-label="Sin vuelto" onClick={() => cambiar(null)} />
      </span>
    </span>
  )
}
