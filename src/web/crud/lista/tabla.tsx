import { Fragment, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import type { RutaCon } from '../../marco/screens.ts'
import { useAncha } from './ancha.ts'
import arreglo from './arreglo/filas.module.css'
import { type Marcas, MarcaTodas } from './arreglo/marcas.tsx'
import cabecera from './cabecera.module.css'
import { useEntrar } from './fila/entrar.ts'
import { anchoDe, Fila } from './fila/fila.tsx'
import { Hueco } from './fila/hueco.tsx'
import lista from './lista.module.css'
import classes from './tabla.module.css'

/** A column as data. */
export interface Columna<T> {
  clave: string
  titulo: string
  celda: (fila: T) => ReactNode
  /** Right for numbers. */
  alinear?: 'left' | 'right' | 'center'
  /** Text or decimal text by which the client sorts; the column can be sorted when it is given. */
  orden?: (fila: T) => string | number | null
  /** Plain text for the exported file; without it and without `numero` the column is not exported. */
  texto?: (fila: T) => string | null
  /**
   * Plain decimal text for the exported file, with the decimals to show; it is written as a number. When it is
   * null, `texto` is written.
   */
  numero?: (fila: T) => string | null
  /** The number as the screen writes it, with its currency or its precision; for the PDF. */
  escrito?: (fila: T) => string | null
  /** Unit of its numbers where the screen says it at each of them: a file of bare numbers says it in the title. */
  unidad?: () => string
  /** CSS width: `8rem`. */
  ancho?: string
  /** Hidden until the person chooses it; `estrecha`: so in a window in which its list has no room for all. */
  oculta?: boolean | 'estrecha'
  /** Comes first on a narrow screen. */
  principal?: boolean
  /**
   * Its place there: with its title as an amount of the first line (by default the first number is it, without), at
   * the end of the second, where it is never cut (by default the columns `estado` and `estatus`), in the second before
   * all that may be cut (`fija`: the rest has the room that these leave), first or second in the small print, in it with
   * its title, below it where a sentence is read whole, on a line of its own for what is typed in it, or hidden.
   */
  tarjeta?:
    | ('importe' | 'cabecera' | 'fija' | 'primera' | 'segunda' | 'media')
    | ('entera' | 'pie' | 'oculta')
  /** What a narrow screen says, where the cell of a wide one is no text or too long. */
  menudo?: (fila: T) => ReactNode
  /** Holds names: the other columns shrink before its text wraps. */
  amplia?: boolean | 'corta'
}

export interface Orden {
  clave: string
  desc: boolean
}

export interface TablaProps<T> {
  /** Name of the table for screen readers: "Lista de clientes". */
  titulo: string
  columnas: readonly Columna<T>[]
  filas: readonly T[] | undefined
  id: (fila: T) => string | number
  /** Opens a row: click, Enter. */
  abrir?: (fila: T) => void
  /** The page that a row opens, by its id: it comes while the pointer or the focus is on the row. */
  ficha?: RutaCon<'id'> | undefined
  /** Selects or deselects a row: Space. */
  marcar?: (fila: T) => void
  /** Name of the row, for the button that opens it. */
  nombreFila?: (fila: T) => string
  orden?: Orden | undefined
  /** Sorts by a column: those named in `ordena`, or those that have an `orden`. */
  ordenar?: (columna: Columna<T>) => void
  ordena?: readonly string[] | undefined
  /** Shown instead of rows when there are none: tells the next step. */
  vacio?: ReactNode
  /** Rows of the skeleton. */
  esperadas?: number
  /** A new page is loading: the rows shown are those of the previous page. */
  atenuada?: boolean
  pie?: ReactNode
  /** Widths in pixels that the person gave to columns. */
  anchos?: Readonly<Record<string, number>> | undefined
  /** A pointer took the header: its place or its width may change. */
  alTomar?: (event: PointerEvent) => void
  /** Rows that are chosen for something that is done with several. */
  marcas?: Marcas<T> | undefined
  claseFila?: (fila: T) => string | undefined
  /** What a row has in common with those beside it, its day: written above the first of them. */
  grupo?: ((fila: T) => string) | undefined
}

/**
 * A table: sticky header, skeleton, keyboard (up, down, Home, End, Enter, Space, with Shift), two lines a row on
 * narrow screens. It scrolls with the page; in itself only while it is wider than its place.
 */
export function Tabla<T>(props: TablaProps<T>) {
  const { titulo, columnas, filas, vacio, esperadas = 8, atenuada, pie, marcas } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const marco = useAncha()
  useEntrar(body)
  if (filas?.length === 0 && vacio) return <div className={classes.vacio}>{vacio}</div>
  return (
    <section ref={marco} className={classes.marco} aria-label={titulo}>
      <table className={classes.tabla} aria-busy={!filas || atenuada} data-atenuada={atenuada}>
        <Cabecera {...props} />
        <tbody
          ref={body}
          data-teclas={teclasDe(props)}
          onKeyDown={(event) => {
            const steps = moveFocus(event, body.current)
            if (event.key === 'Escape' && marcas?.filas.length) marcas.limpiar()
            if (event.shiftKey && steps) marcas?.poner(steps.flatMap((at) => filas?.[at] ?? []))
          }}
        >
          {filas
            ? filas.map((fila, index) => (
                <Fragment key={props.id(fila)}>
                  <Separador previa={filas[index - 1]} fila={fila} {...props} />
                  <Fila fila={fila} primera={index === 0} {...props} />
                </Fragment>
              ))
            : huecos(esperadas).map((hueco) => (
                <Hueco key={hueco} marcas={marcas !== undefined} columnas={columnas.length} />
              ))}
        </tbody>
        {pie && <tfoot className={classes.pie}>{pie}</tfoot>}
      </table>
      {!filas && (
        <p role="status" className="solo-lectores">
          Cargando…
        </p>
      )}
    </section>
  )
}

/** The keys that the rows listen to, for `?` (web/paleta/teclas.tsx). */
function teclasDe<T>({ abrir, marcar, marcas }: TablaProps<T>): string | undefined {
  if (!abrir) return undefined
  return `recorre abre ${marcar || marcas ? 'marca' : ''} ${marcas ? 'marcas' : ''}`
}

/** Keys of the rows of a skeleton. */
function huecos(count: number): string[] {
  return Array.from({ length: count }, (_, row) => `hueco-${row}`)
}

function Cabecera<T>(props: TablaProps<T>) {
  const { columnas, orden, ordenar, ordena, anchos, alTomar, marcas, filas } = props
  return (
    <thead
      className={`${cabecera.cabecera} ${alTomar ? arreglo.tomable : ''}`}
      onPointerDown={alTomar}
    >
      <tr>
        {marcas && <MarcaTodas marcas={marcas} filas={filas} />}
        {columnas.map((columna) => {
          const actual = orden?.clave === columna.clave ? orden : undefined
          const dir = actual ? (actual.desc ? 'descending' : 'ascending') : undefined
          return (
            <th
              key={columna.clave}
              scope="col"
              data-alinear={columna.alinear}
              data-clave={columna.clave}
              {...anchoDe(columna, anchos)}
              aria-sort={dir}
            >
              {ordenar && (ordena ? ordena.includes(columna.clave) : columna.orden) ? (
                <button type="button" className={classes.ordenar} onClick={() => ordenar(columna)}>
                  {columna.titulo}
                  <span aria-hidden="true" className={classes.flecha}>
                    {actual ? (actual.desc ? '↓' : '↑') : ''}
                  </span>
                </button>
              ) : (
                columna.titulo
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function Separador<T>(props: TablaProps<T> & { fila: T; previa: T | undefined }) {
  const { fila, previa, grupo, columnas, marcas } = props
  const text = grupo?.(fila)
  if (!text || (previa && grupo?.(previa) === text)) return null
  return (
    <tr className={lista.grupo}>
      <th scope="colgroup" colSpan={columnas.length + (marcas ? 1 : 0)}>
        {text}
      </th>
    </tr>
  )
}

/** Up and down move between rows; one of them at a time is a tab stop. Answers from which row to which. */
function moveFocus(event: KeyboardEvent, body: HTMLElement | null): number[] | undefined {
  const row = event.target
  if (!(row instanceof HTMLTableRowElement) || !body) return undefined
  const rows = [...body.querySelectorAll<HTMLTableRowElement>('tr[tabindex]')]
  const at = rows.indexOf(row)
  const next = target(event.key, at, rows.length)
  if (next === undefined) return undefined
  event.preventDefault()
  row.tabIndex = -1
  const chosen = rows[next]
  if (!chosen) return undefined
  chosen.tabIndex = 0
  chosen.focus()
  return [at, next]
}

function target(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(index - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
