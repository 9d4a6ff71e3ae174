import type { App } from '../../../src/main.app.ts'
import { type FALTAS, faltar } from './excepciones.ts'

/** How many working days before today, at what hour of it, and what happens then. */
type Cita = readonly [diasAntes: number, hora: string, falta: keyof typeof FALTAS]

/**
 * One exception of each kind, over some weeks and at all hours, as in a house that works. On today the hour is that of a
 * day that ends at six: it is now then.
 */
const CITAS: readonly Cita[] = [
  [20, '09:20', 'aflojar'],
  [17, '11:05', 'permitirMas'],
  [15, '16:40', 'darPermiso'],
  [13, '10:15', 'callar'],
  [11, '12:35', 'saltar'],
  [9, '09:50', 'quitarPep'],
  [8, '15:25', 'pagarATercero'],
  [6, '17:10', 'arquear'],
  [5, '11:40', 'repetir'],
  [4, '10:30', 'cobrarMenos'],
  [3, '16:05', 'anular'],
  [2, '09:35', 'darLaHora'],
  [1, '14:50', 'cargar'],
  [0, '15:52', 'reabrir'],
  [0, '16:04', 'reemplazarPapel'],
  [0, '16:19', 'copiar'],
  // After the prices of the day (hoy.ts), so that the sum is one that notes and coins make.
  [0, '17:03', 'venderBajoCosto'],
  [0, '17:04', 'anularVendida'],
]

/** When the counters of a day close, and how many minutes lie between two steps that come on one day for want of others. */
const CIERRA = '18:00'
const SEGUIDAS = 6

interface Dia {
  app: App
  hoy: boolean
  /** Working days from this one to the last one. */
  faltan: number
  /** Whether it is the first one of a new demo. */
  estreno: boolean
}

/** How many minutes before the counters close an hour of a past day is. */
export const antesDeCerrar = (hora: string): number => minutos(CIERRA) - minutos(hora)

const minutos = (hora: string) => Number(hora.slice(0, 2)) * 60 + Number(hora.slice(3))

/**
 * The exceptions of a working day, each with how many minutes before its end it comes. What belongs to days before the
 * first one of a new demo comes on that one.
 */
export function pasosDeExcepciones({ app, hoy, faltan, estreno }: Dia) {
  const suyas = CITAS.filter(([antes]) => antes === faltan || (estreno && antes > faltan))
  return suyas.map(([antes, hora, cual], i) => {
    const apretada = hoy && antes > 0
    const minutes = apretada ? (suyas.length - i) * SEGUIDAS : antesDeCerrar(hora)
    return [minutes, () => faltar(app, cual)] as const
  })
}
