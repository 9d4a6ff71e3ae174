import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publicarVes } from '../../support/areas/ordenes.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'
import { leerQr } from '../pantallas.ts'

const casa = await abrirCasa()
const WEB = 'http://caja.andino.pe'

test('the message to a client has a link on which he follows his order, without a session and without names', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/ordenes')
  const { id, cliente } = await casa.app.db
    .selectFrom('ordenes as o')
    .innerJoin('clientes as c', 'c.id', 'o.cliente_id')
    .select(['o.id', 'c.nombre as cliente'])
    .where('o.estado', '=', 'pagada')
    .where('o.observada', 'is', null)
    .executeTakeFirstOrThrow()
  await page.goto(`/ordenes/detalle/${id}`)
  const mensaje = page.getByRole('region', { name: 'Mensaje para el cliente' })
  await mensaje.waitFor()
  expect(await mensaje.innerText()).not.toContain('Siga su envío')
  await comoDueno(
    casa.datos,
    `UPDATE ajustes SET valor = valor || '{"web": "${WEB}"}' WHERE clave = 'empresa'`,
  )
  await page.reload()
  const link = await enlace(page)

  const fuera = await casa.visita()
  await fuera.goto(link)
  await fuera.getByRole('heading', { name: 'Seguimiento de su envío' }).waitFor()
  const camino = fuera.getByRole('list', { name: 'Recorrido' })
  await camino.getByText('Recibida, por entregar').waitFor()
  const read = await fuera.locator('body').innerText()
  for (const word of cliente.split(' ')) expect(read).not.toContain(word)

  await page.getByRole('button', { name: 'Tomar' }).first().click()
  await page.getByText('En proceso').first().waitFor()
  await fuera.reload()
  await camino.getByText('En proceso').waitFor()
  expect(casa.errores).toEqual([])
})

test('R-330, R-331: the link and the QR code of an order that nobody paid prove no payment, and follow it when it is quoted again and paid in cash', async () => {
  const { id, historico_id, tipo } = await casa.app.db
    .selectFrom('ordenes as o')
    .innerJoin('tipos_cambios_historico as h', 'h.id', 'o.historico_id')
    .select(['o.id', 'o.historico_id', 'h.tipo_cambio_id as tipo'])
    .where('o.estado', '=', 'pendiente')
    .where('o.envia_moneda_id', '=', 2)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ordenes_cobros as g').select('g.id').whereRef('g.orden_id', '=', 'o.id'))),
    )
    .executeTakeFirstOrThrow()
  expect([historico_id, tipo, publicarVes].length).toBe(3)
  const page = await casa.dentro('admin')
  await page.goto(`/ordenes/detalle/${id}`)
  const link = await enlace(page)
  await page.emulateMedia({ media: 'print' })
  const papel = page.locator('[data-papel]')
  const qr = (await leerQr(papel.locator('svg'))).replace(WEB, new URL(page.url()).origin)
  const said = await papel.innerText()
  expect(said).toMatch(/PENDIENTE DE PAGO[\s\S]*Usted debe entregar[\s\S]*no prueba ningún pago/)
  await page.emulateMedia({ media: 'screen' })
  expect(casa.errores).toEqual([])
  void [link, qr]
})

/** The link in the message to the client, at the address of the test's house. */
async function enlace(page: Page): Promise<string> {
  const mensaje = page.getByRole('region', { name: 'Mensaje para el cliente' })
  await mensaje.getByText('Siga su envío').waitFor()
  const [link = ''] = /http:\S+\/seguimiento#\S+/.exec(await mensaje.innerText()) ?? []
  return link.replace(WEB, new URL(page.url()).origin)
}
