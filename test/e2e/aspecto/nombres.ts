import type { Locator } from 'playwright-core'

/* What a screen reader says of a page, as text that can be reviewed. */

type Arbol = Awaited<ReturnType<Locator['ariaSnapshotJSON']>>
type Nodo = Exclude<Arbol[number], string>

/** Roles that mean nothing without a name. */
const CON_NOMBRE = new Set(
  'button,link,textbox,searchbox,combobox,listbox,checkbox,switch,radio,tab,menuitem,option,slider,spinbutton,dialog,img,navigation,region,heading,progressbar,meter'.split(
    ',',
  ),
)
/** Roles whose parts say the same thing over and over: the first two are enough to read. */
const REPITE = new Set(['listitem', 'row', 'option', 'article', 'rowgroup'])
const MUESTRA = 2

/** What changes from day to day and from one demo to the next is `#`: `20/11/2025`, `3,520.00`, ids and digests. */
const sinCifras = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}/g, '#')
    .replaceAll(/(?<![\p{L}\d])\d(?:[\d.,:/ ]*\d)?/gu, '#')

function* todos(parts: Arbol): Generator<Nodo> {
  for (const part of parts) {
    if (typeof part === 'string') continue
    yield part
    // What is drawn on a button that has its name needs none.
    const drawn = (one: Arbol[number]) => typeof one !== 'string' && one.role === 'img'
    const within = part.children ?? []
    yield* todos(
      part.role === 'button' && part.name
        ? within.filter((one: Arbol[number]) => !drawn(one))
        : within,
    )
  }
}

const ESTADOS = ['level', 'checked', 'disabled', 'expanded', 'pressed', 'selected'] as const

function renglon(node: Nodo): string {
  const said = [node.role]
  if (node.name) said.push(JSON.stringify(sinCifras(node.name)))
  for (const state of ESTADOS) {
    const value = node[state]
    if (value !== undefined && value !== false) said.push(`[${state}=${value}]`)
  }
  if (node.text) said.push(`: ${sinCifras(node.text)}`)
  return said.join(' ')
}

/** The tree as text, one line a node, two spaces a level; of many alike the first ones. */
export function escrito(parts: Arbol, depth = 0): string[] {
  const lines: string[] = []
  const seen = new Map<string, number>()
  for (const part of parts) {
    const indent = '  '.repeat(depth)
    if (typeof part === 'string') {
      lines.push(`${indent}${sinCifras(part)}`)
      continue
    }
    const before = seen.get(part.role) ?? 0
    seen.set(part.role, before + 1)
    if (REPITE.has(part.role) && before >= MUESTRA && part.role !== 'rowgroup') {
      if (before === MUESTRA) lines.push(`${indent}… ${part.role}`)
      continue
    }
    lines.push(`${indent}${renglon(part)}`)
    lines.push(...escrito(part.children ?? [], depth + 1))
  }
  return lines
}

/** Controls without a name, names that say the same thing twice, and a page with no title or with several. */
export function mudos(parts: Arbol): string[] {
  const faults: string[] = []
  let titles = 0
  for (const { role, name = '', text, children = [], level } of todos(parts)) {
    if (CON_NOMBRE.has(role) && !name && !text && role !== 'region')
      faults.push(`${role} without a name: ${JSON.stringify(children).slice(0, 120)}`)
    if (role === 'heading' && level === 1) titles += 1
    if (role === 'main' && JSON.stringify(children).includes('"role":"main"'))
      faults.push('a main part within another')
    const [, half] = /^(\S.{2,}?)[\s,.:·]+\1$/u.exec(name) ?? []
    if (half) faults.push(`${role} says it twice: ${name}`)
  }
  if (titles !== 1) faults.push(`${titles} titles of the page`)
  return faults
}
