import { Adjuntar, Comprobantes } from '../../../web/comprobantes/miniaturas.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type Detalle } from '../contract.ts'

const FUENTE = { bajar: contrato.bajarComprobante, detalle: 'detalle-transferencia' } as const

/** What proves the transfer; more can be added while it stands. */
export function Adjuntos({ t }: { t: Detalle }) {
  const stands = t.estado !== 'anulada' && t.estado !== 'rechazada'
  const puede = usePuede('transferencias:crear') && stands && t.comprobantes.length < 5
  return (
    <Comprobantes comprobantes={t.comprobantes} fuente={FUENTE}>
      {puede && (
        <Adjuntar
          endpoint={contrato.adjuntarComprobante}
          params={{ id: t.id }}
          de={t.numero}
          falta={false}
        />
      )}
    </Comprobantes>
  )
}
