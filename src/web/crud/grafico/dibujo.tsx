import { Fragment, useContext, useState } from 'react'
import { notify } from '../../avisos/notify.ts'
import { Atraso } from '../exportar/atraso.ts'
import { cargado } from '../exportar/cargado.ts'
import { Controles } from './controles.tsx'
import type { Punto } from './escala.ts'
import { type Explora, useExplora } from './explora.ts'
import classes from './grafico.module.css'
import type { GraficoProps } from './grafico.tsx'
import { Lienzo } from './lienzo.tsx'
import { enDias, momento, palabra } from './palabras.ts'
import { sumar } from './sumar.ts'
import { columnasDe, GraficoTabla } from './tabla.tsx'

type Props = GraficoProps & { puntos: readonly Punto[] }

/** The chart itself, loaded when first shown. */
export default function GraficoDibujo(props: Props) {
  const { titulo, series, precision, porDia } = props
  const explora = useExplora(props)
  const { filas, antes } = explora
  const [elegido, setElegido] = useState<number | null>(null)
  const [tabla, setTabla] = useState(false)
  const hace = useContext(Atraso)
  const ultimo = filas.length - 1
  const shown = filas[elegido === null ? ultimo : Math.min(elegido, ultimo)]
  if (!shown && !explora.cerca)
    return <p className={classes.sinDatos}>Todavía no hay nada que dibujar.</p>

  async function exportar() {
    try {
      const { bajarCsv } = await cargado(import('../exportar/escritura.ts'))
      await props.alExportar?.()
      const columnas = columnasDe(props, antes !== null)
      bajarCsv(archivo(titulo), columnas, { filas: filas.toReversed(), hace })
    } catch (error) {
      notify('warning', error instanceof Error ? error.message : '')
    }
  }

  return (
    <figure className={classes.grafico} aria-label={titulo}>
      <figcaption className={classes.leyenda}>
        {series.map((nombre, serie) => (
          <span key={nombre} className={classes.serie} data-serie={serie}>
            <Muestra serie={serie} />
            {nombre} <strong>{palabra(shown?.valores[serie], precision)}</strong>
            {antes && ` antes ${palabra(shown?.antes?.valores[serie], precision)}`}
          </span>
        ))}
        {shown && (
          <span className="nota">
            {momento(shown.desde, elegido === null, porDia)}
            {shown.antes &&
              `, comparado con ${momento(shown.antes.desde, false, porDia).replace(/^El /, 'el ')}`}
          </span>
        )}
      </figcaption>
      <Controles
        explora={explora}
        tabla={tabla}
        verTabla={() => setTabla(!tabla)}
        exportar={() => void exportar()}
      />
      <Resumen {...props} explora={explora} />
      {tabla ? (
        <GraficoTabla {...props} filas={filas} comparado={antes !== null} />
      ) : (
        <Lienzo {...props} {...explora} elegido={elegido} elegir={setElegido} />
      )}
    </figure>
  )
}

/** The days in words and, of amounts by day, their sums. */
function Resumen(props: Props & { explora: Explora }) {
  const { series, precision, explora } = props
  const { rango, antes, filas, cerca, trayendo, fallo } = explora
  if (!rango || !(cerca || antes)) return null
  const sums = props.porDia && props.desdeCero
  return (
    <p className={classes.resumen} role="status">
      {`Del ${enDias(rango)}${antes ? `, comparado con ${enDias(antes)}` : ''}.`}
      {trayendo && ' Trayendo los días anteriores…'}
      {fallo && (
        <>
          {' Los días anteriores no llegaron. '}
          <button type="button" className={classes.boton} onClick={fallo}>
            Reintentar
          </button>
        </>
      )}
      {sums &&
        series.map((nombre, serie) => {
          const [now, before] = [
            sumar(filas, serie, precision),
            sumar(explora.previos, serie, precision),
          ]
          return (
            <Fragment key={nombre}>
              {' '}
              <span className="entero">
                {nombre}: <strong>{palabra(now, precision)}</strong>
                {antes && !trayendo && !fallo && `, antes ${palabra(before, precision)}`}.
              </span>
            </Fragment>
          )
        })}
    </p>
  )
}

function Muestra({ serie }: { serie: number }) {
  return (
    <svg width="22" height="8" aria-hidden="true">
      <path d="M0 4H22" className={classes.linea} data-serie={serie} />
    </svg>
  )
}

/** A title as the name of a file: `ganancia-por-dia`. */
const archivo = (titulo: string) =>
  titulo
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
