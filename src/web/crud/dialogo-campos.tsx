import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { dicho, type Save } from '../api/save.ts'
import { Modal } from './modal.tsx'

interface Props {
  titulo: string
  accion?: string
  /** Width of the dialog, as the modal names them. */
  ancho?: 'sm' | 'md'
  impedido: boolean
  peligro?: boolean
  /** How the sending goes, and what the server said. */
  envio: Pick<Save<never>, 'saving' | 'incierto' | 'error'>
  enviar: () => Promise<void>
  cerrar: () => void
  children: ReactNode
}

/** A dialog with some fields: they, the refusal, what it does and the way out. */
export function DialogoCampos(props: Props) {
  const { titulo, accion = 'Guardar', ancho = 'md', impedido, peligro = false, envio } = props
  const { enviar, cerrar, children } = props
  return (
    <Modal opened onClose={cerrar} title={titulo} size={ancho} transitionProps={{ duration: 120 }}>
      <form
        className="pila"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!impedido) void enviar()
        }}
      >
        {children}
        {(envio.error || envio.incierto) && (
          <p role="alert" className="malo">
            {dicho(envio)}
          </p>
        )}
        <div className="seguidos">
          <Button
            type="submit"
            loading={envio.saving}
            disabled={impedido}
            {...(peligro && { color: 'red' })}
          >
            {accion}
          </Button>
          <Button variant="default" onClick={cerrar}>
            Cancelar
          </Button>
        </div>
      </form>
    </Modal>
  )
}
