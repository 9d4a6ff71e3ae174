import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '../../../core/contract.ts'
import { callWith } from '../../api/api.ts'
import { useEnPartes } from '../../api/query.ts'
import { PRIMERA, useBusqueda } from '../../marco/navegacion.tsx'
import { BotonExportar } from '../exportar/boton.tsx'
import { cargado } from '../exportar/cargado.ts'
import type { Avance } from '../exportar/reunir.ts'
import { Impreso } from '../papel/impreso.tsx'
import { useImprimirTodas } from '../papel/imprimir-todas.ts'
import { useSucursales } from '../sucursal.tsx'
import { BotonImprimir, SelectorColumnas } from './arreglo/columnas.tsx'
import { BarraMarcas } from './arreglo/marcadas.tsx'
import { type Lote, useMarcas } from './arreglo/marcas.tsx'
import { useColumnas } from './arreglo/preferencia.ts'
import { tomarCabecera } from './arreglo/tomar.ts'
import { useInicio } from './arreglo/vista.ts'
import { SelectorVistas } from './arreglo/vistas.tsx'
import { type Filtro, Filtros } from './filtros.tsx'
import classes from './lista.module.css'
import { Fallo, nextOrden, parseOrden } from './lista.tsx'
import { Paginador, type Suma } from './pie/paginador.tsx'
import { type Columna, Tabla, type TablaProps } from './tabla.tsx'

interface PaginaDe {
  items: unknown[]
  siguiente: string | null
  total?: number | undefined
}

/** A GET that answers pages `P` for the query `Q`. */
type Paginado<P, Q> = Endpoint<z.ZodType, z.ZodType<Q>, z.ZodType, z.ZodType<P>>

export interface ListaPaginadaProps<
  P extends PaginaDe,
  Q,
  T = P['items'][number],
  K extends string = keyof Q & string,
> {
  /** Key of the list's settings in this browser and name of its file: the area. */
  lista: string
  titulo: string
  /** Rows, columns and filters are those of its contract. */
  endpoint: Paginado<P, Q>
  columnas: readonly Columna<T>[]
  id: TablaProps<T>['id']
  abrir?: (fila: T) => void
  ficha?: TablaProps<T>['ficha']
  marcar?: TablaProps<T>['marcar']
  nombreFila?: (fila: T) => string
  claseFila?: TablaProps<T>['claseFila']
  /** Written above the rows that share it, while the list is in the order of its days. */
  grupo?: (fila: T) => string
  filtros?: readonly Filtro<K>[]
  /** Label of the search box; no box when omitted. */
  buscar?: 'buscar' extends K ? string : never
  /**
   * Its rows have a branch: where there are several, it shows that and is filtered by it. `oculta`: a table without
   * room for another column shows it when it is chosen, and exports it.
   */
  porSucursal?: 'sucursal_id' extends K ? true | 'oculta' : never
  /** Query that the screen adds, whatever the address says. */
  fijo?: { [k in K]?: string | number }
  vacio: ReactNode
  /** What its columns say has not come: the rows wait for it, so that none of them grows afterwards. */
  espera?: boolean
  /** Called before an export, to record it. False: the list cannot be exported. */
  alExportar?: false | (() => Promise<unknown>)
  /** Totals of the filtered rows, from the answer, as `tr` under the visible columns. */
  pie?: (pagina: P, visibles: readonly Columna<T>[]) => ReactNode
  /** Sums of all that is filtered, beside the pages, which stay in sight; null while they are on their way. */
  sumas?: readonly Suma[] | null
  /** What is done with several rows; with it rows can be marked. */
  lote?: Lote<T> | undefined
}

/**
 * The list of a growing collection: pages by cursor; filters, sort and page size in the address, so that back and
 * reload keep them; exports all pages of the filtered rows.
 */
