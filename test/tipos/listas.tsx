import type { contrato as clientes } from '../../src/areas/clientes/contract.ts'
import { type Fila as Gasto, contrato as gastos } from '../../src/areas/gastos/contract.ts'
import { contrato as ordenes } from '../../src/areas/ordenes/contract.ts'
import { useAnswer } from '../../src/web/api/query.ts'
import { columnaTexto } from '../../src/web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe, useFiltrado } from '../../src/web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../src/web/crud/lista/lista-paginada.tsx'

const COLUMNAS = [columnaTexto<Gasto>('proveedor', 'Proveedor', ({ proveedor }) => proveedor)]
const TEXTOS = { lista: 'gastos', titulo: 'Gastos', vacio: null }

/** A list accepts only the rows, columns and filters of its call. */
export function Compilan() {
  const query = { ...useFiltrado(gastos.totales), estado: 'anulado' } as const
  useAnswer(gastos.totales, { query })
  useAnswer(gastos.listar, { query: { categoria_id: 3, limite: '50' } })
  return (
    <ListaPaginada
      {...TEXTOS}
      endpoint={gastos.listar}
      columnas={COLUMNAS}
      id={({ id }) => id}
      nombreFila={({ numero }) => numero}
      filtros={[{ tipo: 'fechas' }, filtroDe('categoria_id', 'Categoría', {})]}
      fijo={{ categoria_id: 3 }}
      buscar="Número"
    />
  )
}

export function NoCompilan() {
  // @ts-expect-error misspelt: `categoria_id`
  useAnswer(gastos.listar, { query: { categoria: 3 } })
  // @ts-expect-error a state that expenses do not have
  useAnswer(gastos.listar, { query: { estado: 'vencida' } })
  // @ts-expect-error the URL's filters of one call are not those of another
  useAnswer(gastos.totales, { query: useFiltrado(ordenes.resumen) })
  // @ts-expect-error the call has no filter by amount
  const montos: FiltroDe<typeof gastos.listar> = { tipo: 'montos' }
  // @ts-expect-error the list of clients has no filter by date
  const fechas: FiltroDe<typeof clientes.listar> = { tipo: 'fechas' }
  const id = ({ id }: { id: number }) => id
  return (
    <>
      {/* The columns of expenses do not fit rows of orders. */}
      <ListaPaginada
        {...TEXTOS}
        endpoint={ordenes.listar}
        // @ts-expect-error rows of another call
        columnas={COLUMNAS}
        id={id}
      />
      <ListaPaginada
        {...TEXTOS}
        endpoint={gastos.listar}
        columnas={COLUMNAS}
        // @ts-expect-error misspelt: `numero`
        nombreFila={({ numer }) => numer}
        id={id}
      />
      <ListaPaginada
        {...TEXTOS}
        endpoint={gastos.listar}
        columnas={COLUMNAS}
        id={id}
        // @ts-expect-error misspelt: `categoria_id`
        filtros={[filtroDe('categoria', 'Categoría', {})]}
      />
      {[montos.tipo, fechas.tipo]}
      <ListaPaginada
        {...TEXTOS}
        endpoint={gastos.listar}
        columnas={COLUMNAS}
        id={id}
        // @ts-expect-error misspelt: `categoria_id`
        fijo={{ categoria: 3 }}
      />
      {/* A call without pages cannot feed a paged list. */}
      <ListaPaginada
        {...TEXTOS}
        // @ts-expect-error the totals of expenses are not rows
        endpoint={gastos.totales}
        columnas={[]}
        id={() => 1}
      />
    </>
  )
}
