import { SegmentedControl } from '@mantine/core'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { PRIMERA, useBusqueda } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { useAcciones } from '../acciones/uso-acciones.tsx'
import { contrato } from '../contract.ts'
import { AccionAbierta } from '../dialogos/accion-abierta.tsx'
import { Tablero } from '../tablero/tablero.tsx'
import { MUCHAS } from './datos-lista.tsx'
import { TablaOrdenes } from './tabla-ordenes.tsx'

const VISTA = 'ordenes:vista'

/** The board begins with its open orders and their sums; a table asks for other rows. */
export const empieza: Empieza = {
  suyas: (search) =>
    Object.keys(search).length > 0 || localStorage.getItem(VISTA) === 'tabla'
      ? []
      : [
          [contrato.resumen, { query: {} }],
          [contrato.listar, { query: { revisar: 'abiertas', limite: MUCHAS, orden: 'fecha' } }],
        ],
}

/** The orders: a board of those in progress, or a table of all. */
export default function ListaOrdenes() {
  const [{ vista = localStorage.getItem(VISTA), cliente_id, usuario_id, persona_id }, cambiar] =
    useBusqueda()
  const byId = useMonedas()
  const crear = usePuede('ordenes:crear')
  const pagar = usePuede('ordenes:pagar')
  const acciones = useAcciones()
  const shown = vista === 'tabla' ? 'tabla' : 'tablero'
  function elegir(value: string) {
    localStorage.setItem(VISTA, value)
    cambiar({ vista: value, estado: undefined, orden: undefined, ...PRIMERA })
  }
  return (
    <Pagina
      titulo="Órdenes"
      estado={
        <SegmentedControl
          aria-label="Vista"
          value={shown}
          onChange={elegir}
          data={[
            { value: 'tablero', label: 'Tablero' },
            { value: 'tabla', label: 'Tabla' },
          ]}
        />
      }
      nota={
        (cliente_id && 'Solo las órdenes de un cliente.') ||
        (usuario_id && 'Solo las órdenes que registró un usuario.') ||
        (persona_id && 'Solo las órdenes en las que un usuario hizo algo.')
      }
      acciones={
        <>
          {crear && <BotonEnlace a="nueva-orden">Nueva orden</BotonEnlace>}
          {pagar && (
            <BotonEnlace a="lotes" variant="default">
              Lotes
            </BotonEnlace>
          )}
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
