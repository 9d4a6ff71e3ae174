import { formatFecha } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { campos } from '../contract/turnos.ts'
import { contrato, type Dia } from '../contract.ts'
import { textoPendiente } from './pendientes.tsx'

const STALE = { stale: ['compras-ventas', 'dashboard'] } as const

/** Closes the day; names the pending items and asks to confirm them. */
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

/** Reopens the last closed day, with a reason; its stored summary stays. */
export function ReabrirDia({ fecha }: { fecha: string }) {
  const { save, saving } = useSave(contrato.reabrir, STALE)
  return (
    <BotonConfirmar
      apariencia="peligro"
      titulo={`Reabrir el ${formatFecha(fecha)}`}
      accion="Reabrir"
      motivo={campos.motivo}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { fecha }, body: { motivo } })}
    >
      El resumen que se guardó queda como está; el próximo cierre será otra versión.
    </BotonConfirmar>
  )
}
