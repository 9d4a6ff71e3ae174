import { Button } from '@mantine/core'
import { formatFechaHora } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { quienAprueba } from '../../../web/crud/aprobadores.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import classes from '../cierres.module.css'
import type { Turno } from '../contract/turnos.ts'
import { contrato } from '../contract.ts'
import { EstadoTurno } from '../fichas.tsx'
import { ronda, TablaCuentas } from '../turno/cuentas.tsx'
import { BotonTicket } from '../turno/ticket.tsx'

const APERTURAS = {
  conteo: 'Contado al abrir',
  ultimo_cierre: 'Abierta con el último cierre',
  saldo_inicial: 'Abierta con el saldo inicial',
} as const satisfies Record<Turno['apertura'], string>

/** The open till: its opening amounts, and the button that starts the close. */
export function CajaAbierta({ turno }: { turno: Turno }) {
  const { save, saving } = useSave(contrato.contar, { stale: ['cuentas', 'compras-ventas'] })
  const vender = usePuede('compras-ventas:crear')
  const apertura = ronda(turno, 'apertura', 1)
  return (
    <div className="pila hueco-16">
      <section className={classes.panel}>
        <h2>Abierta desde {formatFechaHora(turno.abierto_en)}</h2>
        <p className="tenue">
          Al terminar, cuente su caja: mientras la cuenta no recibe movimientos. Lo que dicen los
          libros se ve cuando otra persona aprueba el cierre.
        </p>
        <div className="seguidos">
          <Button
            autoFocus
            loading={saving}
            onClick={() => void save({ params: { id: turno.id } })}
          >
            Contar y cerrar la caja
          </Button>
          {vender && (
            <BotonEnlace a="nueva-compra-venta" variant="default">
              Nueva operación
            </BotonEnlace>
          )}
        </div>
      </section>
      <section className={classes.tabla}>
        <h2>{APERTURAS[turno.apertura]}</h2>
        <TablaCuentas titulo="Apertura" cuentas={apertura} />
      </section>
    </div>
  )
}

/** The last turn after its close: its result and its ticket. */
export function CajaCerrada({ turno, reciente }: { turno: Turno; reciente: boolean }) {
  return (
    <section className={classes.panel}>
      <div className="seguidos">
        <h2>Último turno {turno.numero}</h2>
        <EstadoTurno estado={turno.estado} />
      </div>
      <p className="tenue">
        Cerrado {turno.cerrado_en && formatFechaHora(turno.cerrado_en)}
        {turno.aprobado_por ? `, aprobado por ${turno.aprobado_por}` : ', por aprobar'}.
      </p>
      {turno.estado === 'cerrado' && <p className="tenue">{quienAprueba(turno.aprueban)}</p>}
      <TablaCuentas titulo="Último cierre" cuentas={turno.cuentas} />
      <div className="seguidos">
        <BotonTicket turno={turno} principal={reciente} />
      </div>
    </section>
  )
}
