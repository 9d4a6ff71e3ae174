import type { Page } from 'playwright-core'
import { ajustado } from '../casa.ts'

/** A window of 1280 × 1024 at 400 %: what WCAG 2.2, 1.4.10, asks a page to fit into. */
export const CUATRO_VECES = { width: 320, height: 256 }

/** In the browser: what is lost at this size. */
export async function perdido(): Promise<string[]> {
  const faults: string[] = []
  const named = (one: Element) =>
    `${one.tagName.toLowerCase()} «${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)}» ${one.id || [...one.classList].join('.')}`
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) faults.push(`${root.scrollWidth - innerWidth} px wider`)
  // A table may scroll, and what a table is drawn in (1.4.10); so may a picture that needs two dimensions.
  const scrolls = (one: Element | null): boolean =>
    one !== null &&
    one !== root &&
    (['auto', 'scroll'].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement))
  const seen = (one: Element) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    one.getClientRects().length > 0
  for (const one of document.querySelectorAll('body *')) {
    const text = [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim())
    if (!(text || one instanceof HTMLInputElement) || !seen(one)) continue
    const { left, right, width, height } = one.getBoundingClientRect()
    // Text for screen readers alone.
    if (width <= 1 || height <= 1 || right < 0) continue
    if ((left < -1 || right > innerWidth + 1) && !scrolls(one.parentElement))
      faults.push(`beyond the edge: ${named(one)}`)
    const style = getComputedStyle(one)
    if (
      ['hidden', 'clip'].includes(style.overflowX) &&
      one.scrollWidth > one.clientWidth + 1 &&
      !one.closest('[title], [aria-label]') &&
      !(one instanceof HTMLInputElement)
    )
      faults.push(`cut off: ${named(one)}`)
  }
  /** What is drawn over the middle of what is seen of it; null where that is outside the window. */
  const above = (one: HTMLElement): Element | null | undefined => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    if (right - left <= 1) return undefined
    const at = document.elementFromPoint(
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    )
    const own = at && (one.contains(at) || at.contains(one) || one.closest('label')?.contains(at))
    return own ? undefined : at
  }
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].filter((one) => seen(one) && !one.closest('tbody tr:nth-child(n + 3), [inert], .Toastify'))
  for (const one of controls) {
    if ((one as HTMLButtonElement).disabled) continue
    // One that already has it would not come into sight.
    one.blur()
    one.focus()
    let over = above(one)
    // What shows itself while it has the focus needs some frames to come and to go.
    for (let frames = 0; over !== undefined && frames < 4; frames += 1) {
      await new Promise(requestAnimationFrame)
      over = above(one)
    }
    if (over !== undefined)
      faults.push(`covered: ${named(one)} by ${over ? named(over) : 'nothing'}`)
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return faults
}

/** What of the page is lost at 400 %: wider than the window, cut off, or a control that its own page covers. */
export async function perdidoAlAmpliar(page: Page): Promise<string[]> {
  await ajustado(page, CUATRO_VECES)
  return page.evaluate(perdido)
}
