import type { AnswerOf, CallOf, Endpoint } from '../../../core/contract.ts'
import { inicioDelDia } from '../../../core/zona.ts'
import { type Anterior, anterior, Grafico, type Rango } from '../../../web/crud/grafico/grafico.tsx'
import { masDias } from '../rules.ts'

interface Dia {
  fecha: string
  valores: readonly string[]
}

/**
 * Every day from first to last, or of `rango`. A day without a row is zero or, with `queda`, keeps the value of the day
 * before.
 */
function seguidos(
  dias: readonly Dia[],
  queda: boolean,
  rango?: Rango,
  cero: readonly string[] = [],
): Dia[] {
  const known = new Map(dias.map((dia) => [dia.fecha, dia]))
  const last = rango?.hasta ?? dias.at(-1)?.fecha ?? ''
  const first = (queda ? undefined : rango?.desde) ?? dias[0]?.fecha ?? '~'
  const all: Dia[] = []
  for (let fecha = first; fecha <= last; fecha = masDias(fecha, 1)) {
    const nada = (queda ? all.at(-1)?.valores : dias[0]?.valores.map(() => '0')) ?? cero
    all.push(known.get(fecha) ?? { fecha, valores: nada })
  }
  return all
}

const puntosDe = (dias: readonly Dia[]) =>
  dias.map(({ fecha, valores }) => ({ desde: inicioDelDia(fecha), valores }))

/**
 * The days of a report for other dates, with the filters of its page, to compare its chart with. A day without a row is
 * `cero`; without that, what the day before had.
 */
export function deOtrosDias<E extends Endpoint>(
  endpoint: E,
  filtrado: object,
  dias: (answer: AnswerOf<E>) => readonly Dia[],
  cero?: readonly string[],
): Anterior {
  return anterior(
    endpoint,
    (rango) => ({ query: { ...filtrado, periodo: 'rango', ...rango } }) as unknown as CallOf<E>,
    (answer, rango) => puntosDe(seguidos(dias(answer), !cero, rango, cero)),
  )
}

/** The figures by day as a chart, when there is more than one day. */
export function PorDia(props: {
  titulo: string
  series: readonly string[]
  dias: readonly Dia[]
  precision?: number
  /** The values are balances, which persist on days without movements. */
  queda?: boolean
  /** The same of other days. */
  antes: Anterior
  alExportar: () => Promise<unknown>
}) {
  const { titulo, series, dias, precision = 2, queda = false, antes, alExportar } = props
  if (dias.length < 2) return null
  const all = seguidos(dias, queda)
  return (
    <Grafico
      titulo={titulo}
      series={series}
      puntos={puntosDe(all)}
      precision={precision}
      hasta={inicioDelDia(masDias(all.at(-1)?.fecha ?? '', 1))}
      porDia
      desdeCero={!queda}
      anterior={antes}
      alExportar={alExportar}
    />
  )
}
