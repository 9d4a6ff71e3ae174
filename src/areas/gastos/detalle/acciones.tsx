import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type Detalle } from '../contract.ts'

const STALE = { stale: ['cuentas', 'posiciones', 'aprobaciones', 'notificaciones'] }

/** What may be done with an expense: completed, answered by another, taken back, annulled once paid. */
export function Acciones({ gasto: g }: { gasto: Detalle }) {
  const puedeAprobar = usePuede('gastos:aprobar')
  const puedeCrear = usePuede('gastos:crear')
  const puedeAnular = usePuede('gastos:anular')
  const aprobar = useSave(contrato.aprobar, STALE)
  const rechazar = useSave(contrato.rechazar, STALE)
  const retirar = useSave(contrato.retirar, STALE)
  const anular = useSave(contrato.anular, STALE)
  const params = { id: g.id }
  const amount = sinCortar(`${formatMonto(g.monto, g.moneda)} de ${g.cuenta}`)
  const waits = g.estado === 'pendiente'
  const answers = waits && g.confirmado && puedeAprobar && !g.propio
  return (
    <>
      {waits && !g.confirmado && puedeCrear && (
        <BotonEnlace a="nuevo-gasto" search={{ de: String(g.id) }}>
          Completar y pagar
        </BotonEnlace>
      )}
      {answers && (
        <BotonConfirmar
          boton="Aprobar"
          apariencia="principal"
          titulo={`Aprobar ${g.numero}`}
          accion="Aprobar y pagar"
          ocupado={aprobar.saving}
          alConfirmar={() => aprobar.save({ params, body: {} })}
        >
          {`Salen ${amount}.`}
        </BotonConfirmar>
      )}
      {answers && (
        <BotonConfirmar
          apariencia="peligro"
          titulo={`Rechazar ${g.numero}`}
          accion="Rechazar"
          motivoMinimo={5}
          peligro
          ocupado={rechazar.saving}
          alConfirmar={(nota) => rechazar.save({ params, body: { nota } })}
        >
          {`No se paga nada. ${g.usuario} verá el motivo.`}
        </BotonConfirmar>
      )}
      {waits && puedeCrear && (g.propio || !g.confirmado) && (
        <BotonConfirmar
          titulo={`¿Retirar ${g.numero}?`}
          accion="Retirar"
          ocupado={retirar.saving}
          alConfirmar={() => retirar.save({ params })}
        >
          Queda como rechazado y no se paga nada.
        </BotonConfirmar>
      )}
      {g.estado === 'pagado' && puedeAnular && (
        <BotonConfirmar
          apariencia="peligro"
          titulo={`Anular ${g.numero}`}
          accion="Anular"
          motivoMinimo={5}
          peligro
          ocupado={anular.saving}
          alConfirmar={(motivo) => anular.save({ params, body: { motivo } })}
        >
          {`Vuelven ${sinCortar(formatMonto(g.monto, g.moneda))} a ${g.cuenta}, con su costo. No se puede deshacer.`}
        </BotonConfirmar>
      )}
    </>
  )
}
