import { formatMonto, sinCortar } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type Detalle } from '../contract.ts'

const STALE = { stale: ['posiciones', 'aprobaciones', 'notificaciones'] }

interface Props {
  ajuste: Detalle
}

/** What may be done with an adjustment: answered by another, taken back by who asked, reversed once applied. */
export function Acciones({ ajuste: a }: Props) {
  const aprueba = usePuede('cuentas:aprobar-ajuste')
  const ajusta = usePuede('cuentas:ajustar')
  const waits = a.estado === 'pendiente'
  const reversible = a.estado === 'aplicado' && !a.revierte && !a.revertido_por
  return (
    <>
      {waits && aprueba && !a.propio && (
        <>
          <Aprobar ajuste={a} />
          <Rechazar ajuste={a} />
        </>
      )}
      {waits && ajusta && a.propio && <Retirar ajuste={a} />}
      {reversible && ajusta && <Revertir ajuste={a} />}
    </>
  )
}

function Aprobar({ ajuste: a }: Props) {
  const { save, saving } = useSave(contrato.aprobar, STALE)
  const moved = a.contado !== null && a.saldo_actual !== a.saldo_visto
  const money = (value: string) => formatMonto(value, a.moneda)
  return (
    <BotonConfirmar
      apariencia="principal"
      titulo={`Aprobar ${a.numero}`}
      accion="Aprobar"
      ocupado={saving}
      // What is on screen is what he agrees to: another balance by then is said, not used.
      alConfirmar={() => save({ params: { id: a.id }, body: { saldo: a.saldo_actual } })}
    >
      {sinCortar(
        moved
          ? `El saldo de ${a.cuenta} cambió desde que se contó: era ${money(a.saldo_visto)} y ahora es ${money(a.saldo_actual)}. Se aplica la diferencia que se encontró entonces, ${money(a.importe)}.`
          : `${a.cuenta} tiene ${money(a.saldo_actual)}; el ajuste es de ${money(a.importe)}.`,
      )}
    </BotonConfirmar>
  )
}

function Rechazar({ ajuste: a }: Props) {
  const { save, saving } = useSave(contrato.rechazar, STALE)
  return (
    <BotonConfirmar
      apariencia="peligro"
      titulo={`Rechazar ${a.numero}`}
      accion="Rechazar"
      motivoMinimo={5}
      peligro
      ocupado={saving}
      alConfirmar={(nota) => save({ params: { id: a.id }, body: { nota } })}
    >
      {`No se mueve nada. ${a.solicitante} verá el motivo.`}
    </BotonConfirmar>
  )
}

function Retirar({ ajuste: a }: Props) {
  const { save, saving } = useSave(contrato.retirar, STALE)
  return (
    <BotonConfirmar
      boton="Retirar solicitud"
      titulo={`¿Retirar ${a.numero}?`}
      accion="Retirar"
      ocupado={saving}
      alConfirmar={() => save({ params: { id: a.id } })}
    >
      La solicitud queda como rechazada y no se mueve nada.
    </BotonConfirmar>
  )
}

function Revertir({ ajuste: a }: Props) {
  const { save, saving } = useSave(contrato.revertir, STALE)
  const ir = useIr()
  async function confirm(observacion: string) {
    const made = await save({ params: { id: a.id }, body: { observacion } })
    if (made) ir('detalle-ajuste-saldo', { id: made.id })
    return made
  }
  return (
    <BotonConfirmar
      apariencia="peligro"
      titulo={`Revertir ${a.numero}`}
      accion="Revertir"
      motivoMinimo={10}
      etiquetaMotivo="Observación"
      peligro
      ocupado={saving}
      alConfirmar={confirm}
    >
      {sinCortar(
        `Se registra otro ajuste que devuelve exactamente ${formatMonto(a.importe, a.moneda)} con su costo. Si pasa del límite, espera aprobación.`,
      )}
    </BotonConfirmar>
  )
}
