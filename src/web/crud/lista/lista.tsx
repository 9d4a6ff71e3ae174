import { type ReactNode, useContext } from 'react'
import { plain } from '../../../core/texto/texto.ts'
import { unaVez } from '../../../core/texto/una-vez.ts'
import { ApiError } from '../../api/http.ts'
import { Mensaje } from '../../marco/mensaje.tsx'
import { useBusqueda } from '../../marco/navegacion.tsx'
import { Atraso } from '../exportar/atraso.ts'
import { BotonExportar } from '../exportar/boton.tsx'
import { Ausente } from '../pagina/ausente.tsx'
import { Impreso } from '../papel/impreso.tsx'
import { BotonImprimir, SelectorColumnas } from './arreglo/columnas.tsx'
import { BarraMarcas } from './arreglo/marcadas.tsx'
import { type Lote, useMarcas } from './arreglo/marcas.tsx'
import { useColumnas } from './arreglo/preferencia.ts'
import { tomarCabecera } from './arreglo/tomar.ts'
import { useInicio } from './arreglo/vista.ts'
import { SelectorVistas } from './arreglo/vistas.tsx'
import { type Filtro, Filtros } from './filtros.tsx'
import classes from './lista.module.css'
import { BotonReintentar } from './reintentar.tsx'
import { type Columna, type Orden, Tabla, type TablaProps } from './tabla.tsx'

export interface ListaProps<T> {
  /** Key of the list's settings in this browser and name of its file: the area. */
  lista: string
  titulo: string
  columnas: readonly Columna<T>[]
  /** All rows; undefined while loading. */
  filas: readonly T[] | undefined
  id: TablaProps<T>['id']
  abrir?: (fila: T) => void
  ficha?: TablaProps<T>['ficha']
  nombreFila?: (fila: T) => string
  claseFila?: TablaProps<T>['claseFila']
  filtros?: readonly Filtro[]
  /** Whether a row passes the filters of the address. */
  pasa?: (fila: T, busqueda: Record<string, string | undefined>) => boolean
  /** Texts of a row in which the search looks. */
  textos?: (fila: T) => readonly (string | null | undefined)[]
  /** Shown when there are no rows even without filters: tells the next step. */
  vacio: ReactNode
  error?: Error | null
  reintentar?: () => void
  /** Totals of the filtered rows, as `tr` under the visible columns. */
  pie?: (filas: readonly T[], visibles: readonly Columna<T>[]) => ReactNode
  /** Called before an export, to record it. */
  alExportar?: () => Promise<unknown>
  /** What is done with several rows; with it rows can be marked. */
  lote?: Lote<T> | undefined
}

/**
 * A list that is loaded whole (catalogues): searched, filtered and sorted in the browser; its state is in the address.
 * For collections that grow use `ListaPaginada`.
 */
