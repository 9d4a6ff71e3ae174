import { Button, Modal } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { type Conteo, cuadra, sumaConteo } from '../../core/conteo.ts'
import { decimal, texto } from '../../core/decimal.ts'
import { formatMonto, type Simbolo } from '../../core/formato.ts'
import classes from './conteo.module.css'
import { FilaConteo, type Pieza } from './conteo-fila.tsx'

export interface ConteoProps {
  titulo: string
  moneda: Simbolo
  /** The notes and coins of the currency, largest first. */
  piezas: readonly Pieza[]
  /** As it was counted before. */
  conteo: readonly Conteo[] | null
  /** What it should come to, and what that is called: `el pago`. Left out where the count is blind. */
  esperado?: { monto: string; nombre: string }
  usar: (conteo: Conteo[], monto: string) => void
  cerrar: () => void
}

/** Counts cash by its notes and coins; the sum is an amount. */
export function DialogoConteo({ abierto, ...props }: ConteoProps & { abierto: boolean }) {
  return (
    <Modal
      opened={abierto}
      onClose={props.cerrar}
      title={props.titulo}
      size={props.piezas.some(({ clase }) => clase === 'moneda') ? 'lg' : 'sm'}
      transitionProps={{ duration: 120 }}
    >
      <Rejilla {...props} />
    </Modal>
  )
}

const CLASES = { billete: 'Billetes', moneda: 'Monedas' } as const

function Rejilla({ moneda, piezas, conteo: previo, esperado, usar, cerrar }: ConteoProps) {
  const key = ({ clase, valor }: Pick<Pieza, 'clase' | 'valor'>) => `${clase} ${valor}`
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries((previo ?? []).map((c) => [key(c), String(c.cantidad)])),
  )
  const conteo = piezas.flatMap(({ clase, valor }): Conteo[] => {
    const cantidad = Number(typed[key({ clase, valor })] ?? 0)
    return cantidad > 0 ? [{ clase, valor, cantidad }] : []
  })
  const total = sumaConteo(conteo, moneda.decimales)
  const next = (event: KeyboardEvent<HTMLInputElement>) => {
    const inputs = [...(event.currentTarget.form?.querySelectorAll('input') ?? [])]
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key]
    const to = step && inputs[inputs.indexOf(event.currentTarget) + step]
    // Enter is done on the last one and wherever the sum is what it should be; Ctrl+Enter, anywhere.
    if (event.key === 'Enter' && (!to || event.ctrlKey || cuadra(conteo, esperado?.monto ?? ''))) {
      event.preventDefault()
      return event.currentTarget.form?.requestSubmit()
    }
    if (!to) return
    event.preventDefault()
    to.focus()
    to.select()
  }
  return (
    <form
      className={classes.rejilla}
      onSubmit={(event) => {
        event.preventDefault()
        // In the tree of components this form may be inside another, which would be sent too.
        event.stopPropagation()
        if (conteo.length === 0) return
        usar(conteo, total)
        cerrar()
      }}
    >
      <div className={classes.clases}>
        {(['billete', 'moneda'] as const).map((clase) => (
          <fieldset key={clase} className={classes.clase}>
            <legend>{CLASES[clase]}</legend>
            {piezas
              .filter((p) => p.clase === clase)
              .map((p) => (
                <FilaConteo
                  key={p.valor}
                  pieza={p}
                  moneda={moneda}
                  primera={p === piezas[0]}
                  cantidad={typed[key(p)] ?? ''}
                  mover={next}
                  escribir={(value) => setTyped((t) => ({ ...t, [key(p)]: value }))}
                />
              ))}
          </fieldset>
        ))}
      </div>
      <p className={classes.total} role="status">
        <strong>{formatMonto(total, moneda)}</strong> {falta(total, esperado, moneda)}
      </p>
      <div className={classes.botones}>
        <Button type="submit" disabled={conteo.length === 0}>
          Usar este monto
        </Button>
        <Button variant="default" onClick={cerrar}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

function falta(total: string, esperado: ConteoProps['esperado'], moneda: Simbolo): string {
  if (!esperado?.monto || decimal(total).eq(0)) return ''
  const left = decimal(esperado.monto).minus(total)
  if (left.eq(0)) return `Coincide con ${esperado.nombre}.`
  const words = left.gt(0) ? 'Faltan' : 'Sobran'
  return `${words} ${formatMonto(texto(left.abs(), moneda.decimales), moneda)} para ${esperado.nombre}.`
}
