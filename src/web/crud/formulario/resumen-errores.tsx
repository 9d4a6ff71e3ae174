import { useEffect, useRef } from 'react'
import { type FieldErrors, useFormContext } from 'react-hook-form'
import type { Campos } from '../../../core/fields.ts'
import type { ApiError } from '../../api/http.ts'
import classes from './formulario.module.css'

interface Props {
  campos: Campos
  errors: FieldErrors
  /** Refusals that belong to no field. */
  otros: readonly string[]
  /** What a refusal without a field refused. */
  fallo?: string | undefined
}

/** Messages of a refusal that name no field of this form. */
export function serverErrors(error: ApiError | null | undefined, campos: Campos): string[] {
  if (!error || error.status >= 500) return []
  const listed = error.body.errors ?? []
  if (listed.length === 0) return [error.message]
  return listed.filter(({ campo }) => !campo || !campos[rootOf(campo)]).map(({ msg }) => msg)
}

function rootOf(path: string): string {
  return path.split('.')[0] ?? path
}

/** All errors, on top of the form; each line links to its field. */
export function ResumenErrores({ campos, errors, otros, fallo = 'No se pudo guardar:' }: Props) {
  const { setFocus } = useFormContext()
  const place = useRef<HTMLDivElement>(null)
  // In the order of the form, whatever the order in which they were found.
  const order = Object.keys(campos)
  const rank = (path: string) => order.indexOf(rootOf(path))
  const lines = flatten(errors).sort(([a], [b]) => rank(a) - rank(b))
  const total = lines.length + otros.length
  const only = otros.join('\n')

  // A refusal without a field has no field to focus: the summary itself is brought into view.
  useEffect(() => {
    if (only) place.current?.scrollIntoView({ block: 'nearest' })
  }, [only])

  if (total === 0) return null
  return (
    <div ref={place} role="alert" className="recuadro">
      <strong>{lines.length > 0 ? 'Revise los datos marcados:' : fallo}</strong>
      <ul className="puntos">
        {otros.map((msg) => (
          <li key={msg}>{msg}</li>
        ))}
        {lines.map(([path, message]) => (
          <li key={path}>
            <button type="button" className={classes.enlace} onClick={() => setFocus(path)}>
              {campos[rootOf(path)]?.etiqueta ?? path}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `[path, message]` of every error, lists of rows included. */
function flatten(errors: object, before = ''): [string, string][] {
  return Object.entries(errors).flatMap(([key, value]): [string, string][] => {
    if (!value || typeof value !== 'object' || key === 'ref') return []
    const path = before + key
    if ('message' in value && typeof value.message === 'string') return [[path, value.message]]
    return flatten(value, `${path}.`)
  })
}
