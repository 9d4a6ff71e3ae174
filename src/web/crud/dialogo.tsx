import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { CampoTexto } from '../../core/fields.ts'
import { esCorto, faltaLargo } from '../../core/texto/texto.ts'
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
  /** Asks for a reason, as this field of the call takes it; it is given to `alConfirmar`. */
  motivo?: CampoTexto
  etiquetaMotivo?: string
  /** Destructive: the button is red. */
  peligro?: boolean
  ocupado?: boolean
  alConfirmar: (motivo: string) => void
  alCancelar: () => void
}

/** Asks for confirmation before an irreversible action, with a reason where the business requires one. */
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
  motivo: campo,
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
    if (campo && esCorto(campo, motivo)) {
      setError(faltaLargo(campo))
      return
    }
    alConfirmar(motivo.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.texto}>{children}</div>
      {campo && (
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
        {/* The cancel button has the focus, so that a key held down confirms nothing irreversible. */}
        <Button
          {...(!campo && { 'data-autofocus': true })}
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
