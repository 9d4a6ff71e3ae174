import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Modal } from '../crud/modal.tsx'
import { sesion, type Usuario } from './sesion.ts'

interface Props {
  usuario: Usuario
  form: ComponentType<{ alIngresar: () => void; usuario?: string }>
  salir: () => void
}

/** Sign-in dialog over the page when the session ends during work; the page stays as it is. */
export default function SesionVencida({ usuario, form: Form, salir }: Props) {
  const client = useQueryClient()
  function back() {
    // A different user signed in: he must not see the previous user's screen.
    if (sesion().usuario?.id !== usuario.id) location.assign('/dashboard')
    else void client.invalidateQueries()
  }
  return (
    <Modal
      opened
      onClose={() => undefined}
      title="Su sesión terminó"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="sm"
    >
      <p>Ingrese de nuevo para seguir donde estaba. Lo que escribió sigue aquí.</p>
      <Form alIngresar={back} usuario={usuario.correo} />
      <Button variant="subtle" fullWidth mt="xs" onClick={salir}>
        Salir
      </Button>
    </Modal>
  )
}
