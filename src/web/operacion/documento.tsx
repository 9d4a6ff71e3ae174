import { aporte } from '../marco/aportes.ts'
import { ruta as url } from '../marco/screens.ts'

/**
 * The document that a refusal names, `{numero, origen, origen_id}` of its detail. Opens apart: what is being typed
 * stays as it is.
 */
export function EnlaceDocumento({
  detalle = {},
}: {
  detalle?: Record<string, unknown> | undefined
}) {
  const { numero, origen, origen_id } = detalle
  const screen = aporte('documentos')[String(origen)]?.ruta
  if (!screen || origen_id === undefined) return null
  return (
    <a href={url(screen, { id: Number(origen_id) })} target="_blank" rel="noreferrer">
      {`Ver ${String(numero)}`}
    </a>
  )
}
