import { IconDownload } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { notify } from '../../avisos/notify.ts'
import { Desplegable } from '../../barra/desplegable.tsx'
import { useSesion } from '../../sesion/sesion.ts'
import { Herramienta } from '../lista/arreglo/herramienta.tsx'
import classes from './boton.module.css'
import { cargado } from './cargado.ts'
import type { Exportable } from './escritura.ts'
import { FORMATOS, type Formato } from './formatos.ts'

const OPCIONES = Object.entries(FORMATOS) as [Formato, string][]

/** Milliseconds before the progress is shown; shorter exports finish without it. */
const SHOW_AFTER_MS = 300

interface Paso {
  paso: string
  hecho: number
  total: number | undefined
}

/** Exports the filtered rows as CSV, XLSX or PDF, with progress and a button to cancel. */
export function BotonExportar<T>(props: Exportable<T>) {
  const { usuario } = useSesion()
  const root = useRef<HTMLDivElement>(null)
  const abort = useRef<AbortController>(undefined)
  const [avance, setAvance] = useState<Paso>()
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
    let now: Paso = { paso: 'Reuniendo filas', hecho: 0, total: undefined }
    const tell = (paso: string) => (hecho: number, total: number | undefined) => {
      now = { paso, hecho, total }
      if (shown) setAvance(now)
    }
    const timer = setTimeout(() => {
      shown = true
      setAvance(now)
    }, SHOW_AFTER_MS)
    try {
      const { exportar } = await cargado(import('./escritura.ts'))
      const quien = `${usuario?.nombres ?? ''} ${usuario?.apellidos ?? ''}`.trim()
      await exportar(formato, () => dibujado.current, quien, signal, tell)
    } catch (error) {
      if (!signal.aborted) notify('warning', error instanceof Error ? error.message : '')
    } finally {
      clearTimeout(timer)
      abort.current = undefined
      setAvance(undefined)
    }
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

function EnCurso({ avance, alCancelar }: { avance: Paso; alCancelar: () => void }) {
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
