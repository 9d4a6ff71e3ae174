import type { contrato as clientes } from '../../src/areas/clientes/contract.ts'
import { type Fila as Gasto, contrato as gastos } from '../../src/areas/gastos/contract.ts'
import { contrato as ordenes } from '../../src/areas/ordenes/contract.ts'
import { useAnswer } from '../../src/web/api/query.ts'
import { columnaTexto } from '../../src/web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe, useFiltrado } from '../../src/web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../src/web/crud/lista/lista-paginada.tsx'

const COLUMNAS = [columnaTexto<Gasto>('proveedor', 'Proveedor', ({ proveedor }) => proveedor)]
const TEXTOS = { lista: 'gastos', titulo: 'Gastos', vacio: null }

/** Rows, columns and filters of a list are those of its call. */
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
  // @ts-expect-error what an address says for one call is not what another takes
  useAnswer(gastos.totales, { query: useFiltrado(ordenes.resumen) })
  // @ts-expect-error the call takes no amounts from and to
  const montos: FiltroDe<typeof gastos.listar> = { tipo: 'montos' }
  // @ts-expect-error clients are not listed by days
  const fechas: FiltroDe<typeof clientes.listar> = { tipo: 'fechas' }
  const id = ({ id }: { id: number }) => id
  return (
    <>
      {/* The columns of expenses do not show orders. */}
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
      {/* What does not answer pages is not listed by pages. */}
      <ListaPaginada
        {...TEXTOS}
        // @ts-expect-error the sums of expenses are no rows
        endpoint={gastos.totales}
        columnas={[]}
        id={() => 1}
      />
    </>
  )
}
