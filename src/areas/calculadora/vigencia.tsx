import { Button } from '@mantine/core'
import { formatHora, formatMonto, formatTasa, type Simbolo } from '../../core/formato.ts'
import type { Cotizada } from '../../web/cotizacion.ts'
import { Ficha } from '../../web/crud/valores.tsx'
import classes from './calculadora.module.css'

/** The quote before the rate changed, next to the current one for the same typed amount. */
export function Antes(props: { anterior: Cotizada; ahora: Cotizada; de: Simbolo; a: Simbolo }) {
  const { anterior, ahora, de, a } = props
  const line = ({ tasa, precision, envia, recibe }: Cotizada) =>
    envia && recibe
      ? `${formatTasa(tasa, precision)}: ${formatMonto(envia, de)} → ${formatMonto(recibe, a)}`
      : formatTasa(tasa, precision)
  return (
    <div className={classes.antes} role="status">
      <strong>La tasa cambió.</strong>
      <span>
        Antes <s>{line(anterior)}</s>
      </span>
      <span>Ahora {line(ahora)}</span>
    </div>
  )
}

/** Warns that the quote has expired, and offers to quote the typed amount again. */
export function Vencida({ hasta, recotizar }: { hasta: string; recotizar: () => void }) {
  return (
    <div className="fila">
      <Ficha tono="aviso">{`La cotización venció a las ${formatHora(hasta)}`}</Ficha>
      <Button size="compact-sm" onClick={recotizar}>
        Recotizar
      </Button>
    </div>
  )
}
