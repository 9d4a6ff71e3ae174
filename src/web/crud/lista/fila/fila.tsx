import { type CSSProperties, Fragment, type KeyboardEvent } from 'react'
import { useAcercarFila } from '../../acercar-fila.ts'
import arreglo from '../arreglo/filas.module.css'
import { CeldaMarca } from '../arreglo/marcas.tsx'
import type { Columna, TablaProps } from '../tabla.tsx'
import { useAngosta } from './angosta.ts'
import classes from './fila.module.css'

/** A row: a cell per column, or the two lines of a phone. */
export function Fila<T>(props: TablaProps<T> & { fila: T; primera: boolean }) {
  const { fila, columnas, abrir, nombreFila, primera, marcas, anchos } = props
  const marcar = marcas?.alternar ?? props.marcar
  const acercar = useAcercarFila(props.ficha)
  const two = useAngosta()
  const own = marcas?.tiene(fila) ? arreglo.marcada : props.claseFila?.(fila)
  return (
    <tr
      {...acercar(props.id(fila))}
      className={`${classes.fila} ${own ?? ''}`}
      // What opens no record shows on a phone, while it has the focus, what its second line cuts.
      {...((abrir || two) && { tabIndex: primera ? 0 : -1 })}
      {...(abrir && {
        'data-abre': true,
        'aria-label': nombreFila && `Abrir ${nombreFila(fila)}`,
        onClick: () => {
          if (!getSelection()?.toString()) abrir(fila)
        },
        onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
          if (event.target !== event.currentTarget) return
          if (event.key === 'Enter') abrir(fila)
          if (event.key === ' ' && marcar) {
            event.preventDefault()
            marcar(fila)
          }
        },
      })}
    >
      {marcas && <CeldaMarca marcas={marcas} fila={fila} nombre={nombreFila?.(fila)} />}
      {two ? (
        <DosLineas fila={fila} columnas={columnas} />
      ) : (
        columnas.map((columna) => (
          <td
            key={columna.clave}
            {...(anchos?.[columna.clave] && anchoDe(columna, anchos))}
            data-alinear={columna.alinear}
            data-clave={columna.clave}
            data-amplia={columna.amplia}
          >
            {columna.celda(fila)}
          </td>
        ))
      )}
    </tr>
  )
}

/**
 * What it is and its amount; under them the small print and its state or its control: what decides first and whole, the
 * rest cut where it is too long. What is a sentence is whole below them.
 */
function DosLineas<T>({ fila, columnas }: { fila: T; columnas: readonly Columna<T>[] }) {
  const main = columnas.find(({ principal }) => principal) ?? columnas[0]
  const amounts = importesDe(columnas)
  const rest = columnas.filter(
    (one) => one !== main && !amounts.includes(one) && one.tarjeta !== 'oculta',
  )
  const placed = (...places: Lugar[]) => rest.filter((one) => places.includes(lugarDe(one)))
  const small = [...placed('primera'), ...placed('segunda'), ...placed('media', undefined)]
  const fixed = placed('fija')
  // A number says what it is, but for the first; words do it themselves.
  const parts = (some: readonly Columna<T>[], named: (one: Columna<T>) => boolean) =>
    some.map((one) => (
      <Fragment key={one.clave}>
        <span
          data-clave={one.clave}
          data-titulo={named(one) ? one.titulo : undefined}
          data-cede={one.amplia}
        >
          {(one.menudo ?? one.celda)(fila)}
        </span>
        {/* A line breaks between two of them. */}{' '}
      </Fragment>
    ))
  const counted = ({ alinear, tarjeta }: Columna<T>) => alinear === 'right' || tarjeta === 'media'
  return (
    <>
      <td data-principal data-clave={main?.clave}>
        {main && (main.menudo ?? main.celda)(fila)}
      </td>
      {amounts.length > 0 && (
        <td data-importe>{parts(amounts, ({ tarjeta }) => tarjeta === 'importe')}</td>
      )}
      {fixed.length > 0 && <td data-fijo>{parts(fixed, () => false)}</td>}
      <td
        data-menudo
        data-breve={(fixed.length === 0 && small.length <= 2) || undefined}
        data-resto={fixed.length > 0 || undefined}
      >
        {parts(small, counted)}
      </td>
      {placed('cabecera').length > 0 && <td data-fin>{parts(placed('cabecera'), () => false)}</td>}
      {placed('entera').length > 0 && <td data-entera>{parts(placed('entera'), () => false)}</td>}
      {placed('pie').length > 0 && <td data-pie>{parts(placed('pie'), counted)}</td>}
    </>
  )
}

type Lugar = Columna<unknown>['tarjeta']

/** Its place on a narrow screen: the state of a row stands at its end, where nothing cuts it. */
function lugarDe<T>({ clave, tarjeta }: Columna<T>): Lugar {
  return tarjeta ?? (clave === 'estado' || clave === 'estatus' ? 'cabecera' : undefined)
}

/** The width of a column: the person's, held to the pixel, or its own. */
export function anchoDe<T>(
  { clave, ancho }: Columna<T>,
  anchos: TablaProps<T>['anchos'],
): { style?: CSSProperties; className?: string | undefined } {
  const own = anchos?.[clave]
  if (own) return { style: { '--ancho': `${own}px` } as CSSProperties, className: arreglo.fijo }
  return ancho ? { style: { width: ancho } } : {}
}

/** The amounts of a row's first line on a narrow screen: those named so, else the first number. */
function importesDe<T>(columnas: readonly Columna<T>[]): readonly Columna<T>[] {
  const named = columnas.filter(({ tarjeta }) => tarjeta === 'importe')
  if (named.length > 0) return named
  const first = columnas.find(
    ({ alinear, numero, principal, tarjeta }) =>
      alinear === 'right' && numero && !principal && !tarjeta,
  )
  return first ? [first] : []
}
