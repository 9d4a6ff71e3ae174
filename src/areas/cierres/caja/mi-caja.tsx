import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { MiCaja } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { EstadoTurno } from '../fichas.tsx'
import { Abrir } from '../ui/abrir.tsx'
import { Cerrar } from './cerrar.tsx'
import { CajaAbierta, CajaCerrada } from './mi-caja-estado.tsx'

/** The cashier's own till: opened, counted and closed here. */
export default function PaginaMiCaja() {
  const { data, error, refetch } = useAnswer(contrato.miCaja)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const { turno } = data
  const vivo = turno?.estado === 'abierto' || turno?.estado === 'en_conteo'
  return (
    <Pagina
      titulo={vivo && turno ? `Mi caja · turno ${turno.numero}` : 'Mi caja'}
      estado={turno && vivo && <EstadoTurno estado={turno.estado} />}
    >
      <Estado caja={data} />
    </Pagina>
  )
}

function Estado({ caja }: { caja: MiCaja }) {
  const { turno, cuentas, dia_cerrado } = caja
  const nombra = usePuede('cuentas:editar')
  if (turno?.estado === 'abierto') return <CajaAbierta turno={turno} />
  if (turno?.estado === 'en_conteo') return <Cerrar turno={turno} cuentas={cuentas} />
  if (cuentas.length === 0) {
    return (
      <p>
        No tiene una caja a su cargo. Un administrador lo nombra responsable de una cuenta de caja
        en {nombra ? <Enlace a="cuentas">Cuentas</Enlace> : '«Cuentas»'}.
      </p>
    )
  }
  return (
    <div className="pila hueco-16">
      {turno && <CajaCerrada turno={turno} reciente={turno.fecha_negocio === caja.hoy} />}
      {dia_cerrado ? (
        <p>El día de hoy ya está cerrado: su caja se abre mañana.</p>
      ) : (
        <Abrir caja={caja} />
      )}
    </div>
  )
}
