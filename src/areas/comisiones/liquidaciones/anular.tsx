import { formatMonto, SOLES } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { contrato, type LiquidacionDetalle } from '../contract.ts'

/** Takes back a settlement that was not paid. */
export function AnularLiquidacion({ liquidacion: l }: { liquidacion: LiquidacionDetalle }) {
  const { save, saving } = useSave(contrato.anularLiquidacion, { stale: ['reportes'] })
  return (
    <BotonConfirmar
      titulo={`Anular ${l.numero}`}
      accion="Anular"
      motivoMinimo={5}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: l.id }, body: { motivo } })}
    >
      <p>
        {l.filas} {l.filas === 1 ? 'comisión' : 'comisiones'} de {l.nombre} por{' '}
        {formatMonto(l.total, SOLES)} vuelven a esperar liquidación.
      </p>
    </BotonConfirmar>
  )
}
