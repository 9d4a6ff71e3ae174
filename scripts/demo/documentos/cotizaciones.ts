import { contrato as comprasVentas } from '../../../src/areas/compras-ventas/contract.ts'
import {
  calcular,
  empezar,
  registroDe,
} from '../../../src/areas/compras-ventas/mostrador/calculo/calculo.ts'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { contrato as tipos } from '../../../src/areas/tipos-cambios/contract.ts'
import { contrato as transferencias } from '../../../src/areas/transferencias/contract.ts'
import { decimal, texto } from '../../../src/core/dinero/decimal.ts'
import type { Jornada } from '../jornadas.ts'
import { entrar, type Llamar } from '../llamada.ts'
import { declarando } from '../mostrador/declarar.ts'

type Registro = ReturnType<typeof registroDe>

/** A sale of dollars as the counter fills it in. */
export async function ventaDe(
  cajera: Llamar,
  cliente: Jornada['clientes'][number] | null | undefined,
  valor: string,
): Promise<Registro | null> {
  const opciones = await cajera(comprasVentas.opciones, {})
  const nuevo = { ...empezar(opciones, 'venta'), valor, cliente: cliente ?? null }
  const calculo = calcular(opciones, nuevo)
  return calculo.tasa ? registroDe(nuevo, calculo) : null
}

export const prometer = (cajera: Llamar, { historico_id, monto }: Registro, quien: object) =>
  cajera(tipos.cotizar, {
    body: { tipo: 'venta', historico_id, monto: monto ?? null, ...quien } as never,
  })

/** Moves the price of the dollar by some thousandths. */
export async function mover(j: Jornada, milesimos: string): Promise<void> {
  const admin = await entrar(j.app, 'admin')
  const dolar = (await admin(pares.listar, {})).find(
    ({ pais, divisa_base, divisa_cotizacion }) =>
      pais === 'pe' && divisa_base.iso === 'USD' && divisa_cotizacion.iso === 'PEN',
  )
  if (!dolar) return
  const { id, precision } = dolar
  const por = (price: string) => texto(decimal(price).plus(milesimos), precision)
  const body = {
    compra: por(dolar.compra),
    venta: por(dolar.venta),
    motivo: 'Movimiento del mercado',
  }
  await admin(pares.precio, { params: { id }, body })
}

/**
 * Promises and what becomes of them, minutes before now: six that nobody takes up and one to a voice on the telephone; a
 * price that was promised, moved, and was kept; a price that was lowered for one sale and put back; and prices that were
 * better than those in force.
 */
export function cotizacionesDeHoy(j: Jornada, cajera: Llamar, supervisora: Llamar) {
  const quien = (n: number) => j.clientes[n % j.clientes.length]
  const quienEs = (n: number) => ({ cliente_id: quien(n)?.id ?? 0 })
  let mantenida: Registro | null = null
  const vanas = async () => {
    for (let n = 0; n < 6; n += 1) {
      const venta = await ventaDe(cajera, quien(n), `${n + 2}0`)
      if (venta) await prometer(cajera, venta, quienEs(n))
    }
    const venta = await ventaDe(cajera, quien(0), '25')
    if (venta) await prometer(cajera, venta, { nota: 'Señor Julio, 987 654 321' })
  }
  const decir = async () => {
    mantenida = await ventaDe(cajera, quien(7), '40')
    if (mantenida) await prometer(cajera, mantenida, quienEs(7))
  }
  const cumplir = async () => {
    if (!mantenida) return
    const motivo = 'Se le había dicho ese precio'
    const body = { ...mantenida, mantener_tasa: true, confirmo_duplicado: true, motivo }
    await declarando((more) => cajera(comprasVentas.crear, { body: { ...body, ...more } }))
  }
  const aprovechar = async () => {
    const venta = await ventaDe(cajera, quien(8), '30')
    const motivo = 'Cliente de siempre'
    if (!venta) return
    const body = { ...venta, confirmo_duplicado: true, motivo }
    await declarando((more) => cajera(comprasVentas.crear, { body: { ...body, ...more } }))
  }
  // A better rate for a friend, within the cashier's range; and dollars of our own changed below the market.
  const mejorar = async () => {
    const venta = await ventaDe(cajera, quien(9), '50')
    if (!venta) return
    const tasa = texto(decimal(venta.tasa).minus('0.010'), 3)
    const soles = texto(decimal(tasa).times('50'), 2)
    const recibimos = venta.recibimos.map((pago) => ({ ...pago, monto: soles }))
    const body = {
      ...venta,
      tasa,
      recibimos,
      confirmo_duplicado: true,
      motivo: 'Trae a su familia',
    }
    await declarando((more) => cajera(comprasVentas.crear, { body: { ...body, ...more } }))
  }
  const convertir = async () => {
    const { cuentas } = await supervisora(transferencias.opciones, {})
    const de = (nombre: string) => cuentas.find((c) => c.nombre === nombre)?.id ?? 0
    const body = {
      tipo: 'conversion',
      origen_id: de('Binance USDT'),
      destino_id: de('BDV VES'),
    } as const
    const tasa = '200.50'
    const sums = { monto: '60.00', tasa, confirmacion: tasa, metodo_calculo: 'm' as const }
    await supervisora(transferencias.crear, {
      body: { ...body, ...sums, comision_origen: '1.00', referencia: 'CV-200500' },
    })
  }
  return [
    [59, vanas],
    // Between two orders: their clients are quoted one price.
    [38.5, decir],
    [38, () => mover(j, '0.006')],
    [37.5, cumplir],
    [37, () => mover(j, '-0.012')],
    [36.5, aprovechar],
    [35, () => mover(j, '0.006')],
    [25, mejorar],
    [21, convertir],
  ] as const
}
