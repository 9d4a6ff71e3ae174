import { sinCortar } from '../../core/formato.ts'
import { Montos } from '../../web/crud/totales/montos.tsx'
import { sumadas } from '../../web/crud/totales/sumas.ts'
import { aporte } from '../../web/marco/aportes.ts'
import { useMonedas } from '../monedas/ui/uso.ts'
import classes from './aprobaciones.module.css'
import type { Espera } from './contract.ts'
import { nombreDe, sumasDe } from './rules.ts'

/** The sums and each request by name, its amount and who asks for it. */
export function Leidas({ esperas }: { esperas: readonly Espera[] }) {
  return (
    <>
      <p className={classes.suma}>
        <Sumas esperas={esperas} />
      </p>
      <ul className={classes.leidas}>
        {esperas.map((e) => (
          <li key={`${e.tipo}-${e.id}`}>
            <strong>{nombreDe(e)}</strong>{' '}
            {sinCortar(
              [aporte('aprueba')[e.tipo]?.titulo, e.titulo, e.importe, e.solicitante]
                .filter(Boolean)
                .join(' · '),
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What goes out and what comes in, by currency, never one against the other. */
export function Sumas({ esperas }: { esperas: readonly Espera[] }) {
  const byId = useMonedas()
  const { entra, sale } = sumasDe(esperas)
  return [['Sale', sale] as const, ['Entra', entra] as const].map(
    ([titulo, importes]) =>
      importes.length > 0 && (
        <span key={titulo} className="seguidos">
          {titulo}{' '}
          <Montos
            montos={sumadas(importes.map(({ moneda_id, monto }) => [monto, byId.get(moneda_id)]))}
          />
        </span>
      ),
  )
}