export function Lista<T>(props: ListaProps<T>) {
  const { lista, columnas, filas, filtros = [], textos } = props
  const [busqueda, cambiar] = useBusqueda()
  const arreglo = useColumnas(lista, columnas)
  const { visibles, pref, poner } = arreglo
  useInicio(lista, poner)
  const hace = useContext(Atraso)
  const marcas = useMarcas(props.id, lista)
  const orden = parseOrden(busqueda.orden)
  const shown = filas && sorted(filtered(filas, props, busqueda), columnas, orden)
  const isFiltered = filas !== undefined && filas.length > 0

  if (props.error && !filas) return <Fallo error={props.error} reintentar={props.reintentar} />
  return (
    <>
      <div className={classes.herramientas}>
        <Filtros filtros={filtros} buscar={textos && 'Buscar'} />
        <div className={classes.botones}>
          <SelectorVistas lista={lista} pref={pref} poner={poner} />
          <SelectorColumnas arreglo={arreglo} primera={columnas[0]?.clave} />
          <BotonImprimir imprimir={() => print()} />
          <BotonExportar
            nombre={lista}
            titulo={props.titulo}
            columnas={arreglo.ordenadas}
            visibles={visibles}
            filas={async () => {
              await props.alExportar?.()
              return { filas: shown ?? [], hace }
            }}
          />
        </div>
      </div>
      <Impreso filtros={filtros} columnas={visibles.length} />
      <Tabla
        titulo={props.titulo}
        columnas={visibles}
        filas={shown}
        id={props.id}
        orden={orden}
        anchos={pref.anchos}
        alTomar={tomarCabecera(arreglo)}
        marcas={props.lote && marcas}
        ordenar={(columna) => cambiar({ orden: nextOrden(columna, orden) })}
        vacio={isFiltered ? <p>Nada coincide con la búsqueda. Quite algún filtro.</p> : props.vacio}
        pie={shown && props.pie?.(shown, visibles)}
        ficha={props.ficha}
        {...(props.abrir && { abrir: props.abrir })}
        {...(props.nombreFila && { nombreFila: props.nombreFila })}
        {...(props.claseFila && { claseFila: props.claseFila })}
      />
      {props.lote && marcas.filas.length > 0 && (
        <BarraMarcas
          nombre={lista}
          columnas={arreglo.ordenadas}
          marcas={marcas}
          lote={props.lote}
          nombreFila={props.nombreFila}
        />
      )}
      <p role="status" className="nota">
        {shown && filas ? countText(shown.length, filas.length) : ' '}
      </p>
    </>
  )
}

/** Shown when the content could not be loaded or does not exist. */
export function Fallo({
  error,
  reintentar,
  nivel = 2,
}: {
  error: Error
  reintentar?: (() => void) | undefined
  /** Heading level: 1 when it is the whole page. */
  nivel?: 1 | 2
}) {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return <Ausente nivel={nivel}>{error.message}</Ausente>
  if (status === 400) {
    return <Ausente nivel={nivel}>La dirección de esta página está mal escrita.</Ausente>
  }
  return (
    <Mensaje
      nivel={nivel}
      titulo="No se pudo cargar"
      accion={<BotonReintentar alReintentar={reintentar} />}
    >
      {error.message}
    </Mensaje>
  )
}

function countText(shown: number, all: number): string {
  const noun = all === 1 ? 'registro' : 'registros'
  return shown === all ? `${all} ${noun}` : `${shown} de ${all} ${noun}`
}

function filtered<T>(
  filas: readonly T[],
  { pasa, textos }: ListaProps<T>,
  busqueda: Record<string, string | undefined>,
): readonly T[] {
  const words = plain(busqueda.buscar ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return filas.filter((fila) => {
    if (pasa && !pasa(fila, busqueda)) return false
    if (words.length === 0) return true
    const text = plain(textos?.(fila).filter(Boolean).join(' ') ?? '')
    return words.every((word) => text.includes(word))
  })
}

/** `-clave` is descending. */
export function parseOrden(text: string | undefined): Orden | undefined {
  if (!text) return undefined
  return text.startsWith('-') ? { clave: text.slice(1), desc: true } : { clave: text, desc: false }
}

/** The next sort of a column: amounts the largest first, the rest from A, then the other way round, then as it was. */
export function nextOrden(
  { clave, alinear }: { clave: string; alinear?: Columna<unknown>['alinear'] },
  orden: Orden | undefined,
): string | undefined {
  const first = alinear === 'right'
  if (orden?.clave !== clave) return first ? `-${clave}` : clave
  if (orden.desc !== first) return undefined
  return first ? clave : `-${clave}`
}

const collator = unaVez(() => new Intl.Collator('es', { numeric: true, sensitivity: 'base' }))

function sorted<T>(
  filas: readonly T[],
  columnas: readonly Columna<T>[],
  orden: Orden | undefined,
): readonly T[] {
  const by = columnas.find(({ clave }) => clave === orden?.clave)?.orden
  if (!by) return filas
  const sign = orden?.desc ? -1 : 1
  return filas.toSorted((a, b) => sign * compare(by(a), by(b)))
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator().compare(String(a), String(b))
}
