/** A box on the screen, in pixels from its corner on the top left. */
export interface Caja {
  left: number
  top: number
  right: number
  bottom: number
}

/** Between a notice and what it stands beside. */
const GAP = 6
const STEP = 8

/** What somebody may be about to use or to read: fields with their names, buttons, links, the title, results. */
const NECESARIO = `a[href], button, input, select, textarea, summary, label, h1, [role=tab], [role=switch],
  [role=status], [data-necesario]`

const overlap = (a: Caja, b: Caja) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

const covered = (box: Caja, busy: readonly Caja[]) =>
  busy.reduce((sum, each) => sum + overlap(box, each), 0)

/**
 * The place within `area` where a notice covers none of `busy`: the highest, then the one farthest to the right. Where
 * there is none, the one that covers least.
 */
export function lugarLibre(
  ancho: number,
  alto: number,
  area: Caja,
  busy: readonly Caja[],
): { left: number; top: number } {
  let best = { left: area.right - ancho, top: area.top }
  let least = Number.POSITIVE_INFINITY
  for (let top = area.top; top + alto <= area.bottom; top += STEP) {
    for (let left = area.right - ancho; left >= area.left; left -= STEP) {
      const right = left + ancho
      const box = { left: left - GAP, top: top - GAP, right: right + GAP, bottom: top + alto + GAP }
      const sum = covered(box, busy)
      if (sum >= least) continue
      best = { left, top }
      least = sum
      if (sum === 0) return best
    }
  }
  return best
}

/** What is to be kept free just now: of the dialog on top where there is one, and of the bar. */
function ocupado(): Caja[] {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const roots = dialog ? [dialog, ...document.querySelectorAll('nav')] : [document.body]
  return roots
    .flatMap((root) => [...root.querySelectorAll(NECESARIO)])
    .filter((element) => !element.closest('.Toastify') && element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .filter(({ bottom, top, width }) => width > 1 && bottom > 0 && top < innerHeight)
}

/**
 * Puts the notices of the top right, `box`, below the bar where they cover nothing that is needed, and there they stay
 * until something needed appears under them.
 */
export function colocar(box: HTMLElement): void {
  const { offsetWidth: ancho, offsetHeight: alto } = box
  if (alto === 0) return
  const bar =
    document.querySelector('nav[aria-label=Principal]')?.getBoundingClientRect().bottom ?? 0
  const right = document.documentElement.clientWidth - 16
  const area = {
    left: Math.max(16, Math.min(innerWidth * 0.45, right - ancho)),
    top: Math.max(bar, 0) + STEP,
    right,
    bottom: innerHeight - STEP,
  }
  const busy = ocupado()
  const { offsetLeft, offsetTop } = box
  const here = {
    left: offsetLeft,
    top: offsetTop,
    right: offsetLeft + ancho,
    bottom: offsetTop + alto,
  }
  if (box.style.top !== '' && covered(here, busy) === 0) return
  const { left, top } = lugarLibre(ancho, alto, area, busy)
  box.style.top = `${top}px`
  box.style.right = `${right + 16 - left - ancho}px`
}
