/** Code that moves the focus itself, as a closing dialog, does so within this many milliseconds. */
const AFTER_MS = 50

const usable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** The fallback for a lost focus: the top dialog, else the page. */
function place(): HTMLElement | undefined {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter(usable)
  return dialogs.at(-1) ?? document.getElementById('contenido') ?? undefined
}

/**
 * Restores the focus for users of the keyboard. The browser drops it when the focused element is removed (a dialog that
 * closes) or disabled (while something is saved). The focus then returns to that element once it can be used again, or
 * to the place that contained it. A focus that the user moved with the mouse is not restored. Called once by the page.
 */
export function guardarFoco(): void {
  let last: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  function restore() {
    if (!last || document.activeElement !== document.body) return
    if (usable(last)) last.focus({ preventScroll: true })
    else if (!last.isConnected) place()?.focus({ preventScroll: true })
  }
  function later() {
    // Must be cheap: it runs after every change of the page.
    if (!last || (document.activeElement === last && !last.matches(':disabled'))) return
    clearTimeout(timer)
    timer = setTimeout(restore, AFTER_MS)
  }
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target
  })
  addEventListener('focusout', ({ target }) => {
    // The element being removed is still in the page at this moment.
    queueMicrotask(() => {
      if (target === last && last && usable(last)) last = null
    })
  })
  new MutationObserver(later).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })
}
