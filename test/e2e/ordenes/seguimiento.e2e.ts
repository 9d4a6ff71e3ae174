import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

test('the message to a client has a link on which he follows his order, without a session and without names', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/ordenes')
  const origin = new URL(page.url()).origin
  const web = 'http://caja.andino.pe'
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
    `UPDATE ajustes SET valor = valor || '{"web": "${web}"}' WHERE clave = 'empresa'`,
  )
  await page.reload()
  await mensaje.getByText('Siga su envío').waitFor()
  const link = /http:\S+\/seguimiento#\S+/.exec(await mensaje.innerText())?.[0] ?? ''

  const fuera = await casa.visita()
  await fuera.goto(link.replace(web, origin))
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
