import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/history'
import type { ComponentType } from 'react'
import type { Screen } from '../screens.ts'

/*
 * Which screen an address shows: flat paths, one guard, screens fetched when they are opened. The browser's history and
 * what blocks leaving it are the library's.
 */

/** A screen as it is shown: with its component, or with the error that kept it from loading. */
export interface Mostrada {
  /** Null where no screen has the address. */
  screen: Screen | null
  Component: ComponentType | null
  error: unknown
  params: Readonly<Record<string, string>>
  location: HistoryLocation
  /** Counts loads: what failed is tried again with the next one. */
  turno: number
}

interface Estado {
  /** Where the address is; its screen may still be on its way. */
  location: HistoryLocation
  mostrada: Mostrada | null
  /** The next screen takes longer than a moment. */
  espera: boolean
}

/** Where to go instead: an address of the app. */
export type Desvio = string | undefined

interface Opciones {
  screens: readonly Screen[]
  /** Drawn where no screen has the address. */
  nowhere: ComponentType
  /** Asked before every screen; answers where to go instead. */
  guard: (screen: Screen | null, location: HistoryLocation) => Promise<Desvio>
}

export interface Destino {
  replace?: boolean
  ignoreBlocker?: boolean
  /** False: the page stays where it is scrolled. */
  resetScroll?: boolean
}

const PENDING_MS = 300

let opciones: Opciones
let estado: Estado
let turno = 0
export let history: RouterHistory
const listeners = new Set<() => void>()
const components = new Map<Screen, ComponentType>()

export const leer = (): Estado => estado

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: Estado): void {
  estado = next
  for (const listener of listeners) listener()
}

/** Reads the address and shows its screen; called once, before the first render. */
export function startRouter(given: Opciones): void {
  opciones = given
  history = createBrowserHistory()
  estado = { location: history.location, mostrada: null, espera: false }
  history.subscribe(() => void load())
  void load()
}

/** Asks the guard again for the screen that is shown, and tries again what failed. */
export const invalidate = (): Promise<void> => load()

async function load(): Promise<void> {
  turno += 1
  const mine = turno
  const { location } = history
  const { screen, params } = find(location.pathname)
  set({ ...estado, location })
  const other = screen !== estado.mostrada?.screen
  const late = setTimeout(() => {
    if (mine === turno && other) set({ ...estado, espera: true })
  }, PENDING_MS)
  // Its code is read while the guard asks.
  const coming = loadScreen(screen)
  coming.catch(() => {})
  const shown = { screen, params, location, turno: mine }
  try {
    const instead = await opciones.guard(screen, location)
    if (mine !== turno) return
    if (instead !== undefined) {
      history.replace(instead, {}, { ignoreBlocker: true })
      return
    }
    const Component = await coming
    if (mine !== turno) return
    set({ location, mostrada: { ...shown, Component, error: null }, espera: false })
  } catch (error) {
    if (mine !== turno) return
    set({ location, mostrada: { ...shown, Component: null, error }, espera: false })
  } finally {
    clearTimeout(late)
  }
}

async function loadScreen(screen: Screen | null): Promise<ComponentType> {
  if (screen === null) return opciones.nowhere
  const known = components.get(screen)
  if (known) return known
  const { default: Component } = await screen.component()
  components.set(screen, Component)
  return Component
}

/** Fetches the code of an address that somebody is about to open. */
export function preload(path: string): void {
  loadScreen(find(path).screen).catch(() => {})
}

interface Hallada {
  screen: Screen | null
  params: Readonly<Record<string, string>>
}

/** The screen of a path: one that is written out comes before one with places. */
function find(pathname: string): Hallada {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const { screens } = opciones
  const literal = screens.find((each) => each.path === path)
  if (literal) return { screen: literal, params: {} }
  for (const screen of screens) {
    const params = paramsOf(screen.path, path)
    if (params) return { screen, params }
  }
  return { screen: null, params: {} }
}

/** What stands in the places of a pattern (`/clientes/detalle/$id`); null when the path is another. */
export function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const own = pattern.split('/')
  const given = path.split('/')
  if (own.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of own.entries()) {
    const text = given[at] ?? ''
    if (part.startsWith('$') && text !== '') params[part.slice(1)] = decoded(text)
    else if (part !== text) return null
  }
  return params
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Goes to an address of the app; to the one where one is, its screen is only asked for again. */
export function irA(href: string, { replace, ignoreBlocker, resetScroll }: Destino = {}): void {
  if (href === history.location.href) {
    void load()
    return
  }
  const state = resetScroll === false ? { quieta: true } : {}
  const how = { ignoreBlocker: ignoreBlocker ?? false }
  if (replace) history.replace(href, state, how)
  else history.push(href, state, how)
}
