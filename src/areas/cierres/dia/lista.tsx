import { formatFecha } from '../../../core/formato.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import {
  columnaFecha,
  columnaHora,
  columnaTexto,
  columnaValor,
} from '../../../web/crud/lista/columna.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { Fecha, Vacio } from '../../../web/crud/valores.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede, useSesion } from '../../../web/sesion/sesion.ts'
import { contrato, type DiaFila } from '../contract.ts'
import { ESTADOS_DIA, EstadoDia } from '../fichas.tsx'
import { Secciones } from '../secciones.tsx'

const cuenta = (
  clave: 'operaciones' | 'turnos' | 'diferencias',
  titulo: string,
): Columna<DiaFila> => ({
  clave,
  titulo,
  alinear: 'right',
  // A number alone says nothing there.
  tarjeta: 'media',
  celda: (fila) => fila[clave] || <Vacio />,
  numero: (fila) => String(fila[clave]),
})

const COLUMNAS: Columna<DiaFila>[] = [
  columnaFecha('fecha', 'Día', ({ fecha }) => fecha, {
    principal: true,
    menudo: ({ fecha }) => <Fecha valor={fecha} />,
  }),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS_DIA[estado], {
    celda: ({ estado }) => <EstadoDia estado={estado} />,
    tarjeta: 'cabecera',
  }),
  cuenta('operaciones', 'En el mostrador'),
  cuenta('turnos', 'Turnos'),
  cuenta('diferencias', 'Diferencias de caja'),
  columnaTexto('cerrado_por', 'Cerrado por', ({ cerrado_por }) => cerrado_por),
  columnaHora('cerrado_en', 'Cerrado', ({ cerrado_en }) => cerrado_en),
]

const GANANCIA = columnaValor<DiaFila>('ganancia', 'Ganancia', ({ ganancia }) => ganancia, {
  tarjeta: 'importe',
})

/**
 * Days with movements or closings, the latest first. Of a branch's day the page says the gain: most are closed with the
 * house, which keeps its own.
 */
export default function ListaDias() {
  const ganancia = usePuede('ganancia:ver')
  const ir = useIr()
  const [{ sucursal_id }] = useBusqueda()
  const { filtros } = useSucursales()
  const { sucursal } = useSesion().usuario ?? {}
  return (
    <Secciones
      acciones={
        <BotonEnlace a="mi-caja" variant="default">
          Mi caja
        </BotonEnlace>
      }
    >
      <ListaPaginada
        lista="cierres"
        titulo={sucursal ? `Lista de días de ${sucursal.nombre}` : 'Lista de días'}
        endpoint={contrato.listar}
        columnas={ganancia && !sucursal && !sucursal_id ? [...COLUMNAS, GANANCIA] : COLUMNAS}
        id={({ fecha }) => fecha}
        abrir={({ fecha }) => ir('cierre-dia', { fecha }, sucursal_id ? { sucursal_id } : {})}
        nombreFila={({ fecha }) => formatFecha(fecha)}
        filtros={[{ tipo: 'fechas' }, ...filtros]}
        vacio={<p>Todavía no hay días con movimientos. Aparecen con la primera operación.</p>}
      />
    </Secciones>
  )
}
