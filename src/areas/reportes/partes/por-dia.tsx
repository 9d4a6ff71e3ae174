import { Grafico } from '../../../web/crud/grafico/grafico.tsx'
import { masDias } from '../rules.ts'

/** Lima's midnight. */
const midnight = (fecha: string) => `${fecha}T05:00:00.000Z`

interface Dia {
  fecha: string
  valores: readonly string[]
}

/** Every day from the first to the last: on one that is not there was nothing, or, where it stays, what was before. */
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

/** How the days went, where there is more than one. */
export function PorDia(props: {
  titulo: string
  series: readonly string[]
  dias: readonly Dia[]
  precision?: number
  /** A balance, which stays on days that move nothing. */
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
    />
  )
}
