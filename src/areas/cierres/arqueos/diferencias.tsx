import { type FiltroDe, filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { Secciones } from '../secciones.tsx'
import { columnasDe } from './diferencias-columnas.tsx'

const COLUMNAS = columnasDe({ cajero: true })
const FILTROS: FiltroDe<typeof contrato.diferencias>[] = [
  { tipo: 'fechas' },
  filtroDe('signo', 'Tipo', { faltante: 'Faltantes', sobrante: 'Sobrantes' }),
]

/** Shortages and surpluses of all tills, the latest first. */
export default function ListaDiferencias() {
  const ir = useIr()
  return (
    <Secciones>
      <ListaPaginada
        lista="faltantes-y-sobrantes"
        titulo="Faltantes y sobrantes"
        endpoint={contrato.diferencias}
        porSucursal
        columnas={COLUMNAS}
        id={({ id }) => id}
        abrir={({ turno_id }) => ir('detalle-turno', { id: turno_id })}
        nombreFila={({ numero, cuenta }) => `${numero}, ${cuenta}`}
        filtros={FILTROS}
        buscar="Buscar por turno, cajero o cuenta"
        vacio={<p>Ninguna caja cerró con diferencia.</p>}
      />
    </Secciones>
  )
}
