import { IconColumns3, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Desplegable } from '../../barra/desplegable.tsx'
import classes from './lista.module.css'
import type { Columna } from './tabla.tsx'

/** Which columns a list shows, remembered on this machine. */
export function useColumnas<T>(lista: string, columnas: readonly Columna<T>[]) {
  const place = `columnas:${lista}`
  const [hidden, setHidden] = useState(() => readHidden(place, columnas))
  function toggle(clave: string) {
    const next = new Set(hidden)
    if (!next.delete(clave)) next.add(clave)
    localStorage.setItem(place, JSON.stringify([...next]))
    setHidden(next)
  }
  return { visibles: columnas.filter(({ clave }) => !hidden.has(clave)), hidden, toggle }
}

function readHidden<T>(place: string, columnas: readonly Columna<T>[]): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    if (Array.isArray(kept)) return new Set(kept.map(String))
  } catch {
    // The stored value is not ours: use the defaults.
  }
  return new Set(columnas.filter(({ oculta }) => oculta).map(({ clave }) => clave))
}

/** The column chooser. The first column always stays: it names the row. */
export function SelectorColumnas<T>({
  columnas,
  hidden,
  toggle,
}: {
  columnas: readonly Columna<T>[]
  hidden: ReadonlySet<string>
  toggle: (clave: string) => void
}) {
  return (
    <Desplegable
      className="boton"
      lado="derecha"
      boton={<Herramienta icono={IconColumns3} texto="Columnas" />}
    >
      {() => (
        <fieldset className={classes.columnas}>
          <legend className="solo-lectores">Columnas visibles</legend>
          {columnas.slice(1).map(({ clave, titulo }) => (
            <label key={clave}>
              <input type="checkbox" checked={!hidden.has(clave)} onChange={() => toggle(clave)} />
              {titulo}
            </label>
          ))}
        </fieldset>
      )}
    </Desplegable>
  )
}

/** Prints the list; the print styles keep the table, its title and its filters. */
export function BotonImprimir({ imprimir, ocupado }: { imprimir: () => void; ocupado?: boolean }) {
  return (
    <button
      type="button"
      className={`boton ${classes.imprimir}`}
      aria-busy={ocupado}
      disabled={ocupado}
      onClick={imprimir}
    >
      <Herramienta icono={IconPrinter} texto="Imprimir" />
    </button>
  )
}

/** Icon and text of a list's tool. Where space is short the text is only for screen readers and on hover. */
export function Herramienta({ icono: Icono, texto }: { icono: typeof IconPrinter; texto: string }) {
  return (
    <span className={classes.herramienta} title={texto}>
      <Icono size={16} aria-hidden="true" />
      <span>{texto}</span>
    </span>
  )
}
