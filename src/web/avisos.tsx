import 'react-toastify/ReactToastify.css'
import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import {
  Bounce,
  type CloseButtonProps,
  ToastContainer,
  type ToastTransitionProps,
  toast,
} from 'react-toastify/unstyled'
import classes from './avisos.module.css'

const SWIPE_PX = 200
const TOAST_PX = 320
const REMOVED_MS = 1000

/** On a phone a notice is as wide as the screen; the swipe stays 200 px. */
const swipePercent = (SWIPE_PX / (innerWidth <= 480 ? innerWidth : TOAST_PX)) * 100

function Close({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={classes.cerrar}
      aria-label="Cerrar aviso"
      onClick={() => closeToast(true)}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path
          d="M3 3l10 10M13 3L3 13"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
    </button>
  )
}

/** Bounces in; once closed it fades, and its element leaves the page 1000 ms after closing. */
function Leaving({ isIn, done, nodeRef, playToast, position, children }: ToastTransitionProps) {
  useLayoutEffect(() => {
    const node = nodeRef.current
    if (!node || !isIn) return
    const enter = ['Toastify--animate', `Toastify__bounce-enter--${position}`]
    node.classList.add(...enter)
    const onEnd = (event: AnimationEvent) => {
      if (event.target !== node) return
      playToast()
      node.classList.remove(...enter)
    }
    node.addEventListener('animationend', onEnd)
    return () => node.removeEventListener('animationend', onEnd)
  }, [isIn, nodeRef, playToast, position])
  useLayoutEffect(() => {
    if (isIn) return
    nodeRef.current?.classList.add(classes.saliendo ?? '')
    const timer = setTimeout(done, REMOVED_MS)
    return () => clearTimeout(timer)
  }, [isIn, done, nodeRef])
  return <>{children}</>
}

const host = document.createElement('div')
document.body.append(host)
createRoot(host).render(
  <ToastContainer
    aria-label="Avisos"
    autoClose={5000}
    position="top-right"
    transition={Bounce}
    closeButton={Close}
    closeOnClick={false}
    pauseOnFocusLoss={false}
    draggable
    draggablePercent={swipePercent}
    toastClassName={classes.aviso ?? ''}
  />,
)

function Content({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <div>
      <strong className={classes.titulo}>{titulo}</strong>
      <p className={classes.mensaje}>{children}</p>
    </div>
  )
}

export function showNotification(tipo: 'success' | 'warning', mensaje: string): void {
  toast(<Content titulo="Información">{mensaje}</Content>, {
    type: tipo,
    position: 'top-right',
    autoClose: 3000,
    transition: Leaving,
    role: tipo === 'success' ? 'status' : 'alert',
  })
}

export function showToast(mensaje: string): void {
  toast(mensaje, { type: 'info', position: 'bottom-center', autoClose: 2000, role: 'status' })
}
