import type { Registro } from '../../../src/areas/transferencias/contract/registro.ts'
import { contrato } from '../../../src/areas/transferencias/contract.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'
import { cuenta, montarCasa, PEN, USD, USDT, VES } from './casa.ts'

const enviar = (quien: Client, body: Registro) => quien.call(contrato.crear, { body })

/**
 * The small house with accounts for transfers: USDT 12,500 at 3.55, VES 800,000 with a cost of S/ 14,400.00, a vault,
 * and the tills of a second cashier. USDT/VES is quoted at 205.10–207.40.
 */
export async function montarTesoreria(app: TestApp) {
  const casa = await montarCasa(app)
  const { adm } = casa
  /** The cashier responsible for `otraPen` and `otraUsd`. */
  const caj = await app.signedIn('caj')
  const mas = {
    usdt: await cuenta(app, adm, 'Binance USDT', USDT, '12500.00', '44375.00', 'banco'),
    ves: await cuenta(app, adm, 'Banesco VES', VES, '800000.00', '14400.00', 'banco'),
    otraPen: await cuenta(app, caj, 'Caja 2 soles', PEN, '5000.00'),
    otraUsd: await cuenta(app, caj, 'Caja 2 dólares', USD, '0'),
    boveda: await cuenta(app, adm, 'Bóveda soles', PEN, '30000.00'),
  }
  const dueno = (text: string, values: unknown[] = []) => comoDueno(app.url, text, values)
  await dueno(
    `INSERT INTO pares_divisas (pais, base_id, cotizacion_id, compra, venta, precision) VALUES
     ('usd', ${USDT}, ${VES}, 205.10, 207.40, 2), ('usd', ${USD}, ${VES}, 198.50, 202.00, 2)`,
  )
  /** Ten soles between two accounts of one user: completed at once. */
  const diez = (more: Partial<Registro> = {}): Registro => ({
    tipo: 'interna',
    origen_id: casa.cuentas.cajaPen,
    destino_id: mas.boveda,
    monto: '10.00',
    ...more,
  })
  let n = 0
  return {
    ...casa,
    app,
    caj,
    mas,
    dueno,
    diez,
    /** Ten soles to the other cashier: in transit until counted. */
    envio: (more: Partial<Registro> = {}) => diez({ destino_id: mas.otraPen, ...more }),
    usdt: (more: Partial<Registro> = {}): Registro => ({
      tipo: 'conversion',
      origen_id: mas.usdt,
      destino_id: mas.ves,
      monto: '100.00',
      tasa: '206.00',
      ...more,
    }),
    tercero: (more: Partial<Registro> = {}): Registro => ({
      tipo: 'tercero',
      origen_id: casa.cuentas.bcpPen,
      monto: '10.00',
      concepto: 'proveedor',
      tercero: 'Imprenta Lima',
      ...more,
    }),
    anular: (id: number, quien = adm) =>
      quien.call(contrato.anular, { params: { id }, body: { motivo: 'Error de digitación' } }),
    recibir: (id: number, contado: string, quien = caj) =>
      quien.call(contrato.recibir, { params: { id }, body: { contado } }),
    transferir: (body: Partial<Registro> & Pick<Registro, 'tipo' | 'origen_id'>, quien = adm) => {
      n += 1
      return enviar(quien, { referencia: `OP-${n}`, confirmo_duplicado: true, ...body })
    },
  }
}
