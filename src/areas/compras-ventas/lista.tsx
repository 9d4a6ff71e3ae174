import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { useMonedas } from '../monedas/ui/uso.ts'
import { columnasDe } from './columnas.tsx'
import { TIPOS } from './contract/opciones.ts'
import { contrato, ESTADOS } from './contract.ts'
import { Totales, useSumas } from './totales.tsx'

export const empieza: Empieza = {
  lista: 'compras-ventas',
  de: contrato.listar,
  totales: contrato.totales,
}

/** Operations of the counter, the latest first. */
export default function ListaComprasVentas() {
  const byId = useMonedas()
  const [{ cliente_id, usuario_id, ticket_id }] = useBusqueda()
  const ganancia = usePuede('ganancia:ver')
  const crear = usePuede('compras-ventas:crear')
  const reglas = usePuede('tipos-pagos:ver')
  const ir = useIr()
  const sumas = useSumas(byId)
  const filtros: FiltroDe<typeof contrato.listar>[] = [
    { tipo: 'fechas' },
    filtroDe('tipo', 'Tipo', TIPOS),
    filtroDe('estado', 'Estado', ESTADOS),
    filtroDe(
      'divisa_id',
      'Divisa',
      [...byId.values()].map(({ id, iso }) => [String(id), iso] as const),
    ),
  ]
  return (
    <Pagina
      titulo="Compra - Venta"
      acciones={
        <>
          {reglas && (
            <BotonEnlace a="servicio-reglas" variant="default">
              Reglas de servicio
            </BotonEnlace>
          )}
          {crear && <BotonEnlace a="nueva-compra-venta">Nueva operación</BotonEnlace>}
        </>
      }
      nota={
        (ticket_id && 'Solo las operaciones de un ticket.') ||
        (cliente_id && 'Solo las operaciones de un cliente.') ||
        (usuario_id && 'Solo las operaciones de un usuario.')
      }
    >
      <Totales monedas={byId} />
      <ListaPaginada
        lista="compras-ventas"
        titulo="Lista de compras y ventas"
        endpoint={contrato.listar}
        porSucursal
        columnas={columnasDe(byId, ganancia)}
        espera={byId.size === 0}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-compra-venta', { id })}
        ficha="detalle-compra-venta"
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        sumas={sumas}
        lote={{ importes: (fila) => [[fila.monto, byId.get(fila.divisa_id)]] }}
        buscar="Buscar por número o cliente"
        vacio={<p>Todavía no hay operaciones. Registre la primera con «Nueva operación».</p>}
      />
    </Pagina>
  )
}

/** A client's operations at the counter, on his page. */
export function DeCliente({ id }: { id: number }) {
  const byId = useMonedas()
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  const columnas = columnasDe(byId, ganancia)
  return (
    <div className="pila">
      <ListaPaginada
        lista="compras-ventas-cliente"
        titulo="Operaciones del cliente"
        endpoint={contrato.listar}
        espera={byId.size === 0}
        porSucursal
        fijo={{ cliente_id: id }}
        columnas={columnas.filter(({ clave }) => clave !== 'cliente')}
        id={(fila) => fila.id}
        abrir={(fila) => ir('detalle-compra-venta', { id: fila.id })}
        ficha="detalle-compra-venta"
        nombreFila={({ numero }) => numero}
        filtros={[
          { tipo: 'fechas' },
          filtroDe('tipo', 'Tipo', TIPOS),
          filtroDe('estado', 'Estado', ESTADOS),
        ]}
        vacio={<p>Este cliente todavía no tiene compras ni ventas.</p>}
      />
    </div>
  )
}
