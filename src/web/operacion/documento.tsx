import { type RutaCon, screenOf, ruta as url } from '../marco/screens.ts'

/** The screen of an operation, by the area that it is of. */
export const ORIGENES: Readonly<Record<string, RutaCon<'id'>>> = {
  'compras-ventas': 'detalle-compra-venta',
  ordenes: 'detalle-orden',
}

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
  const screen = ORIGENES[String(origen)]
  if (!screen || !screenOf(screen) || origen_id === undefined) return null
  return (
    <a href={url(screen, { id: Number(origen_id) })} target="_blank" rel="noreferrer">
      {`Ver ${String(numero)}`}
    </a>
  )
}
