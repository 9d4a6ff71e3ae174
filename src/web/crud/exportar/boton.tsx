import { IconDownload } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { notify } from '../../avisos/notify.ts'
import { Desplegable } from '../../barra/desplegable.tsx'
import { useSesion } from '../../sesion/sesion.ts'
import { Herramienta } from '../lista/arreglo/herramienta.tsx'
import type { Columna } from '../lista/tabla.tsx'
import { atrasoDe } from './atraso.ts'
import classes from './boton.module.css'
import { csvBlob, download, toCsv } from './exportar.ts'

/** Rows that fit into a PDF: about 150 sheets. More is for a spreadsheet. */
const MAX_FILAS_PDF = 5000
const NUMEROS = new Intl.NumberFormat('es-PE')

const FORMATOS = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  pdf: `PDF (hasta ${NUMEROS.format(MAX_FILAS_PDF)} filas)`,
} as const
type Formato = keyof typeof FORMATOS
const OPCIONES = Object.entries(FORMATOS) as [Formato, string][]

/** Milliseconds before the progress is shown; shorter exports finish without it. */
const SHOW_AFTER_MS = 300

interface Props<T> {
  /** File name without its ending. */
  nombre: string
  /** Of the PDF. */
  titulo: string
  /** Those that the PDF holds: a sheet has less room than a spreadsheet. */
  visibles: readonly Columna<T>[]
  columnas: readonly Columna<T>[]
  /** Answers all filtered rows, reporting progress, and by how many seconds they are behind the books. */
  filas: (
    signal: AbortSignal,
    onProgress: (count: number, total: number | undefined) => void,
  ) => Promise<{ filas: readonly T[]; hace: number | undefined }>
}

type Escritor<T> = (
  rows: readonly T[],
  linea: string,
  onProgress: (count: number, total: number) => void,
) => Promise<Blob>

interface Avance {
  paso: string
  hecho: number
  total: number | undefined
}

/** Exports the filtered rows as CSV, XLSX or PDF, with progress and a button to cancel. */
export function BotonExportar<T>(props: Props<T>) {
  const { nombre } = props
  const { usuario } = useSesion()
  const root = useRef<HTMLDivElement>(null)
  const abort = useRef<AbortController>(undefined)
  const [avance, setAvance] = useState<Avance>()
  const running = avance !== undefined
  useFocusKept(root, running)
  const dibujado = useRef(props)
  useLayoutEffect(() => {
    dibujado.current = props
  })
  // Whoever leaves the page no longer waits for its file.
  useEffect(() => () => abort.current?.abort(), [])

  async function run(formato: Formato) {
    if (abort.current) return
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    let shown = false
    let now: Avance = { paso: 'Reuniendo filas', hecho: 0, total: undefined }
    const tell = (paso: string) => (hecho: number, total: number | undefined) => {
      now = { paso, hecho, total }
      if (shown) setAvance(now)
    }
    const timer = setTimeout(() => {
      shown = true
      setAvance(now)
    }, SHOW_AFTER_MS)
    try {
      const told = tell('Reuniendo filas')
      const write = await escritor(formato, signal)
      const { filas: rows, hace } = await dibujado.current.filas(signal, (hecho, total) => {
        if (formato === 'pdf') bastan(Math.max(hecho, total ?? 0))
        told(hecho, total)
      })
      if (formato === 'pdf') bastan(rows.length)
      signal.throwIfAborted()
      const atraso = atrasoDe(hace)
      const file = await write(rows, atraso.linea, tell('Escribiendo el archivo'))
      download(`${nombre}${atraso.nombre}.${formato}`, file)
    } catch (error) {
      if (!signal.aborted) notify('warning', error instanceof Error ? error.message : '')
    } finally {
      clearTimeout(timer)
      abort.current = undefined
      setAvance(undefined)
    }
  }

  /** What writes the rows that are asked for next. A PDF says what the page says around them at that moment. */
  async function escritor(formato: Formato, signal: AbortSignal): Promise<Escritor<T>> {
    if (formato === 'csv') return async (rows, linea) => csvBlob(toCsv(props.columnas, rows, linea))
    if (formato === 'xlsx') {
      return async (rows, linea, onProgress) => {
        const { toXlsx } = await loaded(import('./xlsx.ts'))
        return toXlsx(nombre, props.columnas, rows, signal, onProgress, linea)
      }
    }
    const { listaPdf } = await loaded(import('./a-pdf.ts'))
    const quien = `${usuario?.nombres ?? ''} ${usuario?.apellidos ?? ''}`.trim()
    return listaPdf(() => dibujado.current, quien, signal)
  }

  return (
    <div ref={root} className={classes.raiz}>
      <span role="status" className="solo-lectores">
        {running ? 'Exportando…' : ''}
      </span>
      {avance ? (
        <EnCurso avance={avance} alCancelar={() => abort.current?.abort()} />
      ) : (
        <Menu
          alElegir={(formato) => {
            root.current?.querySelector('button')?.focus()
            void run(formato)
          }}
        />
      )}
    </div>
  )
}

function Menu({ alElegir }: { alElegir: (formato: Formato) => void }) {
  return (
    <Desplegable
      className="boton"
      lado="derecha"
      boton={<Herramienta icono={IconDownload} texto="Exportar" />}
    >
      {(cerrar) => (
        <fieldset className="menu">
          <legend className="solo-lectores">Formato del archivo</legend>
          {OPCIONES.map(([formato, nombre]) => (
            <button
              key={formato}
              type="button"
              onClick={() => {
                cerrar()
                alElegir(formato)
              }}
            >
              {nombre}
            </button>
          ))}
        </fieldset>
      )}
    </Desplegable>
  )
}

function EnCurso({ avance, alCancelar }: { avance: Avance; alCancelar: () => void }) {
  const { paso, hecho, total } = avance
  return (
    <>
      <button type="button" className={`boton ${classes.cancelar}`} onClick={alCancelar}>
        Cancelar
      </button>
      <div className={classes.avance}>
        <progress
          aria-label="Avance de la exportación"
          max={total || 1}
          {...(total && { value: Math.min(hecho, total) })}
        />
        <span>
          {paso}
          {hecho > 0 && `: ${hecho}${total ? ` de ${total}` : ''}`}
        </span>
      </div>
    </>
  )
}

/** Refuses more rows than a PDF holds, before the rest of them is fetched. */
function bastan(count: number): void {
  if (count <= MAX_FILAS_PDF) return
  throw new RangeError(
    `Son ${NUMEROS.format(count)} filas y un PDF lleva hasta ${NUMEROS.format(MAX_FILAS_PDF)}. Filtre más, o exporte en CSV o Excel.`,
  )
}

/** What writes a file comes at its first use. */
async function loaded<M>(module: Promise<M>): Promise<M> {
  try {
    return await module
  } catch (cause) {
    throw new Error('No se pudo preparar el archivo. Recargue la página e intente de nuevo.', {
      cause,
    })
  }
}

/** Moves the focus to the button that replaces the focused one, for users of the keyboard. */
function useFocusKept(root: RefObject<HTMLDivElement | null>, running: boolean): void {
  const before = useRef(running)
  useEffect(() => {
    if (before.current === running) return
    before.current = running
    if (document.activeElement === document.body)
      root.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [root, running])
}
