import { Button } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import type { Campo, Campos } from '../../../core/fields.ts'
import type { ApiError } from '../../api/http.ts'
import { Celda } from '../lista/celda.tsx'
import { Hace } from '../valores.tsx'
import classes from './formulario.module.css'

type Valores = Record<string, unknown>

interface Diferencia {
  nombre: string
  campo: Campo
  mio: unknown
  guardado: unknown
  /** This user did not change the field; only the other user did. */
  intacto: boolean
}

interface Props {
  campos: Campos
  actual: Valores
  /** The refusal, with who saved in between and when. */
  error: ApiError
}

/**
 * Version conflict: who saved in between and when, both values of each field that differs, and the choice. Keeping
 * one's own keeps only the fields that one changed; fields that only the other user changed take his values.
 */
export function ConflictoVersion({ campos, actual, error }: Props) {
  const { getValues, setValue, reset, formState } = useFormContext()
  const mine = getValues()
  if (mine.version === actual.version) return null
  const { defaultValues: read = {} } = formState
  const different = Object.entries(campos)
    .filter(([nombre, campo]) => !same(campo, mine[nombre], actual[nombre]))
    .map(([nombre, campo]): Diferencia => {
      const intacto = same(campo, mine[nombre], read[nombre])
      return { nombre, campo, intacto, mio: mine[nombre], guardado: actual[nombre] }
    })
  function keepMine() {
    for (const { nombre, intacto, guardado } of different) {
      if (intacto) setValue(nombre, guardado)
    }
    setValue('version', actual.version)
  }
  return (
    <section className={classes.conflicto} data-tono="aviso" aria-label="Cambios guardados antes">
      <p className={classes.quien}>
        <Quien {...error.body.detalle} />
      </p>
      {different.length > 0 ? (
        <Diferencias filas={different} />
      ) : (
        <p>Lo guardado es igual a lo que usted escribió.</p>
      )}
      <div className={classes.pie}>
        <Button size="xs" onClick={keepMine}>
          Conservar lo mío
        </Button>
        <Button size="xs" variant="default" onClick={() => reset(actual)}>
          Usar lo guardado
        </Button>
      </div>
    </section>
  )
}

function Quien({ por, cuando }: { por?: unknown; cuando?: unknown }) {
  if (typeof por !== 'string' || typeof cuando !== 'string') {
    return 'Otra persona guardó cambios antes que usted.'
  }
  return (
    <>
      {por} guardó cambios <Hace momento={cuando} />
      {por === 'Usted' ? ' en otra ventana.' : '.'}
    </>
  )
}

function Diferencias({ filas }: { filas: Diferencia[] }) {
  return (
    <table>
      <caption className="solo-lectores">Lo que difiere</caption>
      <thead>
        <tr>
          <th scope="col">Dato</th>
          <th scope="col">Lo suyo</th>
          <th scope="col">Lo guardado</th>
        </tr>
      </thead>
      <tbody>
        {filas.map(({ nombre, campo, intacto, mio, guardado }) => (
          <tr key={nombre}>
            <th scope="row">{campo.etiqueta}</th>
            <td>
              {intacto ? (
                <span className="tenue">No lo cambió</span>
              ) : (
                <Celda campo={campo} valor={mio} />
              )}
            </td>
            <td>
              <Celda campo={campo} valor={guardado} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Equality of two values: all empty values are equal, and `1000` equals `1000.00`. */
function same({ control }: Campo, a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return JSON.stringify(a ?? []) === JSON.stringify(b ?? [])
  }
  const [mine, stored] = [a ?? '', b ?? '']
  if (mine === stored || control.tipo !== 'decimal') return mine === stored
  const [left, right] = [String(mine), String(stored)]
  return isDecimal(left) && isDecimal(right) && decimal(left).eq(decimal(right))
}
