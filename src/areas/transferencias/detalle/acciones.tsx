import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { contrato, type Detalle } from '../contract.ts'

const STALE = { stale: ['cuentas', 'posiciones', 'dashboard', 'notificaciones'] }

/** It did not arrive, or is not for this account: back to where it came from. */
export function Rechazar({ t }: { t: Detalle }) {
  const { save, saving } = useSave(contrato.rechazar, STALE)
  return (
    <BotonConfirmar
      titulo={`Rechazar ${t.numero}`}
      accion="Rechazar"
      motivoMinimo={5}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: t.id }, body: { motivo } })}
    >
      {`${formatMonto(t.monto, t.moneda)} vuelven a ${t.origen}, exactamente como salieron.`}
    </BotonConfirmar>
  )
}

/** Gives back all that moved. */
export function Anular({ t }: { t: Detalle }) {
  const { save, saving } = useSave(contrato.anular, STALE)
  const into =
    t.recibido && t.moneda_destino && t.tipo === 'conversion'
      ? ` y ${formatMonto(t.recibido, t.moneda_destino)}`
      : ''
  return (
    <BotonConfirmar
      apariencia="peligro"
      titulo={`Anular ${t.numero}`}
      accion="Anular"
      motivoMinimo={5}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: t.id }, body: { motivo } })}
    >
      {`Se devuelve exactamente lo que se movió: ${formatMonto(t.monto, t.moneda)}${into}, y sus comisiones. No se puede deshacer.`}
    </BotonConfirmar>
  )
}
