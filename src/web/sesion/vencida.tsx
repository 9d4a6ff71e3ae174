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

/** The session ended while somebody was at work: sign in over the page, which stays as it is. */
export default function SesionVencida({ usuario, form: Form, salir }: Props) {
  const client = useQueryClient()
  function back() {
    // Somebody else's screen is not for whoever just came in.
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
