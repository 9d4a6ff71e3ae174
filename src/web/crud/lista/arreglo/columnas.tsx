import { IconColumns3, IconPrinter } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Desplegable } from '../../../barra/desplegable.tsx'
import { parte } from '../../../sin-linea/parte.tsx'
import { tarde } from '../../../tarde.ts'
import classes from '../lista.module.css'
import { Herramienta } from './herramienta.tsx'
import type { Arreglo } from './preferencia.ts'

const PanelColumnas = parte(tarde(() => import('../despues/panel-columnas.tsx'))) as unknown as <T>(
  props: Parameters<typeof import('../despues/panel-columnas.tsx').default<T>>[0],
) => ReturnType<typeof import('../despues/panel-columnas.tsx').default>

/** The column chooser. The first column as delivered always stays: it names the row. */
export function SelectorColumnas<T>({
  arreglo,
  primera,
}: {
  arreglo: Arreglo<T>
  primera: string | undefined
}) {
  return (
    <Desplegable
      className="boton"
      lado="derecha"
      boton={<Herramienta icono={IconColumns3} texto="Columnas" />}
    >
      {() => (
        <Suspense fallback={<p className="nota">Cargando…</p>}>
          <PanelColumnas arreglo={arreglo} primera={primera} />
        </Suspense>
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
