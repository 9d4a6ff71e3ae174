import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { dicho, type Save } from '../../../web/api/save.ts'
import { Modal } from '../../../web/crud/modal.tsx'

interface Props {
  titulo: string
  accion: string
  impedido: boolean
  peligro?: boolean
  /** How the sending goes, and what the server said. */
  envio: Pick<Save<never>, 'saving' | 'incierto' | 'error'>
  enviar: () => Promise<void>
  cerrar: () => void
  children: ReactNode
}

/** A dialog that moves a transfer on: its fields, the refusal, what it does and the way out. */
export function Dialogo(props: Props) {
  const { titulo, accion, impedido, peligro = false, envio, enviar, cerrar, children } = props
  return (
    <Modal opened onClose={cerrar} title={titulo} size="md" transitionProps={{ duration: 120 }}>
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
