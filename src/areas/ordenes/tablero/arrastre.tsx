import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { rapidasDe } from '../acciones/acciones.ts'
import { type Hacia, hacia } from '../acciones/hacia.ts'
import { type Acciones, usePersona } from '../acciones/uso-acciones.tsx'
import type { FilaOrden } from '../contract.ts'
import type { Estado } from '../rules.ts'
import classes from './arrastre.module.css'

interface Props {
  tablero: RefObject<HTMLDivElement | null>
  filas: readonly FilaOrden[]
  acciones: Acciones
}

/**
 * Cards dragged from one column to another, by mouse: each column says what dropping does, or why nothing. On a phone,
 * and by keyboard, the buttons of the card do the same.
 */
export default function Arrastre({ tablero, filas, acciones }: Props) {
  const persona = usePersona()
  const [arrastrada, setArrastrada] = useState<FilaOrden>()
  const columns = [...(tablero.current?.querySelectorAll<HTMLElement>('[data-columna]') ?? [])]
  const goes = (column: Element): Hacia | undefined => {
    const estado = column.getAttribute('data-columna') as Estado
    return arrastrada && arrastrada.estado !== estado
      ? hacia(arrastrada, estado, rapidasDe(arrastrada, persona))
      : undefined
  }
  const onDrag = useEffectEvent((event: DragEvent) => {
    const { type, target, dataTransfer } = event
    if (!(target instanceof Element)) return
    if (type === 'dragend') return setArrastrada(undefined)
    if (type === 'dragstart') {
      const id = Number(target.getAttribute('data-orden'))
      const found = filas.find((fila) => fila.id === id)
      if (found) dataTransfer?.setData('text/plain', found.numero)
      return setArrastrada(found)
    }
    const column = target.closest('[data-columna]')
    const found = column && goes(column)
    if (!found || !('accion' in found)) return
    event.preventDefault()
    if (type !== 'drop' || !arrastrada) return
    setArrastrada(undefined)
    acciones.pedir(arrastrada, found.accion)
  })
  useEffect(() => {
    const root = tablero.current
    const listen = (event: DragEvent) => onDrag(event)
    for (const type of DRAGS) root?.addEventListener(type, listen)
    return () => {
      for (const type of DRAGS) root?.removeEventListener(type, listen)
    }
  }, [tablero])
  if (!arrastrada) return null
  return columns.map((column) => {
    const found = goes(column)
    if (!found) return null
    const admite = 'accion' in found
    return createPortal(
      <p className={classes.aviso} data-admite={admite}>
        {admite ? SUELTE[found.accion] : found.porque}
      </p>,
      column,
      column.dataset.columna,
    )
  })
}

const DRAGS = ['dragstart', 'dragover', 'drop', 'dragend'] as const

const SUELTE: Partial<Record<string, string>> = {
  tomar: 'Suelte para tomarla',
  soltar: 'Suelte para devolverla a la cola',
  pagar: 'Suelte para pagarla',
  verificar: 'Suelte para verificar su cobro',
  recotizar: 'Suelte para recotizarla',
  anular: 'Suelte para anularla',
}
