import { lazy, Suspense, useState } from 'react'
import { direccion } from '../../../web/marco/screens.ts'
import { Boton } from '../../../web/operacion/partes.tsx'
import type { Borrador, Calculo, Opciones } from '../mostrador/calculo/tipos.ts'

const Espejo = lazy(() => import('./espejo.tsx'))

/** Set in a browser whose counter has a screen for the client. */
const CON_PANTALLA = 'mostrador:pantalla'

/** Opens the client's screen in a window of its own; from then on this browser's counter writes to it. */
export function PantallaCliente(props: {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
}) {
  const [con, setCon] = useState(() => localStorage.getItem(CON_PANTALLA) !== null)
  function abrir() {
    localStorage.setItem(CON_PANTALLA, 'sí')
    setCon(true)
    window.open(direccion('pantalla-cliente'), 'pantalla-cliente', 'popup,width=1024,height=640')
  }
  return (
    <>
      <Boton variant="subtle" size="compact-sm" onClick={abrir}>
        Pantalla del cliente
      </Boton>
      {con && (
        <Suspense fallback={null}>
          <Espejo {...props} />
        </Suspense>
      )}
    </>
  )
}
