import { useAnswer } from '../../../web/api/query.ts'
import { filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { columnasDe } from '../columnas.tsx'
import { TIPOS } from '../contract/opciones.ts'
import { contrato, ESTADOS } from '../contract.ts'

/** A client's operations at the counter, on his page. */
export default function DeCliente({ id }: { id: number }) {
  const { data: currencies = [] } = useAnswer(monedas.lista)
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  const columnas = columnasDe(new Map(currencies.map((m) => [m.id, m])), ganancia)
  return (
    <div className="pila">
      <ListaPaginada
        lista="compras-ventas-cliente"
        titulo="Operaciones del cliente"
        endpoint={contrato.listar}
        fijo={{ cliente_id: id }}
        columnas={columnas.filter(({ clave }) => clave !== 'cliente')}
        id={(fila) => fila.id}
        abrir={(fila) => ir('detalle-compra-venta', { id: fila.id })}
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
