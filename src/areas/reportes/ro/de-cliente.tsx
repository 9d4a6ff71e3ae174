import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { anotarExportacion } from '../partes/reporte.tsx'
import { columnasDe } from './columnas.tsx'

/** A client's operations in the register, on his page: of this month unless other days are chosen. */
export default function RegistroDeCliente({ id }: { id: number }) {
  const ir = useIr()
  const cliente_id = String(id)
  return (
    <div className="pila">
      <ListaPaginada
        lista="registro-cliente"
        titulo="Registro de Operaciones del cliente"
        endpoint={contrato.ro}
        fijo={{ cliente_id }}
        columnas={columnasDe(false)}
        id={({ origen, id: of }) => `${origen}-${of}`}
        abrir={({ origen, id: of }) =>
          ir(aporte('documentos')[origen]?.ruta ?? 'detalle-compra-venta', { id: of })
        }
        nombreFila={({ numero }) => numero}
        filtros={[{ tipo: 'fechas' }]}
        alExportar={() => anotarExportacion('registro-operaciones', { cliente_id })}
        vacio={<p>Ninguna operación suya de estos días llega al umbral del registro.</p>}
      />
    </div>
  )
}
