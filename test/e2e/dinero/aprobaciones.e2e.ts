import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codigo } from '../../support/factor.ts'
import { AHORA, abrirCasa } from '../casa.ts'
import { llamar } from '../llamar.ts'

const casa = await abrirCasa()

/** The account's balance as its page shows it. */
async function saldo(page: Page, id: number): Promise<string> {
  await page.goto(`/cuentas/detalle/${id}`)
  return page
    .getByRole('list', { name: 'Saldo de la cuenta' })
    .locator('strong')
    .first()
    .innerText()
}

/** Gives the manager the permissions of his template; without this he has none. */
async function gerencia() {
  const { PLANTILLAS } = await import('../../../src/core/permisos.ts')
  await casa.app.db
    .insertInto('roles_permisos')
    .values(PLANTILLAS.mgr.permisos.map((permiso) => ({ rol_slug: 'mgr', permiso })))
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Waits until the dialog is open and has the focus. */
const listo = (page: Page) =>
  page.getByRole('dialog').locator(':focus').and(page.getByLabel('Motivo')).waitFor()

test('a manager asks for an adjustment by keyboard; another browser approves it', async () => {
  await gerencia()
  const { id } = await casa.app.db
    .selectFrom('cuentas')
    .select('id')
    .where('nombre', '=', 'Caja Lima 1 PEN')
    .executeTakeFirstOrThrow()
  const adm = await casa.entrar('admin')
  const before = await saldo(adm, id)
  await adm.goto('/aprobaciones')
  await adm.getByRole('listitem').first().waitFor()

  const mgr = await casa.dentro('gerente')
  await mgr.goto(`/cuentas/detalle/${id}`)
  await mgr.getByRole('link', { name: 'Ajustar' }).press('Enter')
  const { keyboard } = mgr
  const motivo = mgr.getByRole('combobox', { name: 'Motivo' })
  const sobrante = mgr.getByRole('option', { name: 'Sobrante' })
  await motivo.focus()
  await expect
    .poll(async () => {
      if ((await motivo.inputValue()) === 'Sobrante') return true
      const lit =
        (await sobrante.count()) && (await sobrante.getAttribute('data-combobox-selected'))
      await keyboard.press(lit ? 'Enter' : 'ArrowDown')
      return false
    })
    .toBe(true)
  await keyboard.press('Tab')
  await keyboard.type('750.50')
  await mgr.getByText('Entran S/ 750.50 a Caja Lima 1 PEN contra Sobrantes y faltantes.').waitFor()
  await mgr.getByText(/esperará la aprobación de otra persona/).waitFor()
  await keyboard.press('Tab')
  await keyboard.type('Sobró al contar dos veces.')
  await mgr.getByRole('button', { name: 'Ajustar', exact: true }).press('Enter')
  await mgr.getByRole('heading', { name: /Ajuste AJ-/ }).waitFor()
  await mgr.getByText(/La aprueba otra persona: /).waitFor()
  expect(await mgr.getByRole('button', { name: 'Aprobar' }).count()).toBe(0)

  // The request appeared in the other browser without a reload.
  const row = adm.getByRole('listitem').filter({ hasText: 'Sobró al contar dos veces.' })
  await row.waitFor()
  await expect.poll(() => row.innerText()).toMatch(/\+S\/\s750\.50/)
  await row.getByRole('button', { name: /^Aprobar/ }).press('Enter')
  await row.waitFor({ state: 'detached' })
  await mgr.getByText('Aplicado', { exact: true }).waitFor()
  expect(await saldo(adm, id)).not.toBe(before)
  expect(casa.errores).toEqual([])
})

test('a rate outside the cashier’s range: asked for, approved on another screen, used', async () => {
  const adm = await casa.dentro('admin')
  await adm.goto('/aprobaciones')
  const caj = await casa.dentro('cajera')
  await caj.goto('/compras-ventas/nueva')
  await caj.getByLabel('Recibimos US$').waitFor()
  const { keyboard } = caj
  await keyboard.type('100')
  await caj.getByLabel('Tasa (×)').fill('3.60')
  await caj.getByRole('region', { name: 'Autorización de la tasa' }).waitFor()
  await keyboard.press('F7')
  await listo(caj)
  await keyboard.type('Cliente de todos los meses')
  await keyboard.press('Enter')
  await caj.getByText(/esperando respuesta/).waitFor()

  // The first request is refused with a reason: the counter shows it and can ask again.
  // It takes the place of the cashier’s older request in the list.
  await adm.getByText(/Compra a\s3.6 /).waitFor()
  await adm.getByRole('button', { name: /^Rechazar: Tasa/ }).press('Enter')
  await listo(adm)
  await adm.keyboard.type('Como mucho 3.58.')
  await adm.keyboard.press('Tab')
  await adm.keyboard.press('Enter')
  await caj.getByText(/dijo que no: Como mucho\s3.58/).waitFor()
  await caj.getByLabel('Tasa (×)').fill('3.58')
  await keyboard.press('F7')
  await listo(caj)
  await keyboard.type('Cliente de todos los meses')
  await keyboard.press('Enter')
  await adm.getByText(/Compra a\s3.58/).waitFor()
  await adm.getByRole('button', { name: /^Aprobar: Tasa/ }).press('Enter')
  await caj.getByText(/autorizada por .* para esta operación/).waitFor()
  await keyboard.press('F9')
  await caj.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  await caj.getByText(/Ada Ramos: Cliente de todos los meses/).waitFor()
  expect(casa.errores).toEqual([])
})

test('each line of a ticket has its own permission, also when it comes back to the counter', async () => {
  const adm = await casa.dentro('admin')
  await adm.goto('/aprobaciones')
  const caj = await casa.dentro('cajera')
  await caj.goto('/compras-ventas/nueva')
  await caj.getByLabel('Recibimos US$').waitFor()
  const { keyboard } = caj
  const permitir = async (pedida: RegExp) => {
    await keyboard.press('F7')
    await listo(caj)
    await keyboard.type('Cliente de todos los meses')
    await keyboard.press('Enter')
    await adm.getByText(pedida).waitFor()
    await adm.getByRole('button', { name: /^Aprobar: Tasa/ }).press('Enter')
    await caj.getByText(/autorizada por .* para esta operación/).waitFor()
  }
  // Another amount than the test before, so that nothing asks whether it is the same operation.
  await keyboard.type('110')
  await caj.getByLabel('Tasa (×)').fill('3.58')
  await caj.getByRole('region', { name: 'Autorización de la tasa' }).waitFor()
  await permitir(/Compra a\s3.58/)
  await keyboard.press('F3')
  await keyboard.type('50')
  await caj.getByLabel('Tasa (×)').fill('3.57')
  await caj.getByText('La autorización que se dio es de otra línea de este ticket.').waitFor()
  await permitir(/Compra a\s3.57/)
  await caj.getByRole('button', { name: 'Cambiar la línea 1' }).press('Enter')
  await expect.poll(() => caj.getByLabel('Recibimos US$').inputValue()).toBe('110.00')
  await caj.getByText('Tasa de 3.580 autorizada para esta operación.').waitFor()
  await keyboard.press('F9')
  await caj.getByRole('heading', { name: /^Ticket TK-/ }).waitFor()
  expect(casa.errores).toEqual([])
})

test('a request withdrawn while its refusal is written tells who writes', async () => {
  const adm = await casa.dentro('admin')
  await adm.goto('/aprobaciones')
  const caj = await casa.dentro('cajera')
  await caj.goto('/compras-ventas/nueva')
  await caj.getByLabel('Recibimos US$').waitFor()
  await caj.keyboard.type('100')
  await caj.getByLabel('Tasa (×)').fill('3.61')
  await caj.getByRole('region', { name: 'Autorización de la tasa' }).waitFor()
  await caj.keyboard.press('F7')
  await listo(caj)
  await caj.keyboard.type('Cliente de todos los meses')
  await caj.keyboard.press('Enter')
  await adm.getByText(/Compra a\s3.61/).waitFor()
  await adm.getByRole('button', { name: /^Rechazar: Tasa/ }).press('Enter')
  await listo(adm)
  await adm.keyboard.type('Como mucho')
  await caj.getByRole('button', { name: 'Cancelar' }).click()
  const dialog = adm.getByRole('dialog')
  await dialog.getByText(/Ya no espera respuesta/).waitFor()
  await dialog.getByRole('button', { name: 'Entendido' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})

test('several are approved together, each by its own call; what needs a look of its own is left out by name', async () => {
  await gerencia()
  const mgr = await casa.dentro('gerente')
  await mgr.goto('/perfil')
  const cajas = await casa.app.db
    .selectFrom('cuentas')
    .select('id')
    .where('nombre', 'in', ['Caja Lima 1 PEN', 'Caja Lima 2 PEN'])
    .orderBy('nombre')
    .execute()
  for (const [n, monto] of ['701.10', '702.20', '703.30'].entries()) {
    const body = {
      cuenta_id: cajas[n % 2]?.id,
      motivo: 'sobrante',
      monto,
      observacion: `Sobra contado ${n}.`,
    }
    await llamar(mgr, 'POST', '/cuentas/ajustar-saldo', body)
  }
  const adm = await casa.dentro('admin')
  await adm.goto('/aprobaciones')
  const row = (n: number) => adm.getByRole('listitem').filter({ hasText: `Sobra contado ${n}.` })
  await row(0).getByRole('checkbox').press('Space')
  const bar = adm.getByRole('region', { name: 'Solicitudes marcadas' })
  await bar.getByText('1 marcada').waitFor()
  await row(1).getByRole('checkbox').check()
  await row(2).getByRole('checkbox').check()
  await expect.poll(() => bar.innerText()).toMatch(/Entra\s+S\/\s2,106\.60/)
  await bar.getByText(/Quedan fuera: .*\(se mira una por una\)/).waitFor()
  expect(await adm.getByRole('checkbox', { name: /^Marcar La comisión/ }).isEnabled()).toBe(false)

  // The dialog names each; its focus is on the way back, so that one Enter approves nothing.
  await bar.getByRole('button', { name: 'Aprobar marcadas' }).press('Enter')
  const dialog = adm.getByRole('dialog', { name: 'Aprobar 3 solicitudes' })
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(3)
  await dialog
    .locator(':focus')
    .and(dialog.getByRole('button', { name: 'Cancelar' }))
    .waitFor()
  await adm.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await row(0).count()).toBe(1)
  await bar.getByRole('button', { name: 'Aprobar marcadas' }).press('Enter')
  await dialog.getByRole('button', { name: 'Aprobar todas' }).click()
  const said = bar.getByRole('list', { name: 'Qué pasó con cada una' }).getByRole('listitem')
  await expect.poll(() => said.count()).toBe(3)
  // The second is refused by its own rule, and stops no other.
  expect(await said.nth(0).innerText()).toMatch(/AJ-.* aplicado\.$/)
  expect(await said.nth(1).innerText()).toMatch(/AJ-.*\sestá\scerrada/)
  // The third is of the first one's till, whose balance is another one now: it is read again.
  expect(await said.nth(2).innerText()).toMatch(/AJ-.*\sCambió\smientras/)
  await dialog.waitFor({ state: 'detached' })
  await row(0).waitFor({ state: 'detached' })
  expect(await row(1).count()).toBe(1)
  expect(await row(2).getByRole('checkbox').isChecked()).toBe(false)
  expect(casa.errores).toEqual([])
})

test('a second press in the same place does not approve the request that moved up under the pointer', async () => {
  await gerencia()
  const mgr = await casa.dentro('gerente')
  await mgr.goto('/perfil')
  const caja = await casa.app.db
    .selectFrom('cuentas')
    .select('id')
    .where('nombre', '=', 'Caja Lima 1 PEN')
    .executeTakeFirstOrThrow()
  for (const monto of ['711.10', '712.20']) {
    const body = { cuenta_id: caja.id, motivo: 'sobrante', monto, observacion: `Igual ${monto}.` }
    await llamar(mgr, 'POST', '/cuentas/ajustar-saldo', body)
  }
  const adm = await casa.dentro('admin', { viewport: { width: 1366, height: 4000 } })
  await adm.goto('/aprobaciones')
  const row = (monto: string) => adm.getByRole('listitem').filter({ hasText: `Igual ${monto}.` })
  const box = (await row('711.10')
    .getByRole('button', { name: /^Aprobar/ })
    .boundingBox()) ?? {
    ...{ x: 0, y: 0, width: 0, height: 0 },
  }
  const pulsar = () => adm.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await pulsar()
  await row('711.10').waitFor({ state: 'detached' })
  const next = await row('712.20')
    .getByRole('button', { name: /^Aprobar/ })
    .boundingBox()
  expect(Math.abs((next?.y ?? 0) - box.y)).toBeLessThan(10)
  await pulsar()
  await adm.getByText('La lista subió: lea esta solicitud y pulse otra vez.').waitFor()
  expect(await row('712.20').count()).toBe(1)
  // Whoever has read it presses once more.
  await pulsar()
  await row('712.20').waitFor({ state: 'detached' })
  expect(casa.errores).toEqual([])
})

test('the manager approves on the cashier’s screen with his own password', async () => {
  await gerencia()
  const caj = await casa.dentro('cajera')
  await caj.goto('/compras-ventas/nueva?tipo=venta')
  await caj.getByLabel('Entregamos US$').waitFor()
  await caj.keyboard.type('50')
  await caj.getByLabel('Tasa (÷)').fill('3.50')
  await caj.keyboard.press('F7')
  const dialog = caj.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Por el volumen del mes')
  await dialog.getByRole('switch').press('Space')
  await dialog.getByLabel('Usuario o correo de quien autoriza').fill('gerente')
  await dialog.locator('input[type=password]').fill('no es esta')
  await caj.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Motivo').inputValue()).toBe('Por el volumen del mes')
  await dialog.locator('input[type=password]').fill('Cambista-2026')
  await caj.keyboard.press('Enter')
  await caj.getByText(/autorizada por .* para esta operación/).waitFor()
  expect(casa.errores).toEqual([])
})

test('an approver with a second factor signs at the counter with its code', async () => {
  const jefa = await casa.entrar('supervisora')
  const token = await jefa.evaluate(() => localStorage.getItem('idToken'))
  const call = async (method: 'POST' | 'PUT', body: object) => {
    const answer = await casa.app.http.inject({
      method,
      url: '/api/perfil/segundo-factor',
      headers: { 'x-token': String(token) },
      payload: body,
    })
    return answer.json<{ secreto: string; codigos: string[] }>()
  }
  const { secreto } = await call('POST', { password: 'Cambista-2026' })
  const { codigos } = await call('PUT', { codigo: codigo(secreto, Date.parse(AHORA)) })
  const caj = await casa.dentro('cajera')
  await caj.goto('/compras-ventas/nueva')
  await caj.getByLabel('Recibimos US$').waitFor()
  await caj.keyboard.type('50')
  await caj.getByLabel('Tasa (×)').fill('3.60')
  await caj.getByRole('region', { name: 'Autorización de la tasa' }).waitFor()
  await caj.keyboard.press('F7')
  await listo(caj)
  const dialog = caj.getByRole('dialog', { name: 'Autorización de la tasa' })
  await dialog.getByLabel('Motivo').fill('Cliente de todos los meses')
  await dialog.getByLabel(/firma con su contraseña/).click()
  await dialog.getByLabel('Usuario o correo de quien autoriza').fill('supervisora')
  await dialog.getByRole('textbox', { name: 'Su contraseña' }).fill('Cambista-2026')
  await dialog.getByRole('button', { name: 'Autorizar' }).click()
  // The password stays; only the code is asked for.
  await dialog.getByLabel('Código de su aplicación').fill(codigos[0] ?? '')
  await dialog.getByRole('button', { name: 'Autorizar' }).click()
  await caj.getByText(/autorizada por .* para esta operación/).waitFor()
  expect(casa.errores).toEqual([])
})
