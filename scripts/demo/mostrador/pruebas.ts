import {
  contrato as comprasVentas,
  type Registro,
} from '../../../src/areas/compras-ventas/contract.ts'
import type { Opciones } from '../../../src/areas/compras-ventas/mostrador/calculo/tipos.ts'
import type { Conteo } from '../../../src/core/dinero/conteo.ts'
import { decimal, dividir, texto } from '../../../src/core/dinero/decimal.ts'
import { formatFechaHora, formatMonto } from '../../../src/core/formato.ts'
import type { Azar } from '../azar.ts'
import { dibujarComprobante } from '../documentos/comprobante.ts'
import type { Llamar } from '../llamada.ts'

type Pago = Registro['recibimos'][number]

const MORADO = [116, 35, 132] as const
/** The colour of a bank's vouchers. */
export const AZUL = [0, 42, 141] as const

/** Adds proofs to the payments of an operation: screenshots of Yape and of some transfers, and some cash counts. */
export async function conPruebas(
  cajera: Llamar,
  opciones: Opciones,
  body: Registro,
  dice: Azar,
  momento: string,
): Promise<Registro> {
  const prove = async (pago: Pago): Promise<Pago> => {
    const way = opciones.tipos_pago.find(({ id }) => id === pago.tipo_pago_id)
    const account = opciones.cuentas.find(({ id }) => id === pago.cuenta_id)
    if (!way || !account) return pago
    if (way.efectivo)
      return {
        ...pago,
        ...(dice.hasta(100) < 25 && contado(opciones, account.moneda_id, pago.monto)),
      }
    const wallet = way.nombre === 'Yape'
    if (!wallet && dice.hasta(100) < 60) return pago
    const lines = ['Cambios Andino Demo', formatFechaHora(momento), String(pago.referencia ?? '')]
    const amount = formatMonto(pago.monto, opciones.funcional)
    const picture = dibujarComprobante(
      wallet ? 'Yape' : 'BCP',
      amount,
      lines,
      wallet ? MORADO : AZUL,
    )
    const { id } = await cajera(comprasVentas.subirComprobante, {
      query: { nombre: `${wallet ? 'yape' : 'transferencia'}-${pago.referencia}.png` },
      body: picture,
    })
    return { ...pago, comprobante_id: id }
  }
  const recibimos: Pago[] = []
  for (const pago of body.recibimos) recibimos.push(await prove(pago))
  const entregamos: Pago[] = []
  for (const pago of body.entregamos) entregamos.push(await prove(pago))
  return { ...body, recibimos, entregamos }
}

/** Breaks an amount down into as few notes and coins as possible; null when they cannot make it. */
function contado(
  opciones: Opciones,
  moneda_id: number,
  monto: string,
): Pick<Pago, 'denominaciones'> {
  let rest = decimal(monto)
  const denominaciones: Conteo[] = []
  for (const { moneda_id: of, clase, valor } of opciones.denominaciones) {
    if (of !== moneda_id) continue
    const cantidad = Number(texto(dividir(rest, decimal(valor), 0, 'abajo'), 0))
    if (cantidad === 0) continue
    denominaciones.push({ clase, valor, cantidad })
    rest = rest.minus(decimal(valor).times(cantidad))
  }
  return rest.eq(0) ? { denominaciones } : {}
}
