import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import type { App } from '../../../src/main.app.ts'
import { entrar, tolerant } from '../llamada.ts'
import { fechaDe } from './cierres.ts'

interface Dia {
  app: App
  clientes: readonly { id: number; nombre: string }[]
  /** True for today. */
  hoy: boolean
  plena: boolean
  /** Working days before this one. */
  trabajados: number
  /** First minute of the day in Lima, as an instant. */
  dia: number
  semilla: number
}

type Grande = readonly [tipo: 'compra' | 'venta', cliente: string, dolares: string]

/** One just under the amount from which an operation is in the register, and one just over it. */
const UNICAS: readonly Grande[] = [
  ['compra', 'Zegarra', '9950.00'],
  ['venta', 'Colmenares', '10200.00'],
]

/**
 * Two who come many times on one day of a month: with what else they do in it, one ends over the amount of a month and
 * the other under it.
 */
const MULTIPLES: readonly Grande[] = [
  ...['9800.00', '9400.00', '6300.00'].flatMap((dolares): Grande[] => [
    ['compra', 'Importaciones', dolares],
    ['venta', 'Importaciones', dolares],
  ]),
  ...['8200.00', '7200.00', '5600.00'].flatMap((dolares): Grande[] => [
    ['compra', 'Viajes', dolares],
    ['venta', 'Viajes', dolares],
  ]),
]

/** Of the working days, every how many they come (a fortnight), and on which. */
const CADA = 12
const CUAL = 1
const QUINCENA = 14

const DECLARACION = { origen: 'Giro del negocio', destino: 'Pago a proveedores del exterior' }

/**
 * The operations that a house must put into its register: by clients with complete papers, from bank to bank, as much
 * bought as sold, so that what the house has stays what it was.
 */
export async function operarGrandes(j: Dia): Promise<void> {
  const { app, clientes, hoy, plena, trabajados } = j
  if (!plena) return
  // Once in a calendar month: who came a fortnight ago in the same one came already.
  const again = trabajados > CUAL && Number(fechaDe(j.dia).slice(-2)) > QUINCENA
  const comes = !hoy && trabajados % CADA === CUAL
  const some = [...(hoy || comes ? UNICAS : []), ...(comes && !again ? MULTIPLES : [])]
  const cajera = await entrar(app, 'cajera')
  for (const [turn, [tipo, apellido, valor]] of some.entries()) {
    await tolerant(async () => {
      const opciones = await cajera(comprasVentas.opciones, {})
      const cliente = clientes.find(({ nombre }) => nombre.includes(apellido)) ?? null
      const nuevo = { ...empezar(opciones, tipo), valor, cliente }
      const forma = opciones.tipos_pago.find(({ nombre }) => nombre === 'Transferencia mismo banco')
      const lineas = nuevo.lineas.map((line, n) => {
        const nombre = line.parte === 'divisa' ? 'BCP Dólares' : 'BCP Soles'
        const cuenta = opciones.cuentas.find((each) => each.nombre === nombre)
        return {
          ...line,
          ...{ tipo_pago_id: forma?.id ?? 0, cuenta_id: cuenta?.id ?? 0 },
          referencia: `OP-9${Math.floor(j.semilla)}${turn}${n}`,
        }
      })
      const borrador = { ...nuevo, lineas }
      const body = registroDe(borrador, calcular(opciones, borrador))
      await cajera(comprasVentas.crear, {
        body: { ...body, declaracion: DECLARACION, confirmo_duplicado: true },
      })
    })
  }
}
