import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import type { Borrador } from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'
import type { App } from '../../../src/main.app.ts'
import { fechaDe } from '../documentos/cierres.ts'
import { confirmar } from '../documentos/pendientes.ts'
import { entrar, tolerant } from '../llamada.ts'
import { porBanco } from './banco.ts'
import { declarando } from './declarar.ts'

const DAY = 86_400_000

type Cliente = NonNullable<Borrador['cliente']>

interface Dia {
  app: App
  clientes: readonly Cliente[]
  justos: readonly Cliente[]
  /** True for today. */
  hoy: boolean
  plena: boolean
  /** Working days before this one. */
  trabajados: number
  /** First minute of the day in Lima, as an instant. */
  dia: number
  semilla: number
  reloj: (instant: number) => void
  /** The counters serve until then. */
  hasta: number
}

type Grande = readonly [
  tipo: 'compra' | 'venta',
  cliente: string,
  dolares: string,
  quien?: 'cajero',
]

/** One just under the amount from which an operation is in the register, and one just over it. */
const UNICAS: readonly Grande[] = [
  ['compra', 'Colmenares', '10200.00'],
  ['venta', 'Zegarra', '9800.00'],
]

/**
 * One just under and one just over what two persons must confirm, and what an operation of the second cashier may be
 * worth: for the larger one his client goes to the first.
 */
const DE_DOS: readonly Grande[] = [
  ['compra', 'Salazar', '980.00'],
  ['venta', 'Aguirre', '1020.00'],
  ['compra', 'Espinoza', '2940.00', 'cajero'],
  ['venta', 'Espinoza', '3060.00'],
]

/** Buys and sells as much: an importer, and a travel agency. */
const deVarias = (importaciones: string, viajes: string): Grande[] => [
  ['compra', 'Importaciones', importaciones],
  ['venta', 'Importaciones', importaciones],
  ['compra', 'Viajes', viajes],
  ['venta', 'Viajes', viajes],
]

/**
 * Who comes only on these days in a row of a month, and moves just less or just more than the amount from which the house
 * identifies him, asks where his money is from, and puts all that he did into its register.
 */
const MENSUALES: readonly (readonly Grande[])[] = [
  [
    ['compra', 'Ocampo', '196.00'],
    ['venta', 'Villar', '204.00'],
    ...deVarias('9800.00', '8900.00'),
  ],
  [
    ['compra', 'Bravo', '4900.00'],
    ['venta', 'Tapia', '5100.00'],
    ...deVarias('9400.00', '8100.00'),
  ],
  [...DE_DOS, ...deVarias('6300.00', '7500.00')],
]

/** Of the working days, every how many the first of them come (a fortnight), and on which. */
const CADA = 12
const CUAL = 1
const QUINCENA = 14
/** From one of them to the next. */
const ENTRE = 5 * 60_000
/** How many minutes before now those of today come. */
const HACE = [51, 29]

/** The day that is so many working days after or before another one: the house is closed on Sundays. */
function laborable(dia: number, pasos: number): number {
  let day = dia
  for (let left = Math.abs(pasos); left > 0; ) {
    day += Math.sign(pasos) * DAY
    if (new Date(day).getUTCDay() !== 0) left -= 1
  }
  return day
}

/** Those who come for a whole month on this day: once in each, and never so that the month ends between their days. */
export function mensuales({ dia, trabajados }: Pick<Dia, 'dia' | 'trabajados'>): readonly Grande[] {
  const n = (trabajados % CADA) - CUAL
  const first = fechaDe(laborable(dia, -n))
  const last = fechaDe(laborable(dia, MENSUALES.length - 1 - n))
  // Who came a fortnight ago in the same month came already.
  const again = trabajados - n > CUAL && Number(first.slice(-2)) > QUINCENA
  return again || first.slice(0, 7) !== last.slice(0, 7) ? [] : (MENSUALES[n] ?? [])
}

/**
 * The operations of a past day near to the amounts from which a house asks for more: from bank to bank, about as much
 * bought as sold, so that what the house has stays what it was.
 */
export async function operarGrandes(j: Dia): Promise<void> {
  if (!j.plena || j.hoy) return
  const some = [...(j.trabajados % CADA === CUAL ? UNICAS : []), ...mensuales(j)]
  for (const [turn, grande] of some.entries()) {
    j.reloj(j.hasta - (some.length - turn) * ENTRE)
    await tolerant(() => operar(j, grande, turn))
  }
}

/** What goes into the register today: each with the minutes before now at which it comes, and is confirmed. */
export const pasosDeUnicas = (j: Dia) =>
  UNICAS.map(
    (grande, turn) =>
      [
        HACE[turn] ?? 0,
        async () =>
          confirmar(await entrar(j.app, 'supervisora'), (await operar(j, grande, turn)).id),
      ] as const,
  )

/** Buys or sells dollars from bank to bank. */
async function operar(
  j: Dia,
  [tipo, apellido, valor, quien]: Grande,
  turn: number,
): Promise<{ id: number }> {
  const cajera = await entrar(j.app, quien ?? 'cajera')
  const opciones = await cajera(comprasVentas.opciones, {})
  const known = [...j.clientes, ...j.justos]
  const cliente = known.find(({ nombre }) => nombre.includes(apellido)) ?? null
  const nuevo = { ...empezar(opciones, tipo), valor, cliente }
  const borrador = porBanco(opciones, nuevo, (line) => `OP-9${Math.floor(j.semilla)}${turn}${line}`)
  const body = registroDe(borrador, calcular(opciones, borrador))
  const nueva = { ...body, confirmo_duplicado: true }
  return declarando((more) => cajera(comprasVentas.crear, { body: { ...nueva, ...more } }))
}
