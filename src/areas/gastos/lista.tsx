import { useAnswer } from '../../web/api/query.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato as categorias } from '../gastos-categorias/contract.ts'
import { COLUMNAS } from './columnas.tsx'
import { contrato, ESTADOS } from './contract.ts'
import { Totales, useSumas } from './totales.tsx'

export const empieza: Empieza = { lista: 'gastos', de: contrato.listar }

/** Expenses, the latest first, and the month's total of each category next to its budget. */
export default function ListaGastos() {
  const { data: kinds = [] } = useAnswer(categorias.listar)
  const ganancia = usePuede('ganancia:ver')
  const crear = usePuede('gastos:crear')
  const sumas = useSumas()
  const ir = useIr()
  const filtros: FiltroDe<typeof contrato.listar>[] = [
    { tipo: 'fechas' },
    filtroDe(
      'categoria_id',
      'Categoría',
      kinds.map(({ id, nombre }) => [String(id), nombre] as const),
    ),
    filtroDe('estado', 'Estado', ESTADOS),
  ]
  return (
    <Pagina
      titulo="Gastos"
      acciones={
        <>
          {crear && <BotonEnlace a="nuevo-gasto">Nuevo gasto</BotonEnlace>}
          <BotonEnlace a="gastos-recurrentes" variant="default">
            Recurrentes
          </BotonEnlace>
          <BotonEnlace a="categorias-gastos" variant="default">
            Categorías
          </BotonEnlace>
        </>
      }
    >
      <Totales />
      <ListaPaginada
        lista="gastos"
        titulo="Lista de gastos"
        endpoint={contrato.listar}
        porSucursal
        columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => clave !== 'valor')}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-gasto', { id })}
        ficha="detalle-gasto"
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        sumas={sumas}
        lote={{ importes: ({ monto, moneda }) => [[monto, moneda]] }}
        buscar="Número, descripción, proveedor o RUC"
        vacio={<p>Todavía no hay gastos. Registre el primero con «Nuevo gasto».</p>}
      />
    </Pagina>
  )
}
