import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { Campo, Campos } from '../../../core/fields.ts'
import { CampoForm, idOf } from './campo.tsx'
import { vacioDe } from './campo-vacio.ts'
import classes from './formulario.module.css'

interface Props {
  nombre: string
  campo: Campo
  campos: Campos
  singular: string
  ordenable: boolean
  disabled?: boolean | undefined
}

/** From this number of fields on a row takes two lines. */
const MUCHOS = 4

/** Rows of fields, added and removed one by one; moved up and down where their order means something. */
export function ListaControl(props: Props) {
  const { nombre, campo, campos, singular, ordenable, disabled = false } = props
  const { control, getFieldState, formState } = useFormContext()
  const { fields, append, remove, move } = useFieldArray({ control, name: nombre })
  const { error } = getFieldState(nombre, formState)
  const message = error?.message ?? error?.root?.message
  const names = Object.keys(campos)
  const first = (n: number) => document.getElementById(idOf(`${nombre}.${n}.${names[0]}`))
  const idDe = (n: number, what: string) => `${idOf(nombre)}-${n}-${what}`
  function add() {
    const blank = names.map((name) => [name, vacioDe(campos[name] as Campo)])
    flushSync(() => append(Object.fromEntries(blank), { shouldFocus: false }))
    first(fields.length)?.focus()
  }
  /** Moves a row; the focus follows it, so that the button can be pressed again. */
  function shift(n: number, to: number, what: string) {
    flushSync(() => move(n, to))
    const other = what === 'subir' ? 'bajar' : 'subir'
    const button = document.getElementById(idDe(to, what)) as HTMLButtonElement | null
    if (button && !button.disabled) button.focus()
    else document.getElementById(idDe(to, other))?.focus()
  }
  function quit(n: number) {
    flushSync(() => remove(n))
    const left = first(Math.min(n, fields.length - 2))
    ;(left ?? document.getElementById(idDe(0, 'agregar')))?.focus()
  }
  return (
    <fieldset className={classes.lista} disabled={disabled}>
      <legend>{campo.etiqueta}</legend>
      {campo.ayuda && <p className="nota">{campo.ayuda}</p>}
      {fields.map(({ id }, n) => (
        <fieldset
          key={id}
          className={classes.filaLista}
          data-muchos={names.length > MUCHOS || undefined}
          aria-label={`${singular} ${n + 1}`}
        >
          {names.map((name) => (
            <CampoForm
              key={name}
              nombre={`${nombre}.${n}.${name}`}
              campo={campos[name] as Campo}
              disabled={disabled}
            />
          ))}
          <span className={classes.botonesFila}>
            {ordenable &&
              (
                [
                  ['subir', 'Subir', n - 1, IconArrowUp],
                  ['bajar', 'Bajar', n + 1, IconArrowDown],
                ] as const
              ).map(([what, words, to, Icon]) => (
                <ActionIcon
                  key={what}
                  id={idDe(n, what)}
                  variant="subtle"
                  color="gray"
                  size="lg"
                  disabled={to < 0 || to >= fields.length}
                  aria-label={`${words} ${singular} ${n + 1}`}
                  onClick={() => shift(n, to, what)}
                >
                  <Icon size={18} aria-hidden="true" />
                </ActionIcon>
              ))}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Quitar ${singular} ${n + 1}`}
              onClick={() => quit(n)}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </span>
        </fieldset>
      ))}
      <Button
        id={idDe(0, 'agregar')}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={add}
      >
        {`Agregar ${singular}`}
      </Button>
      {message && (
        <p role="alert" className="medio malo">
          {message}
        </p>
      )}
    </fieldset>
  )
}
