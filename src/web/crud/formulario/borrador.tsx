import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notifyUndo } from '../../avisos/notify.ts'
import { sesion } from '../../sesion/sesion.ts'
import { deQuien } from '../../sin-linea/borradores.ts'
import { Hace } from '../valores.tsx'

/** How long something typed and not saved is offered again: a working day. */
const LONGEST_MS = 8 * 3_600_000
/** Rest after a change before it is kept. */
const CALM_MS = 300

interface Guardado<T> {
  en: number
  valores: T
}

/** What this person typed here before, in this tab; too old, it is forgotten. */
export function leer<T>(lugar: string): Guardado<T> | null {
  try {
    const kept: Guardado<T> | null = JSON.parse(sessionStorage.getItem(lugar) ?? 'null')
    if (Date.now() - (kept?.en ?? 0) < LONGEST_MS) return kept
  } catch {
    // Kept by another version of the program.
  }
  sessionStorage.removeItem(lugar)
  return null
}

/**
 * Keeps what is typed in a form, in this tab and for this person, until it is saved or given up. `texto` answers
 * the values as text while they differ from where the form began, else null; `recuperar` puts kept values into it.
 */
export function useBorrador<T>(
  nombre: string,
  texto: () => string | null,
  recuperar: ((valores: T) => void) | undefined,
): { oferta: ReactNode; olvidar: () => void } {
  const lugar = `${deQuien(sesion().usuario?.id)}${location.pathname} ${nombre}`
  const [oferta, setOferta] = useState(() => ({ lugar, kept: recuperar ? leer<T>(lugar) : null }))
  if (oferta.lugar !== lugar) setOferta({ lugar, kept: recuperar ? leer(lugar) : null })
  const latest = useRef(() => {})
  const wrote = useRef(false)
  /** What was given up: it is not kept again while it stays the same. */
  const given = useRef<string | null>(null)
  latest.current = () => {
    if (!recuperar || !sesion().estatus) return
    const text = texto()
    if (text !== null && text === given.current) return
    if (text !== null) {
      const valores: unknown = JSON.parse(text)
      sessionStorage.setItem(lugar, JSON.stringify({ en: Date.now(), valores }))
    } else if (wrote.current) sessionStorage.removeItem(lugar)
    wrote.current ||= text !== null
  }
  // What changes a form draws it anew, or is typed into a field that the form reads later.
  useEffect(() => {
    let timer = setTimeout(now, CALM_MS)
    function now() {
      latest.current()
    }
    const plan = () => {
      clearTimeout(timer)
      timer = setTimeout(now, CALM_MS)
    }
    addEventListener('input', plan)
    addEventListener('pagehide', now)
    return () => {
      removeEventListener('input', plan)
      removeEventListener('pagehide', now)
      clearTimeout(timer)
    }
  })
  // A tab or a step that closes takes its form with it.
  useEffect(() => () => latest.current(), [])
  const olvidar = () => {
    sessionStorage.removeItem(lugar)
    wrote.current = false
    given.current = texto()
    setOferta({ lugar, kept: null })
  }
  const descartar = (gone: Guardado<T>) => {
    olvidar()
    notifyUndo('Se descartó lo que escribió y no guardó.', () => {
      // What was typed since then is the draft of its own.
      if (!sessionStorage.getItem(lugar)) sessionStorage.setItem(lugar, JSON.stringify(gone))
      setOferta({ lugar, kept: gone })
    })
  }
  const { kept } = oferta
  return {
    olvidar,
    oferta: kept && recuperar && (
      <Oferta
        kept={kept}
        descartar={() => descartar(kept)}
        recuperar={() => {
          wrote.current = true
          recuperar(kept.valores)
          setOferta({ lugar, kept: null })
        }}
      />
    ),
  }
}

function Oferta(props: { kept: Guardado<unknown>; recuperar: () => void; descartar: () => void }) {
  return (
    <div role="status" className="recuadro fila" data-tono="info">
      <span>
        Lo que escribió aquí <Hace momento={new Date(props.kept.en).toISOString()} /> no se guardó.
      </span>
      <Button size="compact-sm" onClick={props.recuperar}>
        Recuperar lo que escribió
      </Button>
      <Button size="compact-sm" variant="default" onClick={props.descartar}>
        Descartar
      </Button>
    </div>
  )
}
