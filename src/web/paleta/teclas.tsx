import { useState } from 'react'
import type { Linea } from './catalogo.ts'
import classes from './paleta.module.css'

const SIEMPRE: readonly (readonly [tecla: string, que: string])[] = [
  ['Ctrl K', 'ir a, hacer o buscar'],
  ['?', 'estas teclas'],
  ['↑ ↓ Enter', 'recorrer una lista y abrir'],
  ['Ctrl Z', 'deshacer lo que el último aviso ofrece'],
  ['Esc', 'cerrar o volver'],
]

/** Keys of what some pages have: a list whose rows are marked, a chart whose days are. */
const DONDE: readonly (readonly [selector: string, tecla: string, que: string])[] = [
  ['#contenido thead [type=checkbox]', 'Shift ↑ ↓', 'marcar varias filas'],
  ['#contenido [role=slider]', 'Shift ← →', 'marcar días del gráfico; Enter los acerca'],
]

/** What a key does, in the words that the page has beside it: its button's or label's, else what follows it. */
function palabras(kbd: Element): string {
  const place = kbd.closest('button, a, label, h2, h3, legend')
  if (place) {
    const copy = place.cloneNode(true) as Element
    for (const each of copy.querySelectorAll('kbd')) each.remove()
    return (copy.textContent ?? '').replace(/^\d+(?=\D)/, '').trim()
  }
  return (kbd.nextSibling?.textContent ?? '').split('·')[0]?.trim() ?? ''
}

/** The keys that the page shows, each once. */
function deLaPagina(): [tecla: string, que: string][] {
  const found = new Map<string, string>()
  for (const kbd of document.querySelectorAll('#contenido kbd')) {
    const tecla = kbd.textContent ?? ''
    const que = palabras(kbd)
    if (que && !found.has(tecla)) found.set(tecla, que)
  }
  for (const [selector, tecla, que] of DONDE) {
    if (document.querySelector(selector)) found.set(tecla, que)
  }
  return [...found]
}

/** The keys of the page, and those that work on every page: what this person may do from anywhere has some too. */
export function Teclas({ hace }: { hace: readonly Linea[] }) {
  const [propias] = useState(deLaPagina)
  const own = new Set(propias.map(([tecla]) => tecla))
  const siempre = [
    ...hace.flatMap(({ tecla, texto }) => (tecla ? [[tecla, texto] as const] : [])),
    ...SIEMPRE,
  ]
  return (
    <dl className={classes.teclas}>
      {[...propias, ...siempre.filter(([tecla]) => !own.has(tecla))].map(([tecla, que]) => (
        <div key={tecla}>
          <dt>
            <kbd>{tecla}</kbd>
          </dt>
          <dd>{que.charAt(0).toUpperCase() + que.slice(1)}</dd>
        </div>
      ))}
    </dl>
  )
}
