import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { puedeAbrir } from '../barra/menu.ts'
import { hayAbierto } from '../crud/abiertos.ts'
import { aporte } from '../marco/aportes.ts'
import { enRuta } from '../marco/navegacion.tsx'
import { direccion } from '../marco/screens.ts'
import type { Usuario } from '../sesion/sesion.ts'
import { parte } from '../sin-linea/parte.tsx'
import { adelantar, dejarDeAdelantar } from './adelanto.ts'
import { soltarTeclas } from './temprano.ts'

const load = () => import('./paleta.tsx')
const Paleta = parte(load)

export interface PaletaProps {
  que: 'paleta' | 'teclas'
  usuario: Usuario
  calculadora?: () => void
  cerrar: () => void
}

/** The function keys that begin something from any page; a page that has one of them keeps it for itself. */
function useHacer(usuario: Usuario) {
  const navigate = useNavigate()
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event
    if (ctrlKey || altKey || metaKey || shiftKey || event.repeat || event.defaultPrevented) return
    const one = Object.values(aporte('hace')).find(({ tecla }) => tecla === key)
    if (!one || hayAbierto()) return
    if (!puedeAbrir(one.pantalla, usuario)) return
    event.preventDefault()
    adelantar()
    void navigate({ to: direccion(one.pantalla), search: enRuta(one.search ?? {}) })
  }
}

/** Where `?` is a letter. No amount, date or code has one: it opens the panel from their boxes, and is not typed. */
const ESCRIBE =
  'textarea, input:not([type=checkbox], [type=radio], [inputmode=decimal], [inputmode=numeric])'

/** Ctrl+K and Meta+K open the palette, `?` the keys of the page. Their code comes with the first of these keys. */
export function Atajos(props: Omit<PaletaProps, 'que' | 'cerrar'>) {
  const [que, setQue] = useState<PaletaProps['que'] | null>(null)
  const hacer = useHacer(props.usuario)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (que === null) hacer(event)
    const command = event.ctrlKey || event.metaKey
    const typing = target instanceof Element && target.closest(ESCRIBE) !== null
    if (key === 'Control' || key === 'Meta') void load().catch(() => {})
    const asked =
      command && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k'
        ? 'paleta'
        : key === '?' && !typing && !command
          ? 'teclas'
          : null
    // Its code is still on its way: what was asked for is taken back.
    const waits = que !== null && !hayAbierto()
    if (key === 'Escape' && waits) return setQue(null)
    if (!asked) return
    event.preventDefault()
    if (que !== null) {
      dejarDeAdelantar()
      setQue(null)
    } else if (!hayAbierto()) {
      if (asked === 'paleta') adelantar({ dialogo: true })
      setQue(asked)
    }
  })
  // The panel goes as it came: the box it was asked from has the focus again.
  useEffect(() => {
    const { activeElement } = document
    if (que !== 'teclas' || !(activeElement instanceof HTMLElement)) return
    return () => activeElement.focus()
  }, [que])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    soltarTeclas()
    return () => removeEventListener('keydown', listen)
  }, [])
  // Its own boundary: a state of what waits for code is not drawn until that has come, and its keys would not see it.
  return (
    que && (
      <Suspense>
        <Paleta {...props} que={que} cerrar={() => setQue(null)} />
      </Suspense>
    )
  )
}
