import { diaDe } from '../../../../core/zona.ts'

/** Spans of days that move with time, by the word under which a kept view has them. */
export const TRAMOS = {
  hoy: 'Hoy',
  ayer: 'Ayer',
  semana: 'Esta semana',
  mes: 'Este mes',
  'mes-pasado': 'Mes pasado',
} as const
export type Tramo = keyof typeof TRAMOS

interface Dias {
  desde: string
  hasta: string
}

/** Today at the counter. */
export const hoy = (): string => diaDe(Date.now())

/** A day some days later; days are counted in UTC, where none is skipped. */
export function masDias(dia: string, days: number): string {
  const date = new Date(`${dia}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The day of the week, from 0 for Monday. */
export const diaSemana = (dia: string): number => (new Date(`${dia}T00:00:00Z`).getUTCDay() + 6) % 7

/** The days of a span, as they are today. A week begins on Monday. */
export function diasDe(tramo: Tramo, dia = hoy()): Dias {
  const first = `${dia.slice(0, 8)}01`
  switch (tramo) {
    case 'hoy':
      return { desde: dia, hasta: dia }
    case 'ayer':
      return { desde: masDias(dia, -1), hasta: masDias(dia, -1) }
    case 'semana':
      return { desde: masDias(dia, -diaSemana(dia)), hasta: dia }
    case 'mes':
      return { desde: first, hasta: dia }
    case 'mes-pasado': {
      const last = masDias(first, -1)
      return { desde: `${last.slice(0, 8)}01`, hasta: last }
    }
  }
}

/** The span that these days are today; undefined when they are days of their own. */
export function tramoDe(
  { desde, hasta }: { desde?: string | undefined; hasta?: string | undefined },
  dia = hoy(),
): Tramo | undefined {
  return (Object.keys(TRAMOS) as Tramo[]).find((tramo) => {
    const days = diasDe(tramo, dia)
    return days.desde === desde && days.hasta === hasta
  })
}
