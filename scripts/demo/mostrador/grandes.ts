import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import type { Borrador } from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'
import type { App } from '../../../src/main.app.ts'
import { fechaDe } from '../documentos/cierres.ts'
import { entrar, tolerant } from '../llamada.ts'
import { porBanco } from './banco.ts'
import { declarando } from './declarar.ts'

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

/**
 * Who comes on one day of a month only, and moves just less or just more than the amount from which the house identifies
 * him, asks where his money is from, and puts all that he did into its register.
 */
const MENSUALES: readonly Grande[] = [
  ['compra', 'Ocampo', '196.00'],
  ['venta', 'Villar', '204.00'],
  ['compra', 'Bravo', '4900.00'],
  ['venta', 'Tapia', '5100.00'],
  ...['9800.00', '9400.00', '6300.00'].flatMap((dolares): Grande[] => [
    ['compra', 'Importaciones', dolares],
    ['venta', 'Importaciones', dolares],
  ]),
  ...['8900.00', '8100.00', '7500.00'].flatMap((dolares): Grande[] => [
    ['compra', 'Viajes', dolares],
    ['venta', 'Viajes', dolares],
  ]),
]

/** Of the working days, every how many they come (a fortnight), and on which. */
const CADA = 12
const CUAL = 1
const QUINCENA = 14

/**
 * The operations near to the amounts from which a house asks for more: from bank to bank, about as much bought as sold,
 * so that what the house has stays what it was.
 */
export async function operarGrandes(j: Dia): Promise<void> {
  const { app, hoy, plena, trabajados } = j
  if (!plena) return
  // Once in a calendar month: who came a fortnight ago in the same one came already.
  const again = trabajados > CUAL && Number(fechaDe(j.dia).slice(-2)) > QUINCENA
  const comes = !hoy && trabajados % CADA === CUAL
  const some = [
    ...(hoy || comes ? UNICAS : []),
    ...(comes ? DE_DOS : []),
    ...(comes && !again ? MENSUALES : []),
  ]
  for (const [turn, [tipo, apellido, valor, quien = 'cajera']] of some.entries()) {
    const cajera = await entrar(app, quien)
    await tolerant(async () => {
      const opciones = await cajera(comprasVentas.opciones, {})
      const known = [...j.clientes, ...j.justos]
      const cliente = known.find(({ nombre }) => nombre.includes(apellido)) ?? null
      const nuevo = { ...empezar(opciones, tipo), valor, cliente }
      const borrador = porBanco(
        opciones,
        nuevo,
        (line) => `OP-9${Math.floor(j.semilla)}${turn}${line}`,
      )
      const body = registroDe(borrador, calcular(opciones, borrador))
      const nueva = { ...body, confirmo_duplicado: true }
      await declarando((more) => cajera(comprasVentas.crear, { body: { ...nueva, ...more } }))
    })
  }
}
