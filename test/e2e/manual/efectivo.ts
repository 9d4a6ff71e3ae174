import { sql } from 'kysely'
import { decimal } from '../../../src/core/dinero/decimal.ts'
import type { Casa } from '../casa.ts'

/** The cashier's cash by the books, less `falta` by ISO code, as a number of pieces for each denomination. */
export async function efectivo(casa: Casa, falta: Record<string, string> = {}) {
  const { rows } = await sql<{ iso: string; saldo: string; billetes: string; metalicas: string }>`
    SELECT m.iso, k.saldo::text AS saldo, m.billetes, m.metalicas FROM cuentas c
    JOIN cuentas_contables k ON k.id = c.id JOIN monedas m ON m.id = c.moneda_id
    JOIN usuarios u ON u.id = c.responsable_id WHERE u.usuario = 'cajera' ORDER BY m.funcional DESC, m.id, c.id`.execute(
    casa.app.db,
  )
  return rows.flatMap(({ iso, saldo, billetes, metalicas }) => {
    let rest = decimal(saldo).minus(falta[iso] ?? '0')
    return `${billetes ?? ''} ${metalicas ?? ''}`
      .split(' ')
      .filter(Boolean)
      .map((valor) => {
        const n = rest.div(valor).round(0, 0)
        rest = rest.minus(n.times(valor))
        return n.toString()
      })
  })
}
