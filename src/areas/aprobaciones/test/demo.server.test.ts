import { expect, test } from 'vitest'
import { loadDemo } from '../../../../scripts/demo/load.ts'
import { createEmptyDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { migrate } from '../../../server/db/migrate.ts'

test('in the demo, as a new house with open tills, another person can answer each pending request', async () => {
  const database = await createEmptyDatabase()
  try {
    await migrate(database.url)
    // Every expense of the demo needs approval; a few days of data are enough, a month would only be slower.
    await comoDueno(
      database.url,
      "UPDATE ajustes SET valor = '1' WHERE clave = 'gasto_aprobacion_funcional'",
    )
    await loadDemo(database.url, { ahora: '2025-11-20T20:00:00.000Z', dias: 1 })
    const waiting = await comoDueno<{ numero: string; aprueban: string[] }>(
      database.url,
      `SELECT numero, aprobaciones_por('gastos:aprobar', solicitado_por, gastos_juicio(g)) AS aprueban
         FROM gastos g WHERE estado = 'pendiente' AND confirmado
       UNION ALL
       SELECT numero, aprobaciones_por('cuentas:aprobar-ajuste', solicitado_por, ajustes_saldo_juicio(moneda_id, importe, valor))
         FROM ajustes_saldo WHERE estado = 'pendiente'`,
    )
    expect(waiting.length).toBeGreaterThan(1)
    // The administrator is the one that the demo creates at start.
    expect(waiting.filter(({ aprueban }) => !aprueban.includes('Ada Ramos'))).toEqual([])
    const [casa] = await comoDueno<{ exige: boolean; operaciones: number }>(
      database.url,
      `SELECT ajuste('exigir_turno')::boolean AS exige, count(*)::int AS operaciones FROM compras_ventas`,
    )
    expect(casa?.exige).toBe(true)
    expect(casa?.operaciones).toBeGreaterThan(15)
  } finally {
    await database.drop()
  }
})
