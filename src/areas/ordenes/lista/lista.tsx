import { SegmentedControl } from '@mantine/core'
import { useAnswer } from '../../../web/api/query.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { PRIMERA, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { useAcciones } from '../acciones/uso-acciones.tsx'
import { AccionAbierta } from '../dialogos/accion-abierta.tsx'
import { Tablero } from '../tablero/tablero.tsx'
import { TablaOrdenes } from './tabla-ordenes.tsx'

const VISTA = 'ordenes:vista'

/** The remittances that are under way: a board by state, or the table of all there ever were. */
export default function ListaOrdenes() {
  const [{ vista = localStorage.getItem(VISTA), cliente_id, usuario_id }, cambiar] = useBusqueda()
  const { data: currencies } = useAnswer(monedas.lista)
  const crear = usePuede('ordenes:crear')
  const acciones = useAcciones()
  const shown = vista === 'tabla' ? 'tabla' : 'tablero'
  const byId = new Map(currencies?.map((m) => [m.id, m]))
  function elegir(value: string) {
    localStorage.setItem(VISTA, value)
    cambiar({ vista: value, estado: undefined, orden: undefined, ...PRIMERA })
  }
  return (
    <Pagina
      titulo="Órdenes"
      nota={
        (cliente_id && 'Solo las órdenes de un cliente.') ||
        (usuario_id && 'Solo las órdenes que registró un usuario.')
      }
      acciones={
        <>
          <SegmentedControl
            aria-label="Vista"
            value={shown}
            onChange={elegir}
            data={[
              { value: 'tablero', label: 'Tablero' },
              { value: 'tabla', label: 'Tabla' },
            ]}
          />
          {crear && <BotonEnlace a="nueva-orden">Nueva orden</BotonEnlace>}
        </>
      }
    >
      {shown === 'tabla' ? (
        <TablaOrdenes monedas={byId} acciones={acciones} />
      ) : (
        <Tablero monedas={byId} acciones={acciones} />
      )}
      {acciones.pedida && <AccionAbierta {...acciones.pedida} cerrar={acciones.cerrar} />}
    </Pagina>
  )
}
