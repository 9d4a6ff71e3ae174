import { formatFecha } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { contrato, type Dia } from '../contract.ts'
import { textoPendiente } from './pendientes.tsx'

const STALE = { stale: ['compras-ventas', 'dashboard'] }

/** Closes the day; what is left pending is named and confirmed. */
export function CerrarDia({ dia }: { dia: Dia }) {
  const { save, saving } = useSave(contrato.cerrar, STALE)
  const { fecha, hoy, pendientes, anterior_abierto } = dia
  const impedido = anterior_abierto !== null || pendientes.some(({ bloquea }) => bloquea)
  async function close() {
    await save({ body: { fecha, confirmo: pendientes.length > 0 } })
    return true
  }
  return (
    <BotonConfirmar
      apariencia="principal"
      impedido={impedido}
      titulo={`Cerrar el ${formatFecha(fecha)}`}
      accion="Cerrar el día"
      ocupado={saving}
      alConfirmar={close}
    >
      {pendientes.length > 0 && (
        <p>Quedará pendiente: {pendientes.map(textoPendiente).join(', ')}.</p>
      )}
      <p>
        {fecha === hoy
          ? 'Hoy no se registra nada más: ni compras, ni ventas, ni ajustes. Se opera desde mañana.'
          : 'El día y los anteriores no reciben nada más.'}
      </p>
    </BotonConfirmar>
  )
}

/** Opens the last closed day again, with a reason; what was kept of it stays. */
export function ReabrirDia({ fecha }: { fecha: string }) {
  const { save, saving } = useSave(contrato.reabrir, STALE)
  return (
    <BotonConfirmar
      apariencia="peligro"
      titulo={`Reabrir el ${formatFecha(fecha)}`}
      accion="Reabrir"
      motivoMinimo={5}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { fecha }, body: { motivo } })}
    >
      El resumen que se guardó queda como está; el próximo cierre será otra versión.
    </BotonConfirmar>
  )
}
