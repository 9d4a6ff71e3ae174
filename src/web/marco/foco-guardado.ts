/** Whoever puts the focus somewhere himself, a dialog that closes too, does it within this time. */
const AFTER_MS = 50

const usable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** Where one is, as far as it can still be said: the dialog on top, else the page. */
function place(): HTMLElement | undefined {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter(usable)
  return dialogs.at(-1) ?? document.getElementById('contenido') ?? undefined
}

/**
 * What has the focus may be taken away (a dialog that closes, a button that has done its work) or be at rest while
 * something is saved: the browser then drops the focus, and whoever works by keyboard is nowhere. It goes back to what
 * had it, once that can be used again, or to the place it was in. Who leaves a field by the mouse has left it.
 * Called once by the page.
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
    // Cheap: this is asked after whatever changes on the page.
    if (!last || (document.activeElement === last && !last.matches(':disabled'))) return
    clearTimeout(timer)
    timer = setTimeout(restore, AFTER_MS)
  }
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target
  })
  addEventListener('focusout', ({ target }) => {
    // What is being removed is still there at this moment.
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
