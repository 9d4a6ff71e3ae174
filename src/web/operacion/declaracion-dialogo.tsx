import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { camposDeclaracion, declaracion } from '../../core/documento/declaracion.ts'
import { Modal } from '../crud/modal.tsx'
import '../esquema/validar.ts'
import classes from './rechazo.module.css'

type Campo = keyof typeof camposDeclaracion
const CAMPOS = Object.keys(camposDeclaracion) as Campo[]

/** Asks for the client's declaration, then continues the operation; the origin is proposed from the client's data. */
export default function DeclaracionDialogo({
  mensaje,
  origen,
  cerrar,
  declarar,
}: {
  mensaje: string
  origen: string
  cerrar: () => void
  declarar: (declaracion: Record<Campo, string>) => void
}) {
  const [values, setValues] = useState<Record<Campo, string>>({ origen, destino: '' })
  const [tried, setTried] = useState(false)
  const { data, error } = declaracion.safeParse(values)
  const wrong = (campo: Campo) =>
    tried && error?.issues.find(({ path }) => path[0] === campo)?.message
  const send = () => {
    setTried(true)
    if (data) return declarar(data)
    const first = CAMPOS.find((campo) => error?.issues.some(({ path }) => path[0] === campo))
    document.getElementById(`campo-declaracion-${first}`)?.focus()
  }
  return (
    <Modal opened onClose={cerrar} title="Declaración de origen de fondos" size="md">
      <form
        noValidate
        className={classes.declaracion}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{mensaje}</p>
        {CAMPOS.map((campo) => (
          <Textarea
            key={campo}
            id={`campo-declaracion-${campo}`}
            label={camposDeclaracion[campo].etiqueta}
            withAsterisk
            rows={2}
            maxLength={camposDeclaracion[campo].control.maximo}
            data-autofocus={campo === (origen ? 'destino' : 'origen') || undefined}
            value={values[campo]}
            error={wrong(campo)}
            onChange={({ currentTarget: { value } }) =>
              setValues((before) => ({ ...before, [campo]: value }))
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              send()
            }}
          />
        ))}
        <p>El papel para la firma se imprime desde el detalle de la operación.</p>
        <div className="fila">
          <Button type="submit">Registrar la operación</Button>
          <Button variant="default" onClick={cerrar}>
            Volver
          </Button>
        </div>
      </form>
    </Modal>
  )
}
