import { enPlural } from '../../../core/dinero/moneda.ts'
import type { Campos } from '../../../core/fields.ts'
import { campos } from '../contract.ts'

/** Names the limits that kept their number when the currency of the books changed. */
export function Limites({ nombres }: { nombres: readonly string[] }) {
  if (nombres.length === 0) return null
  const labels = nombres.flatMap((nombre) => (campos as Campos)[nombre]?.etiqueta ?? [])
  return (
    <section role="status" aria-label="Límites por revisar">
      <p>
        <strong>Revise estos límites.</strong> Los libros se llevan ahora en {enPlural()}, y estos
        límites conservan el número que tenían. Corríjalos en Ajustes, y guarde aunque queden igual.
      </p>
      <ul>
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </section>
  )
}
