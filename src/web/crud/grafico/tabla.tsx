import { formatFecha, formatFechaHora } from '../../../core/formato.ts'
import { Tabla } from '../lista/tabla.tsx'
import { TasaTexto } from '../valores.tsx'
import type { Punto } from './escala.ts'
import classes from './grafico.module.css'
import type { GraficoProps } from './grafico.tsx'

/** The numbers behind a chart, the newest first. */
export function GraficoTabla(props: GraficoProps & { puntos: readonly Punto[] }) {
  const { titulo, series, puntos, precision, porDia } = props
  return (
    <div className={classes.datos}>
      <Tabla<Punto>
        titulo={titulo}
        filas={puntos.toReversed()}
        id={({ desde }) => desde}
        columnas={[
          {
            clave: 'desde',
            titulo: porDia ? 'Día' : 'Desde',
            celda: ({ desde }) => (porDia ? formatFecha(desde) : formatFechaHora(desde)),
          },
          ...series.map((nombre, serie) => ({
            clave: nombre,
            titulo: nombre,
            alinear: 'right' as const,
            celda: ({ valores }: Punto) => (
              <TasaTexto tasa={valores[serie]} precision={precision} />
            ),
          })),
        ]}
      />
    </div>
  )
}
