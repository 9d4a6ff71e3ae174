import { PAGINAS } from '../../core/escpos/paginas.ts'
import { ANCHOS, type Ancho, type Papel } from '../../core/escpos/ticket.ts'

/** How this machine reaches its receipt printer, where the browser's dialog is not to do it. */
export const VIAS = { serie: 'Puerto serie', usb: 'USB' } as const
export type Via = keyof typeof VIAS

export const VELOCIDADES = [9600, 19_200, 38_400, 57_600, 115_200] as const

/** The receipt printer of this machine. It is kept in the browser, for whoever works here. */
export interface Puesto extends Papel {
  via: Via
  /** Maker and product, as the device says; null for one that does not. */
  aparato: { fabricante: number; producto: number } | null
  velocidad: (typeof VELOCIDADES)[number]
  /** The cash drawer hangs on it. */
  cajon: boolean
  /** It answered when it was asked how it is, so that from then on its silence means that it is off. */
  contesta: boolean
}

const PLACE = 'puesto:impresora'

/** Whether tickets of this machine go to a receipt printer. */
export const hayTicketera = (): boolean => localStorage.getItem(PLACE) !== null

/** The receipt printer of this machine; null without one, or when what is kept is not of this version. */
export function leerPuesto(): Puesto | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? 'null')
    return esPuesto(kept) ? kept : null
  } catch {
    return null
  }
}

export function guardarPuesto(puesto: Puesto | null): void {
  if (puesto) localStorage.setItem(PLACE, JSON.stringify(puesto))
  else localStorage.removeItem(PLACE)
}

function esPuesto(kept: unknown): kept is Puesto {
  if (typeof kept !== 'object' || kept === null) return false
  const p = kept as Record<keyof Puesto, unknown>
  return (
    has(VIAS, p.via) &&
    has(PAGINAS, p.pagina) &&
    has(ANCHOS, p.ancho) &&
    (VELOCIDADES as readonly unknown[]).includes(p.velocidad) &&
    [p.cajon, p.contesta].every((one) => typeof one === 'boolean') &&
    typeof p.aparato === 'object'
  )
}

const has = (words: object, key: unknown): boolean =>
  (typeof key === 'string' || typeof key === 'number') && Object.hasOwn(words, key)

/** What is chosen for a printer that nothing is known of. */
export const NUEVO: Omit<Puesto, 'via' | 'aparato'> = {
  ancho: 80 satisfies Ancho,
  pagina: 'pc858',
  velocidad: 9600,
  cajon: false,
  contesta: false,
}
