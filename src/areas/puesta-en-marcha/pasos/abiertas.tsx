import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { CuentaFila } from '../../cuentas/contract.ts'

/** The accounts of a kind that the house has already, and who answers for each till. */
export function Abiertas({ cuentas }: { cuentas: readonly CuentaFila[] }) {
  if (cuentas.length === 0) return null
  return (
    <p className="tenue">
      {'Ya tiene: '}
      {cuentas.map(({ id, nombre, tipo, responsable }, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <Enlace a="detalle-cuenta" params={{ id }}>
            {nombre}
          </Enlace>
          {tipo === 'caja' && ` (${responsable ?? 'sin responsable: nómbrelo en ella'})`}
        </span>
      ))}
      .
    </p>
  )
}
