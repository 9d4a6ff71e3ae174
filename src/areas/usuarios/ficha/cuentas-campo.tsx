import { Checkbox } from '@mantine/core'
import { Controller, useFormContext } from 'react-hook-form'
import { useAnswer } from '../../../web/api/query.ts'
import { contrato } from '../contract.ts'
import classes from '../usuarios.module.css'

/** The accounts in the user's charge, inside a `Formulario`; each shows its current responsible user. */
export function CuentasCampo({ nombre }: { nombre?: string }) {
  const { data, error } = useAnswer(contrato.cuentas)
  const { control } = useFormContext()
  return (
    <fieldset className={classes.cuentas}>
      <legend>Cuentas a su cargo</legend>
      <Controller
        name="cuentas"
        control={control}
        render={({ field }) => {
          const chosen = (field.value ?? []) as number[]
          const toggle = (id: number) =>
            field.onChange(
              chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id],
            )
          return (
            <ul>
              {data?.map(({ id, nombre: cuenta, responsable }) => (
                <li key={id}>
                  <Checkbox
                    label={cuenta}
                    description={
                      responsable && responsable !== nombre ? `Hoy: ${responsable}` : undefined
                    }
                    checked={chosen.includes(id)}
                    onChange={() => toggle(id)}
                  />
                </li>
              ))}
              {data?.length === 0 && <li>Todavía no hay cuentas.</li>}
              {error && <li>No se pudieron cargar las cuentas.</li>}
            </ul>
          )
        }}
      />
    </fieldset>
  )
}
