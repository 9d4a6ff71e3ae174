import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Conteo, cuadra, sumaConteo } from '../../../core/dinero/conteo.ts'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import { useLector } from '../../lector/use-lector.ts'
import { Modal } from '../modal.tsx'
import classes from './conteo.module.css'
import type { Pieza } from './fila.tsx'
import { conContado, conteoDe, escritoDe, moverConteo, Piezas } from './piezas.tsx'

export interface ConteoProps {
  titulo: string
  moneda: Simbolo
  /** The notes and coins of the currency, largest first. */
  piezas: readonly Pieza[]
  /** The previous count. */
  conteo: readonly Conteo[] | null
  /** The expected sum and its name (`el pago`); omitted for a blind count. */
  esperado?: { monto: string; nombre: string }
  usar: (conteo: Conteo[], monto: string) => void
  cerrar: () => void
  /** What is known of the pieces before this count. */
  antes?: ReactNode
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

function Rejilla(props: ConteoProps) {
  const { moneda, piezas, conteo: previo, esperado, usar, cerrar } = props
  const [typed, setTyped] = useState(() => escritoDe(previo ?? []))
  const conteo = conteoDe(piezas, typed)
  const total = sumaConteo(conteo, moneda.decimales)
  useLector('contadora', true, (read) => {
    if (read !== 'mal' && 'valor' in read) setTyped((before) => conContado(piezas, before, read))
  })
  return (
    <form
      className="pila"
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the event to an enclosing form, which would be submitted too.
        event.stopPropagation()
        if (conteo.length === 0) return
        usar(conteo, total)
        cerrar()
      }}
    >
      <Piezas
        piezas={piezas}
        moneda={moneda}
        escrito={typed}
        escribir={setTyped}
        primera
        // Enter submits from any box once the sum is the expected one.
        mover={(event) => moverConteo(event, cuadra(conteo, esperado?.monto ?? ''))}
      />
      <p className={classes.total} role="status">
        <strong>{formatMonto(total, moneda)}</strong> {falta(total, esperado, moneda)}
      </p>
      {props.antes}
      <div className="seguidos">
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
