import { useEffect } from 'react'

let ruta: string | undefined
let propio: string | undefined

function escribir(): void {
  const shown = propio ?? ruta
  document.title = shown ? `${shown} · Cambista` : 'Cambista'
}

/** The name of the screen in the browser's tab, where the screen says nothing more exact. */
export function titularRuta(titulo: string | undefined): void {
  ruta = titulo
  escribir()
}

/** Names what is open in the browser's tab, so that two open operations are told apart. */
export function useTitulo(titulo: string | undefined): void {
  useEffect(() => {
    propio = titulo
    escribir()
    return () => {
      propio = undefined
      escribir()
    }
  }, [titulo])
}
