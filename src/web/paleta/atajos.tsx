import { lazy, useEffect, useEffectEvent, useState } from 'react'
import type { Usuario } from '../sesion/sesion.ts'

const load = () => import('./paleta.tsx')
const Paleta = lazy(load)

export interface PaletaProps {
  que: 'paleta' | 'teclas'
  usuario: Usuario
  calculadora?: () => void
  cerrar: () => void
}

/** Ctrl+K and Meta+K open the palette, `?` the keys of the page. Their code comes with the first of these keys. */
export function Atajos(props: Omit<PaletaProps, 'que' | 'cerrar'>) {
  const [que, setQue] = useState<PaletaProps['que'] | null>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const command = event.ctrlKey || event.metaKey
    const typing = target instanceof Element && target.closest('input, textarea, select') !== null
    if (key === 'Control' || key === 'Meta') void load().catch(() => {})
    const asked =
      command && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k'
        ? 'paleta'
        : key === '?' && !typing && !command
          ? 'teclas'
          : null
    if (!asked) return
    event.preventDefault()
    if (que !== null) setQue(null)
    else if (!document.querySelector('[role=dialog]')) setQue(asked)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return que && <Paleta {...props} que={que} cerrar={() => setQue(null)} />
}
