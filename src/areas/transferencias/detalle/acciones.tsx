import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { campos } from '../contract/registro.ts'
import { contrato, type Detalle } from '../contract.ts'

const STALE = { stale: ['cuentas', 'posiciones', 'dashboard', 'notificaciones'] } as const

/** Rejects a transfer in transit: the money returns to its origin. */
export function Rechazar({ t }: { t: Detalle }) {
  const { save, saving } = useSave(contrato.rechazar, STALE)
  return (
    <BotonConfirmar
      titulo={`Rechazar ${t.numero}`}
      accion="Rechazar"
      motivo={campos.rechazo}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: t.id }, body: { motivo } })}
    >
      {`${formatMonto(t.monto, t.moneda)} vuelven a ${t.origen}, exactamente como salieron.`}
    </BotonConfirmar>
  )
}

/** Annuls a transfer: all its entries are reversed. */
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
      motivo={campos.motivo_anulacion}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id: t.id }, body: { motivo } })}
    >
      {`Se devuelve exactamente lo que se movió: ${formatMonto(t.monto, t.moneda)}${into}, y sus comisiones. No se puede deshacer.`}
    </BotonConfirmar>
  )
}
