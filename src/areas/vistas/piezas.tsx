import { Button, TextInput } from '@mantine/core'
import type { IconHome } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { campos } from './contract.ts'
import classes from './panel.module.css'

/** A small button of a row, named for whoever does not see its picture. */
export function Boton(props: {
  texto: string
  icono: typeof IconHome
  puesto?: boolean
  alPulsar: () => void
}) {
  const { texto, icono: Icono, puesto, alPulsar } = props
  return (
    <button
      type="button"
      className={classes.boton}
      aria-label={texto}
      title={texto}
      aria-pressed={puesto}
      onClick={alPulsar}
    >
      <Icono size={16} aria-hidden="true" />
    </button>
  )
}

/** The name of a new view, or the new name of one. */
export function Nombre(props: {
  inicial: string
  boton: string
  guardar: (nombre: string) => Promise<boolean>
  error: string | undefined
}) {
  const [nombre, setNombre] = useState(props.inicial)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (nombre.trim() && (await props.guardar(nombre.trim()))) setNombre('')
  }
  return (
    <form className={classes.nueva} onSubmit={(event) => void submit(event)}>
      <TextInput
        aria-label="Nombre de la vista"
        placeholder="Nombre de la vista"
        maxLength={campos.nombre.control.maximo}
        value={nombre}
        error={props.error}
        onChange={(event) => setNombre(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {props.boton}
      </Button>
    </form>
  )
}
