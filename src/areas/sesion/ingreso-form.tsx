import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { login } from '../../web/sesion/sesion.ts'
import classes from './ingreso.module.css'

interface Props {
  /** Called once signed in. */
  alIngresar?: () => void
  /** Starts with this user name, the cursor in the password. */
  usuario?: string
}

/** User name or e-mail and password. Draws itself without the UI kit: it is the first thing to arrive. */
export function IngresoForm({ alIngresar, usuario = '' }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [visible, setVisible] = useState(false)
  // Asked for in a second step; what was written in the first stays in the form.
  const [pideCodigo, setPideCodigo] = useState(false)
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
    const codigo = String(data.get('codigo') ?? '').trim()
    const credenciales = {
      usuario: String(data.get('usuario') ?? '').trim(),
      password: String(data.get('password') ?? ''),
      ...(pideCodigo && { codigo }),
    }
    if (!credenciales.usuario || !credenciales.password) {
      return fail(
        'Escriba su usuario y su contraseña.',
        credenciales.usuario ? 'password' : 'usuario',
      )
    }
    if (pideCodigo && !codigo) return fail('Escriba el código.', 'codigo')
    setBusy(true)
    setError('')
    const result = await login(credenciales)
    setBusy(false)
    if (result.ok) return alIngresar?.()
    if (result.codigo === 'CODIGO_REQUERIDO') return setPideCodigo(true)
    // Which of the three was wrong is not said: all of it is asked for again.
    setPideCodigo(false)
    fail(result.message?.trim() || 'No se pudo ingresar. Intente de nuevo.', 'password')
  }

  function fail(message: string, field: 'usuario' | 'password' | 'codigo') {
    setError(message)
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLInputElement) input.select()
  }

  return (
    <form ref={form} noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <div hidden={pideCodigo} className={classes.paso}>
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
      </div>
      {pideCodigo && <CampoCodigo id={`${id}c`} describe={error ? `${id}e` : undefined} />}
      <p id={`${id}e`} role="alert" className={classes.error}>
        {error}
      </p>
      <button type="submit" className={classes.ingresar} aria-disabled={busy}>
        {busy ? 'Ingresando…' : 'Ingresar'}
      </button>
    </form>
  )
}

/** The code of the second factor. */
function CampoCodigo({ id, describe }: { id: string; describe: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <>
      <label htmlFor={id}>Código de verificación</label>
      <input
        ref={input}
        id={id}
        name="codigo"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        aria-describedby={describe ? `${id}a ${describe}` : `${id}a`}
      />
      <p id={`${id}a`} className={classes.ayuda}>
        El de su aplicación de autenticación, o un código de recuperación.
      </p>
    </>
  )
}
