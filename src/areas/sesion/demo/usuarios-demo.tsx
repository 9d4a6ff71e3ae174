import { useState } from 'react'
import { login } from '../../../web/sesion/sesion.ts'
import type { Demo } from '../contract.ts'
import classes from './usuarios-demo.module.css'

interface Props {
  demo: Demo
  alIngresar?: () => void
}

/** The people of the demo: one click signs in as one of them, by the same call as the form. */
export default function UsuariosDemo({ demo, alIngresar }: Props) {
  const [busy, setBusy] = useState('')
  const [error, setError] = useState('')
  // The branch is said of whoever works at another one than the first.
  const casa = demo.usuarios[0]?.sucursal
  async function enter(usuario: string) {
    if (busy) return
    setBusy(usuario)
    setError('')
    const result = await login({ usuario, password: demo.password ?? '' })
    setBusy('')
    if (result.ok) return alIngresar?.()
    setError(
      result.codigo === 'CODIGO_REQUERIDO'
        ? 'Ese usuario pide un código: ingrese con él en el formulario.'
        : result.message?.trim() || 'No se pudo ingresar. Intente de nuevo.',
    )
  }
  return (
    <section className={classes.demo} aria-labelledby="usuarios-demo">
      <h2 id="usuarios-demo">Es una demostración: entre con un clic</h2>
      <ul>
        {demo.usuarios.map(({ usuario, nombre, rol, sucursal, sin_permisos }) => (
          <li key={usuario}>
            <button
              type="button"
              aria-disabled={busy !== ''}
              data-espera={busy === usuario || undefined}
              onClick={() => void enter(usuario)}
            >
              <strong>{rol}</strong>
              <span>{nombre}</span>
              {sucursal !== casa && <span>{sucursal}</span>}
              {sin_permisos && <span>Ve el menú: su rol no tiene permisos</span>}
            </button>
          </li>
        ))}
      </ul>
      <p role="alert">{error}</p>
    </section>
  )
}
