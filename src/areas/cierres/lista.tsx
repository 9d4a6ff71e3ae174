import { formatFecha } from '../../core/formato.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { ListaPaginada } from '../../web/crud/lista-paginada.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { useIr } from '../../web/navegacion.tsx'
import { usePuede } from '../../web/sesion.ts'
import { SOLES } from '../cuentas/contract.ts'
import { contrato, type DiaFila } from './contract.ts'
import { ESTADOS_DIA, EstadoDia } from './fichas.tsx'
import { Secciones } from './secciones.tsx'

const cuenta = (
  clave: 'operaciones' | 'turnos' | 'diferencias',
  titulo: string,
): Columna<DiaFila> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => fila[clave] || <Vacio />,
  numero: (fila) => String(fila[clave]),
})

const COLUMNAS: Columna<DiaFila>[] = [
  {
    clave: 'fecha',
    titulo: 'Día',
    principal: true,
    celda: ({ fecha }) => <Fecha valor={fecha} />,
    texto: ({ fecha }) => formatFecha(fecha),
  },
  {
    clave: 'estado',
    titulo: 'Estado',
    celda: ({ estado }) => <EstadoDia estado={estado} />,
    texto: ({ estado }) => ESTADOS_DIA[estado],
  },
  cuenta('operaciones', 'Operaciones'),
  cuenta('turnos', 'Turnos'),
  cuenta('diferencias', 'Diferencias de caja'),
  {
    clave: 'cerrado_por',
    titulo: 'Cerrado por',
    celda: ({ cerrado_por }) => cerrado_por ?? <Vacio />,
    texto: ({ cerrado_por }) => cerrado_por,
  },
  {
    clave: 'cerrado_en',
    titulo: 'Cerrado',
    celda: ({ cerrado_en }) => <Fecha valor={cerrado_en} hora />,
    texto: ({ cerrado_en }) => cerrado_en,
  },
]

const GANANCIA: Columna<DiaFila> = {
  clave: 'ganancia',
  titulo: 'Ganancia',
  alinear: 'right',
  celda: ({ ganancia }) => <Monto valor={ganancia} moneda={SOLES} />,
  numero: ({ ganancia }) => ganancia ?? null,
}

/** Days with movements or closings, the last first. */
export default function ListaDias() {
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  return (
    <Secciones
      acciones={
        <BotonEnlace a="mi-caja" variant="default">
          Mi caja
        </BotonEnlace>
      }
    >
      <ListaPaginada<DiaFila>
        lista="cierres"
        titulo="Lista de días"
        endpoint={contrato.listar}
        columnas={ganancia ? [...COLUMNAS, GANANCIA] : COLUMNAS}
        id={({ fecha }) => fecha}
        abrir={({ fecha }) => ir('cierre-dia', { fecha })}
        nombreFila={({ fecha }) => formatFecha(fecha)}
        filtros={[{ tipo: 'fechas' }]}
        vacio={<p>Todavía no hay días con movimientos. Aparecen con la primera operación.</p>}
      />
    </Secciones>
  )
}
