import { formatFecha } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { campos } from '../contract/turnos.ts'
import { contrato, type Dia } from '../contract.ts'
import { textoPendiente } from './pendientes.tsx'

/** Whose day it is, where it is a branch's. */
const de = ({ sucursal }: Dia) => (sucursal ? ` de ${sucursal.nombre}` : '')

const STALE = { stale: ['compras-ventas', 'dashboard'] } as const

/** Closes the day; names the pending items and asks to confirm them. */
export function CerrarDia({ dia }: { dia: Dia }) {
  const { save, saving } = useSave(contrato.cerrar, STALE)
  const { fecha, hoy, pendientes, anterior_abierto, sucursal } = dia
  const impedido = anterior_abierto !== null || pendientes.some(({ bloquea }) => bloquea)
  async function close() {
    await save({
      body: { fecha, confirmo: pendientes.length > 0, sucursal_id: sucursal?.id ?? null },
    })
    return true
  }
  return (
    <BotonConfirmar
      apariencia="principal"
      impedido={impedido}
      titulo={`Cerrar el ${formatFecha(fecha)}${de(dia)}`}
      accion="Cerrar el día"
      ocupado={saving}
      alConfirmar={close}
    >
      {pendientes.length > 0 && (
        <p>Quedará pendiente: {pendientes.map(textoPendiente).join(', ')}.</p>
      )}
      <p>
        {fecha === hoy
          ? `Hoy${sucursal ? ` en ${sucursal.nombre}` : ''} no se registra nada más: ni compras, ni ventas, ni ajustes. Se opera desde mañana.`
          : 'El día y los anteriores no reciben nada más.'}
      </p>
      {sucursal && <p>Las otras sucursales siguen con su día.</p>}
    </BotonConfirmar>
  )
}

/** Reopens the last closed day, with a reason; its stored summary stays. */
export function ReabrirDia({ dia }: { dia: Dia }) {
  const { fecha, sucursal } = dia
  const { save, saving } = useSave(contrato.reabrir, STALE)
  return (
    <BotonConfirmar
      apariencia="peligro"
      titulo={`Reabrir el ${formatFecha(fecha)}${de(dia)}`}
      accion="Reabrir"
      motivo={campos.motivo}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) =>
        save({ params: { fecha }, body: { motivo, sucursal_id: sucursal?.id ?? null } })
      }
    >
      El resumen que se guardó queda como está; el próximo cierre será otra versión.
    </BotonConfirmar>
  )
}
