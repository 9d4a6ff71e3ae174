import { IconBookmark } from '@tabler/icons-react'
import { type ComponentType, Suspense } from 'react'
import { Desplegable } from '../../../barra/desplegable.tsx'
import { aporte } from '../../../marco/aportes.ts'
import { useBusqueda } from '../../../marco/navegacion.tsx'
import { parte } from '../../../sin-linea/parte.tsx'
import { Herramienta } from './herramienta.tsx'
import type { PanelVistasProps, Preferencia } from './panel-vistas.ts'

let Panel: ComponentType<PanelVistasProps> | undefined

/** The kept views of a list, where the program has them. */
export function SelectorVistas({
  lista,
  pref,
  poner,
}: {
  lista: string
  pref: Preferencia
  poner: (next: Preferencia) => void
}) {
  const [busqueda, cambiar] = useBusqueda()
  const load = aporte('listas').vistas
  if (!load) return null
  Panel ??= parte(load)
  const Drawn = Panel
  return (
    <Desplegable
      className="boton"
      lado="derecha"
      boton={<Herramienta icono={IconBookmark} texto="Vistas" />}
    >
      {(cerrar) => (
        <Suspense fallback={<p className="nota">Cargando…</p>}>
          <Drawn
            lista={lista}
            busqueda={busqueda}
            cambiar={cambiar}
            pref={pref}
            poner={poner}
            cerrar={cerrar}
          />
        </Suspense>
      )}
    </Desplegable>
  )
}
