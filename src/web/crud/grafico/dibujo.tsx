import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatDecimal, formatFecha, formatFechaHora, ZONA } from '../../../core/formato.ts'
import { useAhora } from '../../reloj.ts'
import { camino, type Escala, escalaDe, instantes, type Punto, puntoEn } from './escala.ts'
import classes from './grafico.module.css'
import type { GraficoProps } from './grafico.tsx'
import { GraficoTabla } from './tabla.tsx'

const ALTO = 240
const MARGEN = { alto: ALTO, derecha: 16, arriba: 12, abajo: 28 }

type Props = GraficoProps & { puntos: readonly Punto[] }

/** The chart itself, loaded when first shown. */
export default function GraficoDibujo(props: Props) {
  const { titulo, series, puntos, precision, conTabla = true } = props
  const [elegido, setElegido] = useState<number | null>(null)
  const [tabla, setTabla] = useState(false)
  const ultimo = puntos.length - 1
  const shown = puntos[elegido === null ? ultimo : Math.min(elegido, ultimo)]
  if (!shown) return <p className={classes.sinDatos}>Todavía no hay nada que dibujar.</p>
  return (
    <figure className={classes.grafico} aria-label={titulo}>
      <figcaption className={classes.leyenda}>
        {series.map((nombre, serie) => (
          <span key={nombre} className={classes.serie} data-serie={serie}>
            <Muestra serie={serie} />
            {nombre} <strong>{palabra(shown.valores[serie], precision)}</strong>
          </span>
        ))}
        <span className="nota">{momento(shown.desde, elegido === null, props.porDia)}</span>
        {conTabla && (
          <button
            type="button"
            className={classes.boton}
            aria-expanded={tabla}
            onClick={() => setTabla(!tabla)}
          >
            {tabla ? 'Ver gráfico' : 'Ver tabla'}
          </button>
        )}
      </figcaption>
      {tabla ? (
        <GraficoTabla {...props} />
      ) : (
        <Lienzo {...props} elegido={elegido} elegir={setElegido} />
      )}
    </figure>
  )
}

function Muestra({ serie }: { serie: number }) {
  return (
    <svg width="22" height="8" aria-hidden="true">
      <path d="M0 4H22" className={classes.linea} data-serie={serie} />
    </svg>
  )
}

interface LienzoProps extends Props {
  elegido: number | null
  elegir: (index: number | null) => void
}

/** The lines, with a slider over the points that follows the pointer or the arrow keys. */
function Lienzo(props: LienzoProps) {
  const { titulo, series, puntos, precision, elegido, elegir } = props
  const { ref, ancho } = useAncho()
  const ahora = useAhora()
  const hasta = props.hasta ? Date.parse(props.hasta) : ahora
  const ultimo = puntos.length - 1
  const actual = Math.min(elegido ?? ultimo, ultimo)
  const marco = { ...MARGEN, ancho, izquierda: margin(puntos, precision) }
  const escala = escalaDe(puntos, hasta, marco, props.desdeCero)

  function follow(event: PointerEvent<HTMLDivElement>) {
    const { left } = event.currentTarget.getBoundingClientRect()
    const [start, end] = [escala.x(escala.desde), escala.x(escala.hasta)]
    const share = (event.clientX - left - start) / Math.max(end - start, 1)
    elegir(puntoEn(puntos, escala.desde + share * (escala.hasta - escala.desde)))
  }

  function walk(event: KeyboardEvent) {
    const next = target(event.key, actual, ultimo)
    if (next === undefined) return
    event.preventDefault()
    elegir(next)
  }

  return (
    <div
      ref={ref}
      className={classes.lienzo}
      role="slider"
      tabIndex={0}
      aria-label={`Recorrer ${titulo}`}
      aria-valuemin={1}
      aria-valuemax={puntos.length}
      aria-valuenow={actual + 1}
      aria-valuetext={enPalabras(puntos[actual], props)}
      onKeyDown={walk}
      onBlur={() => elegir(null)}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => elegir(null)}
    >
      {ancho > 0 && (
        <svg width={ancho} height={ALTO} viewBox={`0 0 ${ancho} ${ALTO}`} aria-hidden="true">
          <Ejes escala={escala} ancho={ancho} />
          {series.map((nombre, serie) => (
            <path
              key={nombre}
              className={classes.linea}
              data-serie={serie}
              d={camino(puntos, serie, escala)}
            />
          ))}
          {elegido !== null && <Cursor {...props} escala={escala} actual={actual} />}
        </svg>
      )}
    </div>
  )
}

/** The axes: values to the left, time below. */
function Ejes({ escala, ancho }: { escala: Escala; ancho: number }) {
  const left = escala.x(escala.desde)
  const right = escala.x(escala.hasta)
  const moments = instantes(escala.desde, escala.hasta, Math.max(3, Math.floor(ancho / 110)))
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
function Cursor(props: Props & { escala: Escala; actual: number }) {
  const { puntos, series, escala, actual } = props
  const punto = puntos[actual]
  if (!punto) return null
  const x = escala.x(Date.parse(punto.desde))
  const next = puntos[actual + 1]
  const end = escala.x(next ? Date.parse(next.desde) : escala.hasta)
  return (
    <g className={classes.cursor}>
      <rect x={x} y={MARGEN.arriba} width={Math.max(end - x, 1)} height={ALTO - 40} />
      {series.map((nombre, serie) => {
        const valor = punto.valores[serie]
        if (valor == null) return null
        return (
          <circle key={nombre} data-serie={serie} cx={x} cy={escala.y(Number(valor))} r="4.5" />
        )
      })}
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

function palabra(valor: string | null | undefined, precision: number): string {
  return valor == null ? '—' : formatDecimal(valor, precision)
}

function enPalabras(punto: Punto | undefined, { series, precision, porDia }: GraficoProps): string {
  if (!punto) return ''
  const said = series.map((nombre, n) => `${nombre} ${palabra(punto.valores[n], precision)}`)
  return `${momento(punto.desde, false, porDia)}: ${said.join(', ')}`
}

/** Text of the instant since which a value holds or, with `porDia`, of its day. */
function momento(desde: string, ultimo: boolean, porDia = false): string {
  if (porDia) return `El ${formatFecha(desde)}`
  return `${ultimo ? 'Vigente desde' : 'Desde'} ${formatExacto(desde)}`
}

/** The hour, and at midnight the day that begins. */
function rotulo(ms: number): string {
  const hora = hourFormat.format(ms)
  return hora === '00:00' || hora === '24:00' ? dayFormat.format(ms) : hora
}

const seconds = new Intl.DateTimeFormat('es-PE', { second: '2-digit', timeZone: ZONA })
const dayFormat = new Intl.DateTimeFormat('es-PE', {
  day: 'numeric',
  month: 'short',
  timeZone: ZONA,
})
const hourFormat = new Intl.DateTimeFormat('es-PE', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: ZONA,
})

/** An instant to the second, so that two prices of one minute differ. */
function formatExacto(text: string): string {
  return `${formatFechaHora(text)}:${seconds.format(new Date(text)).padStart(2, '0')}`
}
