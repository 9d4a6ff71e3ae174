import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { camposAnulacion, contrato, type LiquidacionDetalle } from '../contract.ts'

/** Annuls a settlement that is not paid. */
export function AnularLiquidacion({ liquidacion: l }: { liquidacion: LiquidacionDetalle }) {
  const { save, saving } = useSave(contrato.anularLiquidacion, { stale: ['reportes'] })
  return (
    <BotonConfirmar
      titulo={`Anular ${l.numero}`}
      accion="Anular"
      motivo={camposAnulacion.motivo}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: l.id }, body: { motivo } })}
    >
      <p>
        {l.filas} {l.filas === 1 ? 'comisión' : 'comisiones'} de {l.nombre} por{' '}
        {formatMonto(l.total, monedaFuncional())} vuelven a esperar liquidación.
      </p>
    </BotonConfirmar>
  )
}
