import { contrato } from '../../src/areas/transferencias/contract.ts'
import type { Registro } from '../../src/areas/transferencias/contract-registro.ts'
import type { Client, TestApp } from './app.ts'
import { type Casa, cuenta, montarCasa, PEN, USD, USDT, VES } from './casa.ts'
import { comoDueno } from './dueno.ts'

export interface Tesoreria extends Casa {
  app: TestApp
  /** The cashier of `otraPen` and `otraUsd`. */
  caj: Client
  mas: { usdt: number; ves: number; otraPen: number; otraUsd: number; boveda: number }
  dueno: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  transferir: (
    body: Partial<Registro> & Pick<Registro, 'tipo' | 'origen_id'>,
    quien?: Client,
  ) => ReturnType<typeof enviar>
}

const enviar = (quien: Client, body: Registro) => quien.call(contrato.crear, { body })

/**
 * The small house with what its treasury moves: USDT 12,500 at 3.55, VES 800,000 that cost 14,400.00, a vault, and the
 * tills of a second cashier. USDT/VES stands at 205.10–207.40.
 */
export async function montarTesoreria(app: TestApp): Promise<Tesoreria> {
  const casa = await montarCasa(app)
  const { adm } = casa
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
  let n = 0
  return {
    ...casa,
    app,
    caj,
    mas,
    dueno,
    transferir: (body, quien = adm) => {
      n += 1
      return enviar(quien, { referencia: `OP-${n}`, confirmo_duplicado: true, ...body })
    },
  }
}
