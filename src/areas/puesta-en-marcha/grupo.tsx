import { Checkbox } from '@mantine/core'
import type { Pieza } from './propuesta.tsx'
import classes from './puesta-en-marcha.module.css'

interface Props {
  titulo: string
  piezas: readonly Pieza[]
  /** Keys of the records that the user does not want. */
  fuera: ReadonlySet<string>
  alMarcar: (claves: readonly string[], marcada: boolean) => void
  ocupado: boolean
}

/** The records of one kind; what the house has already stands there, ticked, and cannot be changed here. */
export function Grupo({ titulo, piezas, fuera, alMarcar, ocupado }: Props) {
  const free = piezas.filter(({ hay }) => !hay)
  const marked = free.filter(({ clave }) => !fuera.has(clave)).length
  return (
    <fieldset className={classes.grupo} disabled={ocupado}>
      <legend>{titulo}</legend>
      {free.length > 1 && (
        <Checkbox
          className={classes.todas ?? ''}
          label={`Marcar todas (${marked} de ${free.length})`}
          checked={marked === free.length}
          indeterminate={marked > 0 && marked < free.length}
          onChange={(event) =>
            alMarcar(
              free.map(({ clave }) => clave),
              event.currentTarget.checked,
            )
          }
        />
      )}
      <ul>
        {piezas.map(({ clave, titulo: nombre, detalle, hay }) => (
          <li key={clave}>
            <Checkbox
              label={nombre}
              description={hay ? 'Ya está' : detalle}
              checked={hay || !fuera.has(clave)}
              disabled={hay}
              onChange={(event) => alMarcar([clave], event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
