import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '../../../web/api/http.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { LARGO_CODIGO } from '../contract.ts'
import classes from '../usuarios.module.css'

/** What the user gives to prove who he is: the code where he has a second factor. */
export interface Prueba {
  password: string
  codigo?: string
}

interface Props {
  abierto: boolean
  titulo: string
  children?: ReactNode
  accion: string
  peligro?: boolean
  ocupado: boolean
  error: ApiError | null
  /** Width of the dialog, when it contains more than a question. */
  ancho?: 'sm' | 'lg'
  alConfirmar: (prueba: Prueba) => void
  alCancelar: () => void
}

/** Asks for the user's own password, and the code of his second factor, before an act that grants power. */
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
  const [codigo, setCodigo] = useState('')
  const [falta, setFalta] = useState(false)
  // The server has the last word: the factor may have been enrolled in another tab.
  const pide = useSesion().usuario?.segundo_factor || error?.body.codigo === 'CODIGO_REQUERIDO'
  const of = (field: string) => error?.body.errors?.find(({ campo }) => campo === field)?.msg
  const other = error && !of('password') && !of('codigo') ? error.message : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const missing = password === '' || (pide === true && codigo.trim() === '')
    setFalta(missing)
    if (!missing) alConfirmar({ password, ...(pide && { codigo }) })
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
        error={falta && password === '' ? 'Escriba su contraseña.' : (of('password') ?? other)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {pide && (
        <CodigoInput
          valor={codigo}
          error={falta && codigo.trim() === '' ? 'Escriba el código.' : of('codigo')}
          cambiar={setCodigo}
        />
      )}
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

function CodigoInput(props: {
  valor: string
  error: string | undefined
  cambiar: (codigo: string) => void
}) {
  return (
    <TextInput
      mt="sm"
      label="Código de verificación"
      description="El de su aplicación de autenticación, o uno de recuperación."
      withAsterisk
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LARGO_CODIGO}
      value={props.valor}
      error={props.error}
      onChange={(event) => props.cambiar(event.currentTarget.value)}
    />
  )
}
