import type { Locator, Page } from 'playwright-core'
import { codigo } from '../../support/factor.ts'
import { AHORA } from '../casa.ts'
import { teclas } from '../manual/teclas.ts'

/**
 * What a slow reader with a mouse needs, in seconds: to find a field and decide what belongs there, to type one letter,
 * to find and press a button or link, to read a new page, and to take up the phone for a code. From the keystroke-level
 * model, rounded up (ADR 0073).
 */
const TARDA = { respuesta: 4, letra: 0.5, boton: 3, pagina: 20, telefono: 25 } as const

/** A step of the codes of a phone, in milliseconds. */
const PASO = 30_000

/**
 * Somebody who begins a house by the screen alone, and without a mouse. Every answer and press is counted, and moves
 * the house's clock by what a person would take, so that confirmations end and codes change as they would for him. No
 * clock of the machine is read.
 */
export function persona() {
  let ahora = Date.parse(AHORA)
  let usado = 0
  let secreto = ''
  const hechos = { respuestas: 0, letras: 0, botones: 0, paginas: 0, codigos: 0 }
  const pasan = (seconds: number) => {
    ahora += seconds * 1000
  }
  /** One answer: something typed or chosen. Buttons and links are not answers. */
  async function responder(field: Locator, value: string): Promise<void> {
    hechos.respuestas += 1
    hechos.letras += value.length
    pasan(TARDA.respuesta + TARDA.letra * value.length)
    await teclas(field.page()).poner(field, value)
  }
  async function pulsar(target: Locator): Promise<void> {
    hechos.botones += 1
    pasan(TARDA.boton)
    await teclas(target.page()).pulsar(target)
  }
  async function tecla(page: Page, key: string): Promise<void> {
    hechos.botones += 1
    pasan(TARDA.letra)
    await page.keyboard.press(key)
  }
  async function leer(title: Locator): Promise<void> {
    hechos.paginas += 1
    await title.waitFor()
    pasan(TARDA.pagina)
  }
  /** The code that the phone shows; the next one, where this one served already. */
  async function codear(field: Locator): Promise<void> {
    pasan(TARDA.telefono)
    hechos.codigos += 1
    const step = Math.max(Math.floor(ahora / PASO), usado + 1)
    ahora = Math.max(ahora, step * PASO)
    usado = step
    await responder(field, codigo(secreto, ahora))
  }
  return {
    hechos,
    reloj: () => new Date(ahora).toISOString(),
    segundos: () => (ahora - Date.parse(AHORA)) / 1000,
    escanear: (text: string) => {
      secreto = text.replaceAll(' ', '')
    },
    ...{ responder, pulsar, tecla, leer, codear },
  }
}
