import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { Campo, Campos } from '../../core/fields.ts'
import { CampoForm } from './campo.tsx'
import classes from './formulario.module.css'

interface Props {
  nombre: string
  campo: Campo
  campos: Campos
  singular: string
  disabled?: boolean | undefined
}

/** Rows of fields, added and removed one by one. */
export function ListaControl({ nombre, campo, campos, singular, disabled = false }: Props) {
  const { control, getFieldState, formState } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name: nombre })
  const { error } = getFieldState(nombre, formState)
  const message = error?.message ?? error?.root?.message
  const names = Object.keys(campos)
  return (
    <fieldset className={classes.lista} disabled={disabled}>
      <legend>{campo.etiqueta}</legend>
      {fields.map(({ id }, n) => (
        <fieldset key={id} className={classes.filaLista} aria-label={`${singular} ${n + 1}`}>
          {names.map((name) => (
            <CampoForm
              key={name}
              nombre={`${nombre}.${n}.${name}`}
              campo={campos[name] as Campo}
              disabled={disabled}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Quitar ${singular} ${n + 1}`}
            onClick={() => remove(n)}
          >
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </fieldset>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => append(Object.fromEntries(names.map((name) => [name, ''])))}
      >
        {`Agregar ${singular}`}
      </Button>
      {message && (
        <p role="alert" className={classes.errorLista}>
          {message}
        </p>
      )}
    </fieldset>
  )
}
