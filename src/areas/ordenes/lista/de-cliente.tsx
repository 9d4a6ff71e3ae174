import { useAnswer } from '../../../web/api/query.ts'
import { filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato as monedas } from '../../monedas/contract.ts'
import { useAcciones } from '../acciones/uso-acciones.tsx'
import { contrato } from '../contract.ts'
import { AccionAbierta } from '../dialogos/accion-abierta.tsx'
import { ESTADOS, REVISAR } from '../rules.ts'
import { columnasDe } from './columnas.tsx'

/** A client's orders, on his page. */
export default function DeCliente({ id }: { id: number }) {
  const { data: currencies = [] } = useAnswer(monedas.lista)
  const ganancia = usePuede('ganancia:ver')
  const acciones = useAcciones()
  const ir = useIr()
  const columnas = columnasDe(new Map(currencies.map((m) => [m.id, m])), acciones, ganancia)
  return (
    <div className="pila">
      <ListaPaginada
        lista="ordenes-cliente"
        titulo="Órdenes del cliente"
        endpoint={contrato.listar}
        fijo={{ cliente_id: id }}
        columnas={columnas.filter(({ clave }) => clave !== 'cliente')}
        id={(fila) => fila.id}
        abrir={(fila) => ir('detalle-orden', { id: fila.id })}
        nombreFila={({ numero }) => numero}
        filtros={[
          { tipo: 'fechas' },
          filtroDe('estado', 'Estado', ESTADOS),
          filtroDe('revisar', 'Revisar', REVISAR),
        ]}
        vacio={<p>Este cliente todavía no tiene órdenes.</p>}
      />
      {acciones.pedida && <AccionAbierta {...acciones.pedida} cerrar={acciones.cerrar} />}
    </div>
  )
}
