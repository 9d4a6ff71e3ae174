import { Button } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import type { Campos } from '../../core/fields.ts'
import { Celda } from './celda.tsx'
import classes from './formulario.module.css'

/** Somebody else saved in between: both values, field by field, and the choice. */
export function ConflictoVersion({
  campos,
  actual,
}: {
  campos: Campos
  actual: Record<string, unknown>
}) {
  const { getValues, setValue, reset } = useFormContext()
  const mine = getValues()
  if (mine.version === actual.version) return null
  const different = Object.entries(campos).filter(([nombre]) => mine[nombre] !== actual[nombre])
  return (
    <div className={classes.conflicto}>
      <table>
        <caption>Otra persona guardó cambios antes que usted</caption>
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">Lo suyo</th>
            <th scope="col">Lo guardado</th>
          </tr>
        </thead>
        <tbody>
          {different.map(([nombre, campo]) => (
            <tr key={nombre}>
              <th scope="row">{campo.etiqueta}</th>
              <td>
                <Celda campo={campo} valor={mine[nombre]} />
              </td>
              <td>
                <Celda campo={campo} valor={actual[nombre]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.pie}>
        <Button size="xs" onClick={() => setValue('version', actual.version)}>
          Conservar lo mío
        </Button>
        <Button size="xs" variant="default" onClick={() => reset(actual)}>
          Usar lo guardado
        </Button>
      </div>
    </div>
  )
}
