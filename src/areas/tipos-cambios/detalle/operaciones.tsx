import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useId, useIr } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { DETALLES } from '../palabras.ts'
import { COLUMNAS_OPERACION } from './columnas-operacion.tsx'

/** The operations made with one row of a rate's history. */
export default function OperacionesDeTasa() {
  const id = useId()
  const ir = useIr()
  const path = contrato.operaciones.path.replace(':id', String(id))
  return (
    <Pagina
      titulo="Operaciones de una tasa"
      migas={[{ texto: 'Tipos de cambio', ruta: 'tipos-cambios' }]}
    >
      <ListaPaginada
        lista="operaciones-de-tasa"
        titulo="Operaciones hechas con esta tasa"
        endpoint={{ ...contrato.operaciones, path }}
        columnas={COLUMNAS_OPERACION}
        id={({ numero }) => numero}
        nombreFila={({ numero }) => numero}
        abrir={({ origen, id }) => ir(DETALLES[origen], { id })}
        vacio={<p>Ninguna operación se hizo con esta tasa.</p>}
      />
    </Pagina>
  )
}
