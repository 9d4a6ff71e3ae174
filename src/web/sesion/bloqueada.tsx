import { Button, PasswordInput } from '@mantine/core'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from '../marco/layout.module.css'
import { abrirPantalla, desbloquear } from './bloqueo.ts'
import { nombreVisible, sesion, type Usuario } from './sesion.ts'

interface Props {
  usuario: Usuario
  /** The session ended meanwhile: only signing in opens the screen. */
  vencida: boolean
  form: ComponentType<{ alIngresar: () => void; usuario?: string }>
  salir: () => void
}

/**
 * The locked screen. Stands beside everything else in the page, which is not drawn (base.css) but is still there, with
 * what was being written.
 */
export default function SesionBloqueada({ usuario, vencida, form: Form, salir }: Props) {
  function back() {
    // Somebody else's screen is not for whoever just came in.
    if (sesion().usuario?.id !== usuario.id) location.assign('/dashboard')
    abrirPantalla()
  }
  return createPortal(
    <section id="bloqueo" className={classes.bloqueo} aria-labelledby="bloqueo-titulo">
      <div>
        <h1 id="bloqueo-titulo">Pantalla bloqueada</h1>
        <p>
          {nombreVisible(usuario)} · {usuario.role.nombre}
        </p>
        {vencida ? (
          <>
            <p>La sesión terminó mientras tanto. Ingrese de nuevo; lo que escribió sigue aquí.</p>
            <Form alIngresar={back} usuario={usuario.correo} />
          </>
        ) : (
          <Desbloqueo />
        )}
        <Button variant="subtle" fullWidth mt="xs" onClick={salir}>
          Salir
        </Button>
      </div>
    </section>,
    document.body,
  )
}

function Desbloqueo() {
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (password === '') return setError('Escriba su contraseña.')
    setBusy(true)
    const { ok, message } = await desbloquear(password)
    setBusy(false)
    if (ok) return
    setError(message ?? '')
    input.current?.select()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <PasswordInput
        ref={input}
        label="Contraseña"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth mt="sm" loading={busy}>
        Desbloquear
      </Button>
    </form>
  )
}
