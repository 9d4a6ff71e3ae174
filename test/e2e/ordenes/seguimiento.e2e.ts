import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'
import { llamar } from '../llamar.ts'
import { leerQr } from '../pantallas.ts'

const casa = await abrirCasa()
const WEB = 'http://caja.andino.pe'

test('the message to a client has a link on which he follows his order, without a session and without names', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/ordenes')
  const { id, ...gente } = await casa.app.db
    .selectFrom('ordenes as o')
    .innerJoin('clientes as c', 'c.id', 'o.cliente_id')
    .innerJoin('beneficiarios as b', 'b.id', 'o.beneficiario_id')
    .innerJoin('usuarios as u', 'u.id', 'o.usuario_id')
    .select(['o.id', 'c.nombre', 'c.num_doc', 'c.celular', 'u.nombres', 'u.apellidos'])
    .select(['b.nombre as recibe', 'b.num_doc as su_doc', 'b.campos'])
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
  // Neither the client nor who receives nor who works there, nor anything by which one of them is known.
  const said = [...Object.values(gente), ...Object.values(gente.campos as object)]
  const words = said.filter((one) => typeof one === 'string').join(' ')
  const known = words.match(/[\p{L}\d]{3,}/gu) ?? []
  expect(known.length).toBeGreaterThan(8)
  expect(known.filter((word) => read.includes(word))).toEqual([])

  await page.getByRole('button', { name: 'Tomar' }).first().click()
  await page.getByText('En proceso').first().waitFor()
  await fuera.reload()
  await camino.getByText('En proceso').waitFor()
  expect(casa.errores).toEqual([])
})

