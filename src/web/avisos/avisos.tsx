import 'react-toastify/ReactToastify.css'
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import {
  Bounce,
  type CloseButtonProps,
  ToastContainer,
  type ToastTransitionProps as Transition,
  toast,
} from 'react-toastify/unstyled'
import { onSesion, sesion } from '../sesion/sesion.ts'
import classes from './avisos.module.css'
import { colocar } from './lugar.ts'

const SWIPE_PX = 200
const TOAST_PX = 288
/** Interval in milliseconds of the check whether a notice covers something needed. */
const LOOK_MS = 100
const REMOVED_MS = 1000
const BOUNCE_MS = 750

const swipePercent = (SWIPE_PX / TOAST_PX) * 100

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

/**
 * Bounces in and out. The clock of the notice starts when it appears, not when it has settled, and its
 * element leaves the page `removal` ms after closing.
 */
function Bouncing(props: Transition & { removal: number }) {
  const { isIn, nodeRef, position, children, removal } = props
  const play = useEffectEvent(() => props.playToast())
  const remove = useEffectEvent(() => props.done())
  useLayoutEffect(() => {
    const node = nodeRef.current
    if (!node) return
    const names = ['Toastify--animate', `Toastify__bounce-${isIn ? 'enter' : 'exit'}--${position}`]
    node.classList.add(...names)
    if (isIn) play()
    const timer = isIn
      ? setTimeout(() => node.classList.remove(...names), BOUNCE_MS)
      : setTimeout(() => remove(), removal)
    return () => {
      clearTimeout(timer)
      node.classList.remove(...names)
    }
  }, [isIn, nodeRef, position, removal])
  return <>{children}</>
}

/** Moves a notice away from whatever it would cover, also when the page changes meanwhile. */
function NotificationBounce(props: Transition) {
  const { nodeRef } = props
  useLayoutEffect(() => {
    const place = () => {
      if (nodeRef.current?.parentElement) colocar(nodeRef.current.parentElement)
    }
    place()
    const timer = setInterval(place, LOOK_MS)
    return () => clearInterval(timer)
  }, [nodeRef])
  return <Bouncing {...props} removal={REMOVED_MS} />
}
const ToastBounce = (props: Transition) => <Bouncing {...props} removal={BOUNCE_MS} />

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
    pauseOnHover={false}
    draggable
    draggablePercent={swipePercent}
    toastClassName={classes.aviso ?? ''}
  />,
)

function Content({ titulo, children }: { titulo: string; children: ReactNode }) {
  return (
    <div className={classes.mensaje}>
      <strong className={classes.titulo}>{titulo}</strong> <span>{children}</span>
    </div>
  )
}

export function showNotification(tipo: 'success' | 'warning', mensaje: string): void {
  const toastId = `${tipo} ${mensaje}`
  // The same again says nothing new: the one that is there stays as long as if it had just come.
  if (toast.isActive(toastId)) {
    toast.update(toastId, { autoClose: 3000 })
    return
  }
  toast(<Content titulo="Información">{mensaje}</Content>, {
    toastId,
    type: tipo,
    position: 'top-right',
    autoClose: 3000,
    transition: NotificationBounce,
    role: tipo === 'success' ? 'status' : 'alert',
  })
}

/** The latest notice whose act can still be taken back. */
let ultimo: (() => void) | undefined

/** Whether the focus is where Ctrl+Z takes back what was typed. */
const escribe = () => document.activeElement?.closest('input, textarea, select, [contenteditable]')

export function showUndo(mensaje: string, deshacer: () => void): void {
  const took = new AbortController()
  const undo = () => {
    if (took.signal.aborted) return
    took.abort()
    toast.dismiss(id)
    deshacer()
  }
  const id = toast(
    <Content titulo="Información">
      {mensaje}{' '}
      <button
        type="button"
        className={classes.deshacer}
        aria-keyshortcuts="Control+Z"
        onClick={undo}
      >
        Deshacer <kbd>Ctrl+Z</kbd>
      </button>
    </Content>,
    {
      type: 'success',
      position: 'top-right',
      autoClose: 8000,
      transition: NotificationBounce,
      role: 'status',
      onClose: () => took.abort(),
    },
  )
  ultimo = undo
  const keys = (event: KeyboardEvent) => {
    const asked = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
    if (!asked || ultimo !== undo || escribe()) return
    event.preventDefault()
    undo()
  }
  addEventListener('keydown', keys, { signal: took.signal })
  // Nobody takes back what somebody else did before him on this machine.
  const de = sesion().usuario?.id
  const leave = onSesion(() => {
    const { estatus, vencida, usuario } = sesion()
    if (estatus && !vencida && usuario?.id === de) return
    took.abort()
    toast.dismiss(id)
  })
  took.signal.addEventListener('abort', leave)
}

export function showToast(mensaje: string): void {
  toast(mensaje, {
    type: 'info',
    position: 'bottom-center',
    autoClose: 2000,
    transition: ToastBounce,
    role: 'status',
  })
}
