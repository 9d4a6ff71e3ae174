import { Suspense, useEffect, useState } from 'react'
import { direccion } from '../../../web/marco/screens.ts'
import { Boton } from '../../../web/operacion/partes.tsx'
import { parte } from '../../../web/sin-linea/parte.tsx'
import type { Borrador, Calculo, Opciones } from '../mostrador/calculo/tipos.ts'
import { CON_PANTALLA, hayPantalla, ponerPantalla } from './canal.ts'

const Espejo = parte(() => import('./espejo.tsx'))

/** Opens the client's screen in a window of its own. Once this browser has one, the counter writes to it. */
export function PantallaCliente(props: {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
}) {
  const [con, setCon] = useState(hayPantalla)
  // Another window of this browser opened it, by its address.
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === CON_PANTALLA && setCon(true)
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [])
  function abrir() {
    ponerPantalla()
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