test('R-330, R-331: an order that nobody paid is no proof of payment, and its first link and QR code follow it', async () => {
  const { id, historico_id } = await casa.app.db
    .selectFrom('ordenes as o')
    .select(['o.id', 'o.historico_id'])
    .where('o.estado', '=', 'pendiente')
    .where('o.envia', '=', '230')
    .executeTakeFirstOrThrow()
  const page = await casa.dentro('cajera')
  await page.goto(`/ordenes/detalle/${id}`)
  const link = await enlace(page)
  await page.emulateMedia({ media: 'print' })
  const papel = page.locator('[data-papel]')
  const impreso = await leerQr(papel.locator('svg'))
  expect(impreso).toBe(link.replace(new URL(page.url()).origin, WEB))
  const qr = impreso.replace(WEB, new URL(page.url()).origin)
  expect(await papel.innerText()).toMatch(
    /PENDIENTE DE PAGO[\s\S]*Usted debe entregar[\s\S]*no prueba ningún pago[\s\S]*va su envío en caja\.andino\.pe\/seguimiento[\s\S]*caja\.andino\.pe\/seguimiento/,
  )
  await page.emulateMedia({ media: 'screen' })

  const fuera = await casa.visita()
  await fuera.clock.install()
  await fuera.goto(link)
  await fuera.getByText('Pendiente de pago: la casa aún no recibió el dinero.').waitFor()
  await fuera.getByText('Usted debe entregar').waitFor()
  expect(await fuera.getByRole('main').innerText()).not.toMatch(/entregó|emitió|tiene su dinero/)

  // Without an answer it says that it may be old, and asks again.
  await fuera.route('**/api/verificar**', (route) => route.abort())
  await fuera.clock.runFor(20_000)
  await fuera.getByText('Sin respuesta de la casa: estos datos pueden haber cambiado.').waitFor()
  await fuera.unroute('**/api/verificar**')
  await fuera.clock.runFor(20_000)
  await fuera.getByText('Esta página se actualiza sola.').waitFor()

  await llamar(page, 'PUT', `/ordenes/${id}/recotizar`, { historico_id, envia: '235.03' })
  await fuera.clock.runFor(20_000)
  await fuera.getByText(/^Recotizada el .* decía S\/ 230\.00 a cambio de /).waitFor()
  await fuera.getByText('S/ 235.03').waitFor()
  await page.reload()
  const segundo = await enlace(page)
  expect(segundo).not.toBe(link)

  // Cash has no cents: three are the client's.
  const { tipos_pago, cuentas } = await llamar<{
    tipos_pago: { id: number; nombre: string }[]
    cuentas: { id: number; nombre: string }[]
  }>(page, 'GET', '/ordenes/opciones')
  const named = (list: { id: number; nombre: string }[], name: string) =>
    list.find(({ nombre }) => nombre === name)?.id
  await llamar(page, 'POST', `/ordenes/${id}/cobros`, {
    tipo_pago_id: named(tipos_pago, 'Efectivo'),
    cuenta_id: named(cuentas, 'Caja Lima 1 PEN'),
    monto: '235.00',
  })
  await fuera.clock.runFor(20_000)
  await fuera.getByText(/tiene su dinero .* Ahora: recibida, por entregar\./).waitFor()
  await fuera.getByText('Usted entregó').waitFor()
  for (const [viejo, decia] of [
    [segundo, 'Redondeada a su favor el .* decía S/ 235\\.03'],
    [qr, 'Recotizada el .* decía S/ 230\\.00'],
  ] as const) {
    const otra = await casa.visita()
    await otra.goto(viejo)
    await otra.getByText(new RegExp(decia)).waitFor()
    await otra.getByText('S/ 235.00').waitFor()
  }

  // The books were changed below the program: the page that is open says so.
  await comoDueno(
    casa.datos,
    `SET session_replication_role = replica; UPDATE ordenes SET numero = numero || 'X' WHERE id = ${id}`,
  )
  await fuera.clock.runFor(20_000)
  const falla = fuera.getByRole('alert').filter({ hasText: 'Ese número y ese código no son' })
  await falla.waitFor()
  expect(await falla.innerText()).toMatch(/^No se encontró su envío:/)
  expect(await fuera.getByText('Usted entregó').count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('R-388: the code as the last part of the address leads there too, and an address that lacks a part asks for it', async () => {
  const { id, numero } = await casa.app.db
    .selectFrom('ordenes as o')
    .select(['o.id', 'o.numero'])
    .where('o.estado', '=', 'completada')
    .executeTakeFirstOrThrow()
  const page = await casa.dentro('admin')
  await page.goto(`/ordenes/detalle/${id}`)
  const link = await enlace(page)
  const [, codigo = ''] = link.split(`${numero}.`)
  expect(codigo).toHaveLength(16)

  const fuera = await casa.visita()
  const calls: string[] = []
  await fuera.goto('/verificar')
  await fuera.goto(link.replace('#', '/'))
  await fuera.getByText('ya pagó este envío a su beneficiario').waitFor()
  // Its history keeps no address with the code where a server would get it.
  expect(fuera.url()).toBe(link)
  const said = await fuera.getByRole('main').innerText()
  expect(said).toMatch(/Su beneficiario recibe/)
  expect(said).not.toMatch(/Compare estos datos|fue alterado|no lo acepte/)

  await fuera.goBack()
  expect(new URL(fuera.url()).pathname).toBe('/verificar')

  fuera.on('request', (request) => calls.push(request.url()))
  await fuera.goto(`/seguimiento/${numero.toLowerCase()}`)
  const falta = fuera.getByRole('status').filter({ hasText: 'A este enlace le falta una parte' })
  await falta.waitFor()
  expect(await fuera.getByLabel('Número de su orden').inputValue()).toBe(numero)
  await fuera.getByLabel('Código de verificación').fill('0000-0000-0000-0000')
  await fuera.getByLabel('Código de verificación').press('Enter')
  await fuera
    .getByRole('alert')
    .filter({ hasText: /^No se encontró su envío:\s*Ese número y ese código no son de un envío/ })
    .waitFor()
  await fuera.getByLabel('Código de verificación').fill(codigo)
  await fuera.getByRole('button', { name: 'Ver mi envío' }).click()
  await fuera.getByText('ya pagó este envío a su beneficiario').waitFor()
  // The code itself went into no address, whatever was typed.
  expect(calls.filter((call) => call.includes(codigo))).toEqual([])
  expect(casa.errores).toEqual([])
})

/** The link in the message to the client, at the address of the test's house. */
async function enlace(page: Page): Promise<string> {
  const mensaje = page.getByRole('region', { name: 'Mensaje para el cliente' })
  await mensaje.getByText('Siga su envío').waitFor()
  const [link = ''] = /http:\S+\/seguimiento#\S+/.exec(await mensaje.innerText()) ?? []
  return link.replace(WEB, new URL(page.url()).origin)
}
