import { formatFecha, formatFechaHora } from '../../../core/formato.ts'
import { type Columna, Tabla } from '../lista/tabla.tsx'
import { TasaTexto } from '../valores.tsx'
import classes from './grafico.module.css'
import type { GraficoProps } from './grafico.tsx'
import type { Fila } from './tramo.ts'

/** The columns of a chart: its moment and its series, and with `comparado` the same of the days beside it. */
export function columnasDe(props: GraficoProps, comparado: boolean): Columna<Fila>[] {
  const { series, precision, porDia } = props
  const cuando = (text: string) => (porDia ? formatFecha(text) : formatFechaHora(text))
  const figures = (
    title: (nombre: string) => string,
    of: (fila: Fila, serie: number) => string | null | undefined,
  ) =>
    series.map((nombre, serie) => ({
      clave: title(nombre),
      titulo: title(nombre),
      alinear: 'right' as const,
      celda: (fila: Fila) => <TasaTexto tasa={of(fila, serie)} precision={precision} />,
      numero: (fila: Fila) => of(fila, serie) ?? null,
    }))
  const moment = (clave: string, titulo: string, of: (fila: Fila) => string | undefined) => {
    const text = (fila: Fila) => {
      const at = of(fila)
      return at ? cuando(at) : null
    }
    return { clave, titulo, celda: text, texto: text }
  }
  return [
    moment('desde', porDia ? 'Día' : 'Desde', ({ desde }) => desde),
    ...figures(
      (nombre) => nombre,
      ({ valores }, serie) => valores[serie],
    ),
    ...(comparado
      ? [
          moment('antes', 'Comparado con', ({ antes }) => antes?.desde),
          ...figures(
            (nombre) => `${nombre}, antes`,
            ({ antes }, serie) => antes?.valores[serie],
          ),
        ]
      : []),
  ]
}

/** The numbers behind a chart, the newest first. */
export function GraficoTabla(props: GraficoProps & { filas: readonly Fila[]; comparado: boolean }) {
  const { titulo, filas, comparado } = props
  return (
    <div className={classes.datos}>
      <Tabla<Fila>
        titulo={titulo}
        filas={filas.toReversed()}
        id={({ desde }) => desde}
        columnas={columnasDe(props, comparado)}
      />
    </div>
  )
}
