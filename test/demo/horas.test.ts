import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '../../src/main.app.ts'
import { alas, expectAlive, expectSound, hoy } from '../support/demo/hoy.ts'
import { createDatabase } from '../support/servidor/database.ts'

/* The whole demo at its first start, on any weekday and at any hour: what a visitor is to find is there. */

/** Somebody has worked with it for this long. */
const DESPUES = '90 minutes'

/** What today has besides what every demo has (`hoy`), at the app's clock. */
const ademas = async ({ db }: App) =>
  (
    await sql<{ tarde: number; cajas: string[]; minuto: number; siguen: number }>`
      SELECT (SELECT count(*)::int FROM ordenes WHERE estado = 'pendiente'
                AND vence_en > ahora() + ${DESPUES}::interval) AS tarde,
        ARRAY(SELECT u.usuario || ' ' || t.estado FROM turnos t JOIN usuarios u ON u.id = t.usuario_id
          WHERE t.fecha_negocio = fecha_negocio(ahora()) ORDER BY 1) AS cajas,
        (SELECT max(n)::int FROM (SELECT count(*) AS n FROM excepciones
          WHERE fecha > (SELECT min(fecha) FROM excepciones) + interval '1 hour'
          GROUP BY date_trunc('minute', fecha)) x) AS minuto,
        (SELECT count(*)::int FROM ordenes WHERE estado IN ('pagada', 'en_proceso')
          AND pagada_en + make_interval(mins => ajuste('orden_sla_minutos')::int) < ahora()) AS siguen`.execute(
      db,
    )
  ).rows[0]

test.each([
  ['Sunday at dawn', '2025-11-23T10:00:00.000Z'],
  ['Monday soon after midnight', '2025-11-24T06:30:00.000Z'],
])('on a %s it has all that a visitor looks for', async (_, instant) => {
  const { url, drop } = await createDatabase()
  try {
    await alas(
      instant,
      async (app) => {
        expectAlive({ ...(await hoy(app)), turnos: 1 })
        const found = await ademas(app)
        expect(found?.cajas).toEqual(['arequipa abierto', 'cajera abierto', 'cajero cerrado'])
        // Who pays from abroad has the day for it: the first column of the board is not empty after an hour of work.
        expect(found?.tarde).toBeGreaterThanOrEqual(3)
        expect(found?.siguen).toBe(0)
        expect(found?.minuto).toBeLessThanOrEqual(8)
        await expectSound(app)
      },
      url,
      { plena: true },
    )
  } finally {
    await drop()
  }
})
