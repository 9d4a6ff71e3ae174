import { useEffect, useState } from 'react'
import { useBusqueda } from '../../../marco/navegacion.tsx'
import { LLAVE_INICIOS, sesion } from '../../../sesion/sesion.ts'
import { tarde } from '../../../tarde.ts'
import { AJENAS, type Guardada, type Preferencia } from './panel-vistas.ts'

const cargarVista = tarde(() => import('../despues/vista.ts'))

/** With which view each list opens, for this user in this browser: a copy of what the server keeps. */
export function inicioDe(lista: string): Guardada | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(LLAVE_INICIOS) ?? 'null')
    return kept?.usuario === sesion().usuario?.id ? kept.listas[lista] : undefined
  } catch {
    return undefined
  }
}

/**
 * Opens a list with its first view where its address asks for nothing. True while it is on its way: nothing is asked of
 * the server before.
 */
export function useInicio(lista: string | null, poner: (next: Preferencia) => void): boolean {
  const [busqueda, cambiar] = useBusqueda()
  const [inicio, setInicio] = useState(() => {
    const asks = Object.entries(busqueda).some(([clave, value]) => value && !AJENAS.includes(clave))
    return lista && !asks ? inicioDe(lista) : undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list opens.
  useEffect(() => {
    if (!inicio) return
    const done = () => setInicio(undefined)
    cargarVista().then(({ direccionDe }) => {
      poner(inicio.columnas)
      cambiar(direccionDe(inicio, {}))
      done()
    }, done)
  }, [])
  return inicio !== undefined
}
