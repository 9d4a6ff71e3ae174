import { expect, test } from 'vitest'
import { vencer } from '../../../src/areas/ordenes/vencimiento.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa } from '../casa.ts'

/* An order whose quote ends while its page is open, by the server's clock and not by the browser's. */

let ahora = AHORA
const casa = await abrirCasa({ reloj: () => ahora })

test('15: once the quote has ended, an open order no longer offers an action that the server refuses', async () => {
  const [orden] = await comoDueno<{ id: string; vence: Date }>(
    casa.datos,
    `SELECT id, vence_en AS vence FROM ordenes o WHERE estado = 'pendiente' AND vence_en > $1
       AND EXISTS (SELECT FROM ordenes_cobros g WHERE g.orden_id = o.id AND g.estado = 'por_verificar')`,
    [AHORA],
  )
  const page = await casa.dentro('cajera')
  await page.goto(`/ordenes/detalle/${orden?.id}`)
  const verificar = page.getByRole('button', { name: /^Verificar/ })
  const recotizar = page.getByRole('button', { name: 'Recotizar' })
  await verificar.first().waitFor()
  await recotizar.waitFor()
  ahora = new Date(Number(orden?.vence)).toISOString()
  // The job that the program runs every few seconds.
  expect(await vencer(casa.app.db)).toBeGreaterThan(0)
  await expect.poll(() => verificar.count()).toBe(0)
  expect(await recotizar.count()).toBe(1)
  expect(casa.errores).toEqual([])
})
