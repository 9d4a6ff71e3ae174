import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { decimal, texto } from '../../core/decimal.ts'
import { formatMonto, type Simbolo } from '../../core/formato.ts'
import classes from './conteo.module.css'
import { FilaConteo, type Pieza } from './conteo-fila.tsx'
import type { Linea } from './mostrador-tipos.ts'
import { type Conteo, cuadra, sumaConteo } from './rules-denominaciones.ts'

interface Props {
  linea: Linea & { resuelto: string }
  moneda: Simbolo
  piezas: readonly Pieza[]
  contar: (conteo: Conteo[], monto: string) => void
}

/** Counts cash by its notes and coins; the sum becomes the line's amount. */
export function BotonConteo(props: Props) {
  const [open, setOpen] = useState(false)
  const { linea, moneda, piezas } = props
  const words = linea.denominaciones ? 'Volver a contar el efectivo' : 'Contar el efectivo'
  const lado = linea.lado === 'recibimos' ? 'recibimos' : 'entregamos'
  return (
    <>
      <ActionIcon
        variant={linea.denominaciones ? 'light' : 'subtle'}
        size="lg"
        aria-label={words}
        title={`${words}, billete por billete`}
        onClick={() => setOpen(true)}
      >
        <IconCash size={18} aria-hidden="true" />
      </ActionIcon>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={`Efectivo que ${lado} en ${moneda.simbolo}`}
        size={piezas.some(({ clase }) => clase === 'moneda') ? 'lg' : 'sm'}
        transitionProps={{ duration: 120 }}
      >
        <Rejilla {...props} cerrar={() => setOpen(false)} />
      </Modal>
    </>
  )
}

const CLASES = { billete: 'Billetes', moneda: 'Monedas' } as const

function Rejilla({ linea, moneda, piezas, contar, cerrar }: Props & { cerrar: () => void }) {
  const key = ({ clase, valor }: Pick<Pieza, 'clase' | 'valor'>) => `${clase} ${valor}`
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries((linea.denominaciones ?? []).map((c) => [key(c), String(c.cantidad)])),
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
    // Enter is done on the last one and wherever the sum is the payment's; Ctrl+Enter, anywhere.
    if (event.key === 'Enter' && (!to || event.ctrlKey || cuadra(conteo, linea.resuelto))) {
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
        // In the tree of components this form is inside the counter's, which would be sent too.
        event.stopPropagation()
        if (conteo.length === 0) return
        contar(conteo, total)
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
        <strong>{formatMonto(total, moneda)}</strong> {falta(total, linea.resuelto, moneda)}
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

function falta(total: string, monto: string, moneda: Simbolo): string {
  if (!monto || decimal(total).eq(0)) return ''
  const left = decimal(monto).minus(total)
  if (left.eq(0)) return 'Coincide con el pago.'
  const words = left.gt(0) ? 'Faltan' : 'Sobran'
  return `${words} ${formatMonto(texto(left.abs(), moneda.decimales), moneda)} para el pago.`
}
