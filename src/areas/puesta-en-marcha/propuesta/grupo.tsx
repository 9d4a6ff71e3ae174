import { ActionIcon, Checkbox } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import classes from '../puesta-en-marcha.module.css'
import type { Pieza } from './pieza.tsx'

/** A proposal as it stands: the set's, or what the user made of it. */
export interface Fila {
  pieza: Pieza
  titulo: string
  detalle: string
  cambiada: boolean
}

interface Props {
  titulo: string
  filas: readonly Fila[]
  /** Keys of the records that the user does not want. */
  fuera: ReadonlySet<string>
  alMarcar: (claves: readonly string[], marcada: boolean) => void
  alCambiar: (pieza: Pieza) => void
  ocupado: boolean
}

/** The records of one kind; what the house has already stands there, ticked, and cannot be changed here. */
export function Grupo({ titulo, filas, fuera, alMarcar, alCambiar, ocupado }: Props) {
  const free = filas.filter(({ pieza }) => !pieza.hay).map(({ pieza }) => pieza.clave)
  const marked = free.filter((clave) => !fuera.has(clave)).length
  return (
    <fieldset className={classes.grupo} disabled={ocupado}>
      <legend>{titulo}</legend>
      {free.length > 1 && (
        <Checkbox
          className={classes.todas ?? ''}
          label={`Marcar todas (${marked} de ${free.length})`}
          checked={marked === free.length}
          indeterminate={marked > 0 && marked < free.length}
          onChange={(event) => alMarcar(free, event.currentTarget.checked)}
        />
      )}
      <ul>
        {filas.map(({ pieza, titulo: nombre, detalle, cambiada }) => (
          <li key={pieza.clave}>
            <Checkbox
              label={nombre}
              description={pieza.hay ? 'Ya está' : cambiada ? `${detalle} · cambiado` : detalle}
              checked={pieza.hay || !fuera.has(pieza.clave)}
              disabled={pieza.hay}
              onChange={(event) => alMarcar([pieza.clave], event.currentTarget.checked)}
            />
            {!pieza.hay && !fuera.has(pieza.clave) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Cambiar ${nombre}`}
                title={`Cambiar ${nombre}`}
                onClick={() => alCambiar(pieza)}
              >
                <IconPencil size={16} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
