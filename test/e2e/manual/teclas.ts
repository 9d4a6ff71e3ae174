import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Casa } from '../casa.ts'
import { elegir } from '../elegir.ts'

/* The acts of somebody who has no mouse. Nothing here gives the focus to anything but by keys. */

/** More stops than any page has. */
const PARADAS = 250

/** Which key brings the focus nearer to `to`; null when it is there. Asked in the browser. */
function hacia(to: Element): string | null {
  const now = document.activeElement ?? document.body
  if (to === now) return null
  const after = (to.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING) === 0
  const radio = (one: Element) =>
    one instanceof HTMLInputElement && one.type === 'radio' ? one.name : undefined
  const rows = to.matches('tr') && now.matches('tr') && to.parentElement === now.parentElement
  if (rows || (radio(to) !== undefined && radio(to) === radio(now)))
    return after ? 'ArrowDown' : 'ArrowUp'
  const tabs = to.closest('[role=tablist]')
  if (tabs && now.matches('[role=tab]') && tabs.contains(now))
    return after ? 'ArrowRight' : 'ArrowLeft'
  // The cards of the board are one stop: arrows go along them, down a column and across.
  const column = (one: Element) => one.matches('[data-carta]') && one.closest('[data-columna]')
  const [mine, its] = [column(now), column(to)]
  if (mine && its && mine === its) return after ? 'ArrowDown' : 'ArrowUp'
  if (mine && its) return after ? 'ArrowRight' : 'ArrowLeft'
  return after || now === document.body ? 'Tab' : 'Shift+Tab'
}

/** A page and the keys that are pressed in it. */
export function teclas(page: Page) {
  const { keyboard } = page
  const tecla = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  const escribir = (text: string) => keyboard.type(text)
  /** Goes to a control as one goes there: by Tab, and by arrows among radios, tabs and rows. */
  async function hasta(target: Locator): Promise<void> {
    const one = target.first()
    await one.waitFor({ state: 'attached' })
    for (let stops = 0; stops < PARADAS; stops += 1) {
      const key = await one.evaluate(hacia)
      if (key === null) return
      await keyboard.press(key)
    }
    throw new Error(`the keyboard does not reach ${one}`)
  }
  /** Presses a button or follows a link. */
  async function pulsar(target: Locator): Promise<void> {
    await hasta(target)
    await keyboard.press('Enter')
  }
  /** Writes into a field, in the place of what it has. */
  async function poner(field: Locator, text: string): Promise<void> {
    await hasta(field)
    await keyboard.press('ControlOrMeta+a')
    await escribir(text)
  }
  /** Marks a box, a switch or a radio. */
  async function marcar(box: Locator): Promise<void> {
    await hasta(box)
    if (!(await box.first().isChecked())) await keyboard.press('Space')
    await expect.poll(() => box.first().isChecked()).toBe(true)
  }
  /** Chooses in a list of the browser: by the letters with which the choice begins, then by arrows. */
  async function escoger(select: Locator, words: string): Promise<void> {
    const list = select.first()
    // A letter finds nothing in a list that has not come.
    await list.locator('option').filter({ hasText: words }).first().waitFor({ state: 'attached' })
    await hasta(list)
    const [letters = ''] = /^[\w ]*/.exec(words) ?? []
    await escribir(letters)
    const chosen = () =>
      list.evaluate((e) => (e as HTMLSelectElement).selectedOptions[0]?.text ?? '')
    for (let at = 0; at < 60 && !(await chosen()).startsWith(words); at += 1)
      await keyboard.press(at === 0 ? 'Home' : 'ArrowDown')
    expect(await chosen()).toContain(words)
  }
  /** Chooses in a list that opens while one writes. */
  async function buscar(field: Locator, words: string, name: string | RegExp): Promise<void> {
    await hasta(field)
    await escribir(words)
    await elegir(page, name)
  }
  /** Chooses in a list that opens with Enter. */
  async function abrir(field: Locator, name: string | RegExp): Promise<void> {
    await hasta(field)
    await keyboard.press('Enter')
    await elegir(page, name)
  }
  /** Goes to a page, or begins something, by the palette. */
  async function ir(words: string, title: string | RegExp, option?: string): Promise<void> {
    await page.getByRole('navigation', { name: 'Principal' }).waitFor()
    await keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: /^Buscar páginas/ })
    await expect.poll(() => box.evaluate((e) => e === document.activeElement)).toBe(true)
    await escribir(words)
    if (option) {
      const one = page.getByRole('option', { name: new RegExp(`^${option}`) }).first()
      await one.waitFor()
      for (let at = 0; at < 40 && (await one.getAttribute('aria-selected')) !== 'true'; at += 1)
        await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
    } else {
      await page.getByRole('option').filter({ visible: true }).first().waitFor()
      await keyboard.press('Enter')
    }
    await titulo(title)
  }
  const titulo = (name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name, exact: true }).first().waitFor()
  /** The dialog that has opened, once it has the focus. */
  async function dialogo(name?: string | RegExp): Promise<Locator> {
    const dialog = page.getByRole('dialog', { ...(name && { name }) }).last()
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate((e) => e.contains(document.activeElement))).toBe(true)
    return dialog
  }
  const dice = (text: string | RegExp) => page.getByText(text).first().waitFor()
  return {
    ...{ page, tecla, escribir, hasta, pulsar, poner, marcar, escoger, buscar, abrir, ir },
    ...{ titulo, dialogo, dice },
  }
}

export type Teclas = ReturnType<typeof teclas>

/**
 * Registers tasks of the manual, each by the chapter and the anchor of the section that tells it. The people of a file
 * keep their pages: a task begins where the one before ended, as in a shop.
 */
export function tareasDe(casa: Casa) {
  const abiertas = new Map<string, Promise<Page>>()
  async function pagina(usuario: string): Promise<Page> {
    const page = await casa.dentro(usuario, { reducedMotion: 'reduce' })
    await page.goto('/dashboard')
    return page
  }
  const de = async (usuario: string) => {
    const open = abiertas.get(usuario) ?? pagina(usuario)
    abiertas.set(usuario, open)
    return teclas(await open)
  }
  const tarea = (
    lugar: string,
    usuario: string,
    hacer: (t: Teclas, de: (usuario: string) => Promise<Teclas>) => Promise<void>,
  ) =>
    test(`without a mouse: ${lugar}`, async () => {
      try {
        await hacer(await de(usuario), de)
      } catch (error) {
        // What a failed task left open is not the next one's.
        for (const one of abiertas.keys()) abiertas.delete(one)
        throw error
      }
      expect(casa.errores).toEqual([])
    })
  return { tarea, de }
}
