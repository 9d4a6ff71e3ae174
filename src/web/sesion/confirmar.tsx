import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/http.ts'
import { Modal } from '../crud/modal.tsx'
import { confirmar, type Pedido } from './confirmar.ts'
import { useSesion } from './sesion.ts'
import { botonDe } from './verbo.ts'

/** The password of the signed-in user for what nobody else can confirm, with the code of his second factor if he has one. */
export default function Confirmarse({ pedido }: { pedido: Pedido }) {
  const [password, setPassword] = useState('')
  const [codigo, setCodigo] = useState('')
  // The server has the last word: the factor may have been enrolled in another tab.
  const [pideCodigo, setPideCodigo] = useState(useSesion().usuario?.segundo_factor === true)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (password === '') return setError('Escriba su contraseña.')
    setBusy(true)
    setError('')
    try {
      await confirmar(password, codigo.trim())
      pedido.alTerminar(true)
    } catch (cause) {
      if (cause instanceof ApiError && cause.body.codigo === 'CODIGO_REQUERIDO') setPideCodigo(true)
      setError(cause instanceof Error ? cause.message : String(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={() => !busy && pedido.alTerminar(false)}
      title="Confirme que es usted"
      size="sm"
      transitionProps={{ duration: 120 }}
    >
      <form className="pila" noValidate onSubmit={(event) => void submit(event)}>
        <p>{pedido.mensaje}</p>
        <PasswordInput
          data-autofocus
          label="Su contraseña"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {pideCodigo && (
          <TextInput
            label="Código de su aplicación"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={codigo}
            onChange={({ currentTarget }) => setCodigo(currentTarget.value)}
          />
        )}
        <div className="fila">
          <Button type="submit" loading={busy}>
            {botonDe(pedido.llamada)}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => pedido.alTerminar(false)}>
            Cancelar
          </Button>
        </div>
      </form>
    </Modal>
  )
}
