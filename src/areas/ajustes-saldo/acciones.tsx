import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMonto, sinCortar } from '../../core/formato.ts'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { useIr } from '../../web/navegacion.tsx'
import { useSave } from '../../web/save.ts'
import { usePuede } from '../../web/sesion.ts'
import { contrato, type Detalle } from './contract.ts'

const STALE = { stale: ['posiciones', 'aprobaciones', 'notificaciones'] }
type Dialogo = 'aprobar' | 'rechazar' | 'retirar' | 'revertir' | null

/** What may be done with an adjustment: answered by another, taken back by who asked, reversed once applied. */
export function Acciones({ ajuste: a }: { ajuste: Detalle }) {
  const aprueba = usePuede('cuentas:aprobar-ajuste')
  const ajusta = usePuede('cuentas:ajustar')
  const [abierto, abrir] = useState<Dialogo>(null)
  const cerrar = () => abrir(null)
  const waits = a.estado === 'pendiente'
  const reversible = a.estado === 'aplicado' && !a.revierte && !a.revertido_por
  return (
    <>
      {waits && aprueba && !a.propio && (
        <>
          <Button onClick={() => abrir('aprobar')}>Aprobar</Button>
          <Button variant="outline" color="red" onClick={() => abrir('rechazar')}>
            Rechazar
          </Button>
        </>
      )}
      {waits && ajusta && a.propio && (
        <Button variant="default" onClick={() => abrir('retirar')}>
          Retirar solicitud
        </Button>
      )}
      {reversible && ajusta && (
        <Button variant="outline" color="red" onClick={() => abrir('revertir')}>
          Revertir
        </Button>
      )}
      <Aprobar ajuste={a} abierto={abierto === 'aprobar'} cerrar={cerrar} />
      <Rechazar ajuste={a} abierto={abierto === 'rechazar'} cerrar={cerrar} />
      <Retirar ajuste={a} abierto={abierto === 'retirar'} cerrar={cerrar} />
      <Revertir ajuste={a} abierto={abierto === 'revertir'} cerrar={cerrar} />
    </>
  )
}

interface Props {
  ajuste: Detalle
  abierto: boolean
  cerrar: () => void
}

function Aprobar({ ajuste: a, abierto, cerrar }: Props) {
  const { save, saving } = useSave(contrato.aprobar, STALE)
  const moved = a.contado !== null && a.saldo_actual !== a.saldo_visto
  const money = (value: string) => formatMonto(value, a.moneda)
  async function confirm() {
    // What is on screen is what he agrees to: another balance by then is said, not used.
    if (await save({ params: { id: a.id }, body: { saldo: a.saldo_actual } })) cerrar()
  }
  return (
    <Confirmar
      abierto={abierto}
      titulo={`Aprobar ${a.numero}`}
      accion="Aprobar"
      ocupado={saving}
      alConfirmar={() => void confirm()}
      alCancelar={cerrar}
    >
      {sinCortar(
        moved
          ? `El saldo de ${a.cuenta} cambió desde que se contó: era ${money(a.saldo_visto)} y ahora es ${money(a.saldo_actual)}. Se aplica la diferencia que se encontró entonces, ${money(a.importe)}.`
          : `${a.cuenta} tiene ${money(a.saldo_actual)}; el ajuste es de ${money(a.importe)}.`,
      )}
    </Confirmar>
  )
}

function Rechazar({ ajuste: a, abierto, cerrar }: Props) {
  const { save, saving } = useSave(contrato.rechazar, STALE)
  return (
    <Confirmar
      abierto={abierto}
      titulo={`Rechazar ${a.numero}`}
      accion="Rechazar"
      motivoMinimo={5}
      peligro
      ocupado={saving}
      alConfirmar={(nota) =>
        void save({ params: { id: a.id }, body: { nota } }).then((done) => done && cerrar())
      }
      alCancelar={cerrar}
    >
      {`No se mueve nada. ${a.solicitante} verá el motivo.`}
    </Confirmar>
  )
}

function Retirar({ ajuste: a, abierto, cerrar }: Props) {
  const { save, saving } = useSave(contrato.retirar, STALE)
  return (
    <Confirmar
      abierto={abierto}
      titulo={`¿Retirar ${a.numero}?`}
      accion="Retirar"
      ocupado={saving}
      alConfirmar={() => void save({ params: { id: a.id } }).then((done) => done && cerrar())}
      alCancelar={cerrar}
    >
      La solicitud queda como rechazada y no se mueve nada.
    </Confirmar>
  )
}

function Revertir({ ajuste: a, abierto, cerrar }: Props) {
  const { save, saving } = useSave(contrato.revertir, STALE)
  const ir = useIr()
  async function confirm(observacion: string) {
    const made = await save({ params: { id: a.id }, body: { observacion } })
    if (!made) return
    cerrar()
    ir('detalle-ajuste-saldo', { id: made.id })
  }
  return (
    <Confirmar
      abierto={abierto}
      titulo={`Revertir ${a.numero}`}
      accion="Revertir"
      motivoMinimo={10}
      etiquetaMotivo="Observación"
      peligro
      ocupado={saving}
      alConfirmar={(observacion) => void confirm(observacion)}
      alCancelar={cerrar}
    >
      {sinCortar(
        `Se registra otro ajuste que devuelve exactamente ${formatMonto(a.importe, a.moneda)} con su costo. Si pasa del límite, espera aprobación.`,
      )}
    </Confirmar>
  )
}
