import { useState } from 'react'
import { teclasVivas } from '../marco/teclas.ts'
import type { Linea } from './catalogo.ts'
import classes from './paleta.module.css'

const SIEMPRE: readonly (readonly [tecla: string, que: string])[] = [
  ['Ctrl K', 'ir a, hacer o buscar'],
  ['?', 'estas teclas'],
  ['↑ ↓ Enter', 'recorrer una lista y abrir'],
  ['Ctrl Z', 'deshacer lo que el último aviso ofrece'],
  ['Esc', 'cerrar o volver'],
]

/** What the keys of a table's rows do, by the word with which it says that it listens to them (`data-teclas`). */
const FILAS: Readonly<Record<string, readonly (readonly [tecla: string, que: string])[]>> = {
  recorre: [
    ['↑ ↓', 'pasar de fila en fila'],
    ['Inicio Fin', 'primera y última fila'],
  ],
  abre: [['Enter', 'abrir la fila']],
  marca: [['Espacio', 'marcar la fila']],
  marcas: [
    ['Shift ↑ ↓', 'marcar varias filas'],
    ['Shift Inicio Fin', 'marcar hasta la primera o la última'],
    ['Esc', 'quitar las marcas, cerrar o volver'],
  ],
}

/** Keys of a chart whose days are marked. */
const DONDE: readonly (readonly [selector: string, tecla: string, que: string])[] = [
  ['#contenido [role=slider]', 'Shift ← →', 'marcar días del gráfico; Enter los acerca'],
]

/** The names of keys as the keyboard has them. */
const NOMBRES: Readonly<Record<string, string>> = { Escape: 'Esc' }

/** What a key does, in the words that the page has beside it: its button's or label's, else what follows it. */
function palabras(kbd: Element): string {
  const place = kbd.closest('button, a, label, h2, h3, legend')
  if (place) {
    const copy = place.cloneNode(true) as Element
    for (const each of copy.querySelectorAll('kbd')) each.remove()
    return (copy.textContent ?? '').replace(/^\d+(?=\D)/, '').trim()
  }
  let words = ''
  for (let next = kbd.nextSibling; next && next.nodeName !== 'KBD'; next = next.nextSibling)
    words += next.textContent ?? ''
  return words.split('·')[0]?.trim() ?? ''
}

/** What the keys of the rows do that this table listens to. */
function deLasFilas(): readonly (readonly [tecla: string, que: string])[] {
  const tables = [...document.querySelectorAll<HTMLElement>('#contenido [data-teclas]')]
  const said = new Set(tables.flatMap(({ dataset }) => dataset.teclas?.split(' ') ?? []))
  return Object.entries(FILAS).flatMap(([word, keys]) => (said.has(word) ? keys : []))
}

/** The keys that the page shows and those that it listens to, each once. */
function deLaPagina(): [tecla: string, que: string][] {
  const found = new Map<string, string>()
  const kbds = [...document.querySelectorAll('#contenido kbd')]
  const enBoton = (kbd: Element) => Number(kbd.closest('button') !== null)
  // A legend says all that a key does, in one order; a button, what it does there.
  for (const kbd of kbds.toSorted((a, b) => enBoton(a) - enBoton(b))) {
    const tecla = kbd.textContent ?? ''
    const que = palabras(kbd)
    if (que && !found.has(tecla)) found.set(tecla, que)
  }
  for (const [tecla, que] of deLasFilas()) found.set(tecla, que)
  for (const [key, words] of teclasVivas()) {
    const tecla = NOMBRES[key] ?? key
    if (!found.has(tecla)) found.set(tecla, words)
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
