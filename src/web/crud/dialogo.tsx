import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import classes from './formulario/formulario.module.css'
import { Modal } from './modal.tsx'

export interface ConfirmarProps {
  abierto: boolean
  titulo: string
  /** Names the thing and its amount. */
  children: ReactNode
  /** Text of the button that does it: a verb, `Anular`. */
  accion: string
  cancelar?: string
  /** Asks for a reason of at least so many characters; it is given to `alConfirmar`. */
  motivoMinimo?: number
  etiquetaMotivo?: string
  /** Destructive: the button is red. */
  peligro?: boolean
  ocupado?: boolean
  alConfirmar: (motivo: string) => void
  alCancelar: () => void
}

/** Asks once before something irreversible, with a reason where the business wants one. */
export function Confirmar(props: ConfirmarProps) {
  const { abierto, titulo, alCancelar, ocupado } = props
  return (
    <Modal
      opened={abierto}
      onClose={() => !ocupado && alCancelar()}
      title={titulo}
      size="sm"
      transitionProps={{ duration: 120 }}
    >
      <Cuerpo {...props} />
    </Modal>
  )
}

function Cuerpo({
  children,
  accion,
  cancelar = 'Cancelar',
  motivoMinimo = 0,
  etiquetaMotivo = 'Motivo',
  peligro,
  ocupado,
  alConfirmar,
  alCancelar,
}: ConfirmarProps) {
  const [motivo, setMotivo] = useState('')
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (motivo.trim().length < motivoMinimo) {
      setError(`Escriba al menos ${motivoMinimo} caracteres.`)
      return
    }
    alConfirmar(motivo.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.texto}>{children}</div>
      {motivoMinimo > 0 && (
        <Textarea
          data-autofocus
          mt="sm"
          label={etiquetaMotivo}
          withAsterisk
          rows={2}
          value={motivo}
          error={error}
          onChange={(event) => setMotivo(event.currentTarget.value)}
        />
      )}
      <div className={classes.pie}>
        <Button type="submit" {...(peligro && { color: 'red' })} loading={ocupado ?? false}>
          {accion}
        </Button>
        {/* Nothing irreversible by a key pressed too long: the way back has the focus. */}
        <Button
          {...(motivoMinimo === 0 && { 'data-autofocus': true })}
          variant="default"
          onClick={alCancelar}
          disabled={ocupado ?? false}
        >
          {cancelar}
        </Button>
      </div>
    </form>
  )
}
