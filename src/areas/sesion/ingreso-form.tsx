import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { login } from '../../web/sesion.ts'
import classes from './ingreso.module.css'

interface Props {
  /** Called once signed in. */
  alIngresar: () => void
  /** Starts with this user name, the cursor in the password. */
  usuario?: string
}

/** User name or e-mail and password. Draws itself without the UI kit: it is the first thing to arrive. */
export function IngresoForm({ alIngresar, usuario = '' }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [visible, setVisible] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()

  // Whoever opens this page came to write here; nothing stands before it that could be missed.
  useEffect(() => {
    const input = form.current?.elements.namedItem(usuario ? 'password' : 'usuario')
    if (input instanceof HTMLInputElement) input.focus()
  }, [usuario])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const credenciales = {
      usuario: String(data.get('usuario') ?? '').trim(),
      password: String(data.get('password') ?? ''),
    }
    if (!credenciales.usuario || !credenciales.password) {
      return fail(
        'Escriba su usuario y su contraseña.',
        credenciales.usuario ? 'password' : 'usuario',
      )
    }
    setBusy(true)
    setError('')
    const result = await login(credenciales)
    setBusy(false)
    if (result.ok) alIngresar()
    else fail(result.message?.trim() || 'No se pudo ingresar. Intente de nuevo.', 'password')
  }

  function fail(message: string, field: 'usuario' | 'password') {
    setError(message)
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLInputElement) input.select()
  }

  return (
    <form ref={form} noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}u`}>Usuario o correo</label>
      <input
        id={`${id}u`}
        name="usuario"
        defaultValue={usuario}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        required
        aria-invalid={error !== ''}
        aria-describedby={error ? `${id}e` : undefined}
      />
      <label htmlFor={`${id}p`}>Contraseña</label>
      <div className={classes.clave}>
        <input
          id={`${id}p`}
          name="password"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={200}
          required
          data-autofocus={usuario !== '' || undefined}
          aria-invalid={error !== ''}
          aria-describedby={error ? `${id}e` : undefined}
        />
        <button type="button" aria-pressed={visible} onClick={() => setVisible(!visible)}>
          {visible ? 'Ocultar' : 'Mostrar'}
          <span className="solo-lectores"> contraseña</span>
        </button>
      </div>
      <p id={`${id}e`} role="alert" className={classes.error}>
        {error}
      </p>
      <button type="submit" className={classes.ingresar} aria-disabled={busy}>
        {busy ? 'Ingresando…' : 'Ingresar'}
      </button>
    </form>
  )
}
