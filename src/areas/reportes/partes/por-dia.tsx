import { Grafico } from '../../../web/crud/grafico/grafico.tsx'
import { masDias } from '../rules.ts'

/** Midnight in Lima, in UTC; written out, because the first bytes of a report are counted. */
const midnight = (fecha: string) => `${fecha}T05:00:00.000Z`

interface Dia {
  fecha: string
  valores: readonly string[]
}

/** Every day from first to last. A day without a row is zero or, with `queda`, keeps the value of the day before. */
function seguidos(dias: readonly Dia[], queda: boolean): Dia[] {
  const known = new Map(dias.map((dia) => [dia.fecha, dia]))
  const last = dias.at(-1)?.fecha ?? ''
  const all: Dia[] = []
  for (let fecha = dias[0]?.fecha ?? '~'; fecha <= last; fecha = masDias(fecha, 1)) {
    const nada = (queda ? all.at(-1)?.valores : dias[0]?.valores.map(() => '0')) ?? []
    all.push(known.get(fecha) ?? { fecha, valores: nada })
  }
  return all
}

/** The figures by day as a chart, when there is more than one day. */
export function PorDia(props: {
  titulo: string
  series: readonly string[]
  dias: readonly Dia[]
  precision?: number
  /** The values are balances, which persist on days without movements. */
  queda?: boolean
}) {
  const { titulo, series, dias, precision = 2, queda = false } = props
  if (dias.length < 2) return null
  const all = seguidos(dias, queda)
  return (
    <Grafico
      titulo={titulo}
      series={series}
      puntos={all.map(({ fecha, valores }) => ({ desde: midnight(fecha), valores }))}
      precision={precision}
      hasta={midnight(masDias(all.at(-1)?.fecha ?? '', 1))}
      porDia
      desdeCero={!queda}
    />
  )
}
