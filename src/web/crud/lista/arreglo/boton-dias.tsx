import { IconCalendar } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Desplegable } from '../../../barra/desplegable.tsx'
import { PRIMERA, useBusqueda } from '../../../marco/navegacion.tsx'
import { parte } from '../../../sin-linea/parte.tsx'
import { tarde } from '../../../tarde.ts'

const Calendario = parte(tarde(() => import('../despues/calendario.tsx')))

/** Chooses the days of a list; typing them stays. */
export function BotonDias() {
  const [{ desde, hasta }, cambiar] = useBusqueda()
  return (
    <Desplegable
      className="boton"
      etiqueta="Elegir días"
      boton={<IconCalendar size={16} aria-hidden="true" />}
    >
      {(cerrar) => (
        <Suspense fallback={<p className="nota">Cargando…</p>}>
          <Calendario
            desde={desde}
            hasta={hasta}
            elegir={(from, to) => cambiar({ desde: from, hasta: to, ...PRIMERA }, 'push')}
            cerrar={cerrar}
          />
        </Suspense>
      )}
    </Desplegable>
  )
}
