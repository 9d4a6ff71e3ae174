import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatDecimal } from '../../../core/formato.ts'
import { camino, type Escala, escalaDe, instantes, type Punto, puntoEn } from './escala.ts'
import classes from './grafico.module.css'
import type { GraficoProps } from './grafico.tsx'
import { enPalabras, momento, rotulo } from './palabras.ts'
import type { Fila } from './tramo.ts'

const ALTO = 240
const MARGEN = { alto: ALTO, derecha: 16, arriba: 12, abajo: 28 }

export interface LienzoProps extends GraficoProps {
  filas: readonly Fila[]
  /** What it is compared with, moved onto these days. */
  previos: readonly Punto[]
  /** From when until when it is drawn, in milliseconds. */
  inicio?: number | undefined
  fin: number
  elegido: number | null
  elegir: (index: number | null) => void
  /** Takes the days from one row to the other closer. */
  acercar: (from: number, to: number) => void
}

/** How far the pointer goes, in pixels, before it marks days. */
const ARRASTRE_PX = 6

/**
 * The lines, with a slider over the points that follows the pointer or the arrow keys. With Shift, or with the pointer
 * pressed, days are marked; Enter, or letting go, takes them closer.
 */
export function Lienzo(props: LienzoProps) {
  const { titulo, series, filas, previos, precision, elegido, elegir, acercar, inicio, fin } = props
  const { ref, ancho } = useAncho()
  const [ancla, setAncla] = useState<number | null>(null)
  const pressed = useRef<number | null>(null)
  const ultimo = filas.length - 1
  const actual = Math.min(elegido ?? ultimo, ultimo)
  const all = [...filas, ...previos]
  const marco = { ...MARGEN, ancho, izquierda: margin(all, precision) }
  const escala = escalaDe(all, fin, marco, props.desdeCero, inicio ?? inicioDe(filas))

  function indexAt(event: PointerEvent<HTMLDivElement>): number {
    const { left } = event.currentTarget.getBoundingClientRect()
    const [start, end] = [escala.x(escala.desde), escala.x(escala.hasta)]
    const share = (event.clientX - left - start) / Math.max(end - start, 1)
    return puntoEn(filas, escala.desde + share * (escala.hasta - escala.desde))
  }

  function press(event: PointerEvent<HTMLDivElement>) {
    elegir(indexAt(event))
    // A finger looks along the line; days are marked by the mouse.
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    pressed.current = event.clientX
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function follow(event: PointerEvent<HTMLDivElement>) {
    const index = indexAt(event)
    const far = pressed.current !== null && Math.abs(event.clientX - pressed.current) > ARRASTRE_PX
    if (far && ancla === null) setAncla(elegido ?? index)
    elegir(index)
  }

  function release() {
    pressed.current = null
    if (ancla !== null && elegido !== null) acercar(ancla, elegido)
    setAncla(null)
  }

  function forget() {
    setAncla(null)
    elegir(null)
  }

  function walk(event: KeyboardEvent) {
    if (ancla !== null && (event.key === 'Enter' || event.key === 'Escape')) {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Enter') acercar(ancla, actual)
      return setAncla(null)
    }
    const next = target(event.key, actual, ultimo)
    if (next === undefined) return
    event.preventDefault()
    setAncla(event.shiftKey ? (ancla ?? actual) : null)
    elegir(next)
  }

  const marked = ancla !== null && filas[ancla]
  return (
    <div
      ref={ref}
      className={classes.lienzo}
      role="slider"
      tabIndex={0}
      aria-label={`Recorrer ${titulo}`}
      aria-description="Con Mayúsculas y las flechas se marcan días; Enter los acerca."
      aria-valuemin={1}
      aria-valuemax={filas.length}
      aria-valuenow={actual + 1}
      aria-valuetext={`${marked ? `Marcado ${momento(marked.desde, false, props.porDia).toLowerCase()}. ` : ''}${enPalabras(filas[actual], props)}`}
      onKeyDown={walk}
      onBlur={forget}
      onPointerMove={follow}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={() => {
        pressed.current = null
        forget()
      }}
      onPointerLeave={() => pressed.current === null && forget()}
    >
      {ancho > 0 && (
        <svg width={ancho} height={ALTO} viewBox={`0 0 ${ancho} ${ALTO}`} aria-hidden="true">
          <Ejes escala={escala} ancho={ancho} porDia={props.porDia} />
          {ancla !== null && <Marca {...{ filas, escala, ancla, actual }} />}
          {previos.length > 0 &&
            series.map((nombre, serie) => (
              <path
                key={nombre}
                className={classes.linea}
                data-serie={serie}
                data-antes
                d={camino(previos, serie, escala)}
              />
            ))}
          {series.map((nombre, serie) => (
            <path
              key={nombre}
              className={classes.linea}
              data-serie={serie}
              d={camino(filas, serie, escala)}
            />
          ))}
          {elegido !== null && <Cursor {...props} escala={escala} actual={actual} />}
        </svg>
      )}
    </div>
  )
}

const inicioDe = (filas: readonly Punto[]) => (filas[0] ? Date.parse(filas[0].desde) : undefined)

/** From where to where a row is drawn, in pixels. */
function lugarDe(filas: readonly Punto[], at: number, escala: Escala): [number, number] {
  const [own, next] = [filas[at], filas[at + 1]]
  const start = own ? Math.max(Date.parse(own.desde), escala.desde) : escala.desde
  return [escala.x(start), escala.x(next ? Date.parse(next.desde) : escala.hasta)]
}

/** The days that are being marked. */
function Marca(props: { filas: readonly Fila[]; escala: Escala; ancla: number; actual: number }) {
  const { filas, escala, ancla, actual } = props
  const [left] = lugarDe(filas, Math.min(ancla, actual), escala)
  const [, right] = lugarDe(filas, Math.max(ancla, actual), escala)
  return (
    <rect
      className={classes.marca}
      x={left}
      y={MARGEN.arriba}
      width={Math.max(right - left, 1)}
      height={ALTO - 40}
    />
  )
}

/** The axes: values to the left, time below. */
function Ejes(props: { escala: Escala; ancho: number; porDia: boolean | undefined }) {
  const { escala, ancho, porDia } = props
  const left = escala.x(escala.desde)
  const right = escala.x(escala.hasta)
  const count = Math.max(3, Math.floor(ancho / 110))
  const moments = instantes(escala.desde, escala.hasta, count, porDia)
  return (
    <g className={classes.ejes}>
      {escala.lineas.map((valor) => (
        <g key={valor}>
          <path d={`M${left} ${escala.y(valor)}H${right}`} />
          <text x={left - 8} y={escala.y(valor)} dy="0.35em" textAnchor="end">
            {formatDecimal(String(valor), escala.decimales)}
          </text>
        </g>
      ))}
      {moments.map((ms) => (
        <text
          key={ms}
          x={clamp(escala.x(ms), left + 14, right - 14)}
          y={ALTO - 8}
          textAnchor="middle"
        >
          {rotulo(ms)}
        </text>
      ))}
    </g>
  )
}

/** The cursor: the selected step and its values. */
function Cursor(props: LienzoProps & { escala: Escala; actual: number }) {
  const { filas, series, escala, actual } = props
  const fila = filas[actual]
  if (!fila) return null
  const [x, end] = lugarDe(filas, actual, escala)
  const dot = (valor: string | null | undefined, serie: number, antes: boolean) =>
    valor != null && (
      <circle
        key={`${serie}${antes}`}
        data-serie={serie}
        data-antes={antes || undefined}
        cx={x}
        cy={escala.y(Number(valor))}
        r="4.5"
      />
    )
  return (
    <g className={classes.cursor}>
      <rect x={x} y={MARGEN.arriba} width={Math.max(end - x, 1)} height={ALTO - 40} />
      {series.map((_, serie) => dot(fila.antes?.valores[serie], serie, true))}
      {series.map((_, serie) => dot(fila.valores[serie], serie, false))}
    </g>
  )
}

/** The available width in pixels; rerenders when it changes. */
function useAncho() {
  const ref = useRef<HTMLDivElement>(null)
  const [ancho, setAncho] = useState(0)
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const observer = new ResizeObserver(() => setAncho(box.clientWidth))
    observer.observe(box)
    setAncho(box.clientWidth)
    return () => observer.disconnect()
  }, [])
  return { ref, ancho }
}

function target(key: string, actual: number, ultimo: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(actual + 1, ultimo)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(actual - 1, 0)
  if (key === 'PageUp') return Math.min(actual + 10, ultimo)
  if (key === 'PageDown') return Math.max(actual - 10, 0)
  if (key === 'Home') return 0
  return key === 'End' ? ultimo : undefined
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The left margin in pixels, wide enough for the longest number of the axis. */
function margin(puntos: readonly Punto[], precision: number): number {
  const whole = Math.max(
    ...puntos.flatMap(({ valores }) => valores).map((v) => v?.split('.')[0]?.length ?? 1),
  )
  return 22 + 7.5 * (whole + Math.floor((whole - 1) / 3) + (precision > 0 ? precision + 0.6 : 0))
}
