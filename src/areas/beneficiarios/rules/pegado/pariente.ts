import type { Lector } from './lector.ts'
import { PARIENTES } from './palabras.ts'
import { plegado } from './texto.ts'

const KIN = [...PARIENTES.keys()].join('|')
const DICHO = [
  // A «mi amigo» alone is how one greets; it is somebody who is paid only after «para» or «de».
  new RegExp(`\\b(?:para|pa|de|a|es|son)\\s+(?:mi|su)\\s+(${KIN})\\b`, 'gd'),
  new RegExp(`\\b(?:mi|su)\\s+((?!amig|pana)(?:${KIN}))\\b`, 'gd'),
  new RegExp(`(?:^|\\n)[ \\t]*(${KIN})[ \\t]*(?=[:\\n]|$)`, 'gd'),
  new RegExp(`\\((?:mi )?(${KIN})\\)`, 'gd'),
]

/** What the client calls who is paid: «es para mi mamá» is how she is known, and never her name. */
export function leerPariente(lector: Lector): void {
  const text = lector.resto()
  const folded = plegado(text)
  for (const pattern of DICHO) {
    for (const found of folded.matchAll(pattern)) {
      const [inicio, fin] = found.indices?.[1] ?? [0, 0]
      if (lector.hallazgos.some((other) => other.inicio < fin && inicio < other.fin)) continue
      const valor = text.slice(inicio, fin).toLowerCase()
      lector.hallazgos.push({ dato: 'alias', inicio, fin, valor })
    }
  }
}
