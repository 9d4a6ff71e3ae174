import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace, useIr } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { columnasDe } from './diferencias-columnas.tsx'

const COLUMNAS = columnasDe({ cajero: false })

/** The latest shortages and surpluses of one cashier. */
export default function DiferenciasUsuario({ id }: { id: number }) {
  const ir = useIr()
  const query = { usuario_id: String(id), limite: '50' }
  const { data, error, refetch } = useAnswer(contrato.diferencias, { query })
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <div className="pila hueco-16">
      <Tabla
        titulo="Faltantes y sobrantes"
        filas={data.items}
        id={(fila) => fila.id}
        columnas={COLUMNAS}
        abrir={({ turno_id }) => ir('detalle-turno', { id: turno_id })}
        nombreFila={({ numero, cuenta }) => `${numero}, ${cuenta}`}
        vacio={<p>Ninguna de sus cajas cerró con diferencia.</p>}
      />
      {data.siguiente && (
        <p>
          Son los últimos 50. <Enlace a="cierres-diferencias">Ver todos</Enlace>
        </p>
      )}
    </div>
  )
}