export function ListaPaginada<P extends PaginaDe, Q>(props: ListaPaginadaProps<P, Q>) {
  const { lista, endpoint, fijo, alExportar, lote } = props
  const [busqueda, cambiar] = useBusqueda()
  const sucursal = useSucursales<P['items'][number]>(props.porSucursal ?? false)
  const columnas = [...props.columnas, ...sucursal.columnas]
  const filtros = [...(props.filtros ?? []), ...sucursal.filtros]
  const arreglo = useColumnas(lista, columnas)
  const { visibles, pref, poner } = arreglo
  const abriendo = useInicio(fijo ? null : lista, poner)
  // Paging and view parameters are not filters.
  const {
    limite = '50',
    cursor,
    pagina: _,
    vista: _v,
    ver: _t,
    entre: _e,
    compara: _c,
    ...rest
  } = busqueda
  const filtro = { ...rest, ...fijo }
  const query = { ...filtro, limite, cursor }
  const marcas = useMarcas(props.id, JSON.stringify(filtro))
  const answer = useQuery({
    queryKey: [endpoint.path, query],
    queryFn: ({ signal }) => callWith(endpoint, { query } as never, { signal }) as Promise<P>,
    placeholderData: keepPreviousData,
    enabled: !abriendo,
  })
  const { error, isPlaceholderData, refetch } = answer
  const data = useEnPartes(answer.data)
  const todas = async (signal: AbortSignal, how?: { onProgress: Avance; archivo: true }) => {
    if (alExportar) await alExportar()
    const { fetchAll } = await cargado(import('../exportar/reunir.ts'))
    return fetchAll<P['items'][number]>(endpoint.path, filtro, signal, how)
  }
  const { impresas, reuniendo, imprimir } = useImprimirTodas(
    // A list that cannot be exported prints only the visible rows; so does one with a single page.
    alExportar === false || (!cursor && !data?.siguiente)
      ? undefined
      : async (signal: AbortSignal) => (await todas(signal)).filas,
  )
  const orden = parseOrden(busqueda.orden)
  // A period is always set, so it does not count as a filter.
  const { periodo: _p, ...narrows } = rest
  const filtrado = Object.values(narrows).some(Boolean)

  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <>
      <div className={classes.herramientas}>
        <Filtros filtros={filtros} buscar={props.buscar} />
        <div className={classes.botones}>
          {!fijo && <SelectorVistas lista={lista} pref={pref} poner={poner} />}
          <SelectorColumnas arreglo={arreglo} primera={columnas[0]?.clave} />
          <BotonImprimir imprimir={() => void imprimir()} ocupado={reuniendo} />
          {alExportar !== false && (
            <BotonExportar
              nombre={lista}
              titulo={props.titulo}
              columnas={arreglo.ordenadas}
              visibles={visibles}
              filas={(signal, onProgress) => todas(signal, { onProgress, archivo: true })}
            />
          )}
        </div>
      </div>
      <Impreso filtros={filtros} columnas={visibles.length} />
      <Tabla
        titulo={props.titulo}
        columnas={visibles}
        filas={props.espera ? undefined : (impresas ?? data?.items)}
        id={props.id}
        atenuada={isPlaceholderData || data !== answer.data}
        orden={orden}
        anchos={pref.anchos}
        alTomar={tomarCabecera(arreglo)}
        marcas={lote && marcas}
        ordena={endpoint.ordena}
        ordenar={(columna) => cambiar({ orden: nextOrden(columna, orden), ...PRIMERA })}
        vacio={
          filtrado || cursor ? (
            <p>Nada coincide con la búsqueda. Quite algún filtro.</p>
          ) : (
            props.vacio
          )
        }
        pie={data && !props.espera && props.pie?.(data, visibles)}
        ficha={props.ficha}
        {...(props.abrir && { abrir: props.abrir })}
        {...(props.marcar && { marcar: props.marcar })}
        {...(props.nombreFila && { nombreFila: props.nombreFila })}
        {...(props.claseFila && { claseFila: props.claseFila })}
        grupo={orden && orden.clave !== 'fecha' ? undefined : props.grupo}
      />
      {lote && marcas.filas.length > 0 && (
        <BarraMarcas
          nombre={lista}
          columnas={arreglo.ordenadas}
          marcas={marcas}
          lote={lote}
          nombreFila={props.nombreFila}
        />
      )}
      {/* Appears below the rows instead of moving there. */}
      <Paginador
        key={data && !props.espera ? 'filas' : 'espera'}
        data={data}
        limite={limite}
        impresas={impresas?.length}
        sumas={props.sumas}
      />
    </>
  )
}
