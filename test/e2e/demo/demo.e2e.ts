import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { efectivo } from '../manual/efectivo.ts'

const casa = await abrirCasa({ plena: true })

test('the demo offers its users by one click, and five things to try, marked as they are done', async () => {
  const page = await casa.visita()
  await page.goto('/')
  const tiles = page.getByRole('region', { name: 'Es una demostración: entre con un clic' })
  await tiles.getByRole('button', { name: /Cajero.*Carla Huamán/ }).click()
  await page.waitForURL('**/dashboard')
  const panel = page.getByRole('region', { name: 'Pruebe esto' })
  await panel.getByText('0 de 5').waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(5)
  await panel.getByRole('link', { name: 'Compre US$ 100 sin tocar el ratón' }).click()
  await page.waitForURL('**/compras-ventas/nueva')
  await page
    .getByLabel(/^Monto|^Dólares|US\$/)
    .first()
    .fill('100')
  await page.keyboard.press('F9')
  await page
    .getByText(/registrada/)
    .first()
    .waitFor()
  await page.goto('/dashboard')
  await panel.getByText('1 de 5').waitFor()
  // What the script did in her name counts for nothing; what she did counts, on every machine.
  const other = await casa.entrar('cajera')
  const again = other.getByRole('region', { name: 'Pruebe esto' })
  await again.getByText('1 de 5').waitFor()
  await panel.getByRole('button', { name: 'No mostrar más «Pruebe esto»' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  expect(await panel.count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('each of the other four things is done from its link, as its words say, and is marked', async () => {
  const page = await casa.entrar('cajera')
  const { keyboard } = page
  const panel = page.getByRole('region', { name: 'Pruebe esto' })
  /** Does one thing: from its link on the first page until that page says that so many are done. */
  const probar = async (titulo: string, hechas: number, hacer: () => Promise<void>) => {
    await panel.getByRole('link', { name: titulo }).click()
    await hacer()
    await page.goto('/dashboard')
    await panel.getByText(`${hechas} de 5`).waitFor()
    const done = panel.getByRole('listitem').filter({ hasText: titulo })
    expect([titulo, await done.getAttribute('data-hecho')]).toEqual([titulo, 'true'])
  }
  await panel.getByText('1 de 5').waitFor()

  await probar('Pida una tasa mejor para un cliente', 2, async () => {
    await page.getByLabel('Recibimos US$').waitFor()
    await keyboard.type('120')
    await page.getByLabel('Tasa (×)').fill('3.60')
    await page.getByRole('region', { name: 'Autorización de la tasa' }).waitFor()
    await keyboard.press('F7')
    const dialog = page.getByRole('dialog', { name: 'Autorización de la tasa' })
    await dialog.getByLabel('Motivo').fill('Cliente de todos los meses')
    await dialog.getByLabel('Motivo').press('Enter')
    await page.getByText(/esperando respuesta/).waitFor()
  })

  await probar('Envíe dinero a Venezuela', 3, async () => {
    const { rows } = await sql<{ num_doc: string }>`
      SELECT c.num_doc FROM clientes c JOIN beneficiarios b ON b.cliente_id = c.id AND b.estatus
      JOIN tipos_pagos t ON t.id = b.tipo_pago_id
      WHERE c.estado = 'activo' AND c.tipo_doc = 'DNI' AND NOT c.pep
      GROUP BY c.id HAVING count(*) = 1 AND bool_and(t.codigo = 'PAGO_MOVIL') ORDER BY c.id LIMIT 1`.execute(
      casa.app.db,
    )
    await page.getByLabel(/^Entrega S\//).waitFor()
    await keyboard.type('150')
    await keyboard.press('F8')
    await keyboard.type(rows[0]?.num_doc ?? '')
    await keyboard.press('Enter')
    await page.getByText(/El cliente entrega .* y .* recibe Bs.* por Pago Móvil/).waitFor()
    await keyboard.press('F9')
    await page.waitForURL(/\/ordenes\/detalle\/\d+/)
  })

  await probar('Confirme un pago que espera', 4, async () => {
    await page.getByRole('heading', { level: 1, name: 'Compra - Venta' }).waitFor()
    expect(new URL(page.url()).search).toBe('?estado=pendiente')
    const { rows } = await sql<{ numero: string }>`
      SELECT o.numero FROM compras_ventas o JOIN compras_ventas_pagos p ON p.compra_venta_id = o.id
      JOIN tipos_pagos t ON t.id = p.tipo_pago_id
      WHERE o.estado = 'pendiente' AND p.estado = 'por_verificar' AND t.nombre = 'Yape'
      ORDER BY o.id LIMIT 1`.execute(casa.app.db)
    await page.getByRole('row', { name: `Abrir ${rows[0]?.numero}` }).press('Enter')
    // Cash is confirmed as it is taken: the word alone says nothing of this payment.
    const confirmado = page.waitForResponse(
      (answer) => answer.url().includes('/verificar') && answer.request().method() !== 'GET',
    )
    await page
      .getByRole('button', { name: /^(Verificar|Confirmar)/ })
      .first()
      .click()
    expect((await confirmado).status()).toBe(200)
  })

  await probar('Cuente su caja a ciegas y ciérrela', 5, async () => {
    await page.getByRole('button', { name: 'Contar y cerrar la caja' }).press('Enter')
    await page.getByText('Cuente lo que hay').waitFor()
    for (const [at, n] of (await efectivo(casa)).entries()) {
      if (at > 0) await keyboard.press('Enter')
      await keyboard.type(n)
    }
    await keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Cerrar la caja' }).click()
    await page.getByRole('link', { name: 'Mi caja: cerrada' }).waitFor()
  })
  expect(casa.errores).toEqual([])
})

test('every link of each kind of work opens', async () => {
  for (const usuario of ['admin', 'supervisora', 'pagador', 'cumplimiento', 'contadora']) {
    const page = await casa.entrar(usuario)
    const panel = page.getByRole('region', { name: 'Pruebe esto' })
    await panel.waitFor()
    const links = await panel
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    expect([usuario, links.length]).toEqual([usuario, 5])
    for (const link of links) {
      await page.goto(link)
      const title = page.locator('main h1').first()
      await title.waitFor({ state: 'attached' })
      const says = await title.textContent()
      expect([usuario, link, new URL(page.url()).pathname, says]).toEqual([
        ...[usuario, link, new URL(link, page.url()).pathname],
        expect.not.stringMatching(/No tiene permiso|no existe|Algo falló/i),
      ])
    }
  }
  expect(casa.errores).toEqual([])
})

test('the tiles fit the window; the manager, who holds nothing, is the last and is told why', async () => {
  const page = await casa.visita()
  await page.goto('/')
  const tiles = page.getByRole('region', { name: 'Es una demostración: entre con un clic' })
  await tiles.waitFor()
  expect(await tiles.getByRole('button').count()).toBe(9)
  const over = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(await over()).toBeLessThanOrEqual(0)
  await tiles.getByRole('button').last().click()
  await page
    .getByText(/^Su rol, Gerente, no puede abrir .* todavía no tiene ningún permiso/)
    .waitFor()
  await page.getByRole('link', { name: 'Leer el manual' }).click()
  await page.waitForURL('**/ayuda')
  expect(casa.errores).toEqual([])
})
