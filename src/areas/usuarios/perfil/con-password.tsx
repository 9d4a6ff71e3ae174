import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '../../../web/api/http.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import classes from '../usuarios.module.css'

interface Props {
  abierto: boolean
  titulo: string
  children?: ReactNode
  accion: string
  peligro?: boolean
  ocupado: boolean
  error: ApiError | null
  /** Width of the dialog, when it holds more than a question. */
  ancho?: 'sm' | 'lg'
  alConfirmar: (password: string) => void
  alCancelar: () => void
}

/** Asks for one's own password before something that gives power away. */
export function ConPassword(props: Props) {
  const { abierto, titulo, ocupado, ancho = 'sm', alCancelar } = props
  return (
    <Modal
      opened={abierto}
      onClose={() => !ocupado && alCancelar()}
      title={titulo}
      size={ancho}
      transitionProps={{ duration: 120 }}
    >
      <Cuerpo {...props} />
    </Modal>
  )
}

function Cuerpo({ children, accion, peligro, ocupado, error, alConfirmar, alCancelar }: Props) {
  const [password, setPassword] = useState('')
  const [falta, setFalta] = useState(false)
  const said = error?.body.errors?.find(({ campo }) => campo === 'password')?.msg
  const other = error && !said ? error.message : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setFalta(password === '')
    if (password !== '') alConfirmar(password)
  }
  return (
    <form noValidate onSubmit={submit}>
      {children}
      <PasswordInput
        data-autofocus
        mt="sm"
        label="Su contraseña"
        description="Para confirmar que es usted."
        withAsterisk
        autoComplete="current-password"
        value={password}
        error={falta ? 'Escriba su contraseña.' : (said ?? other)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div className={classes.pie}>
        <Button type="submit" loading={ocupado} {...(peligro && { color: 'red' })}>
          {accion}
        </Button>
        <Button variant="default" disabled={ocupado} onClick={alCancelar}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
