import { expect, test } from 'vitest'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { codigo } from '../../support/factor.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { AHORA, abrirCasa } from '../casa.ts'
import { llamar } from '../llamar.ts'

const casa = await abrirCasa()

test('by keyboard, a beneficiary is pasted, corrected, found again, copied and verified', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/clientes/detalle/2?ver=beneficiarios')
  await page.getByRole('row', { name: /Yusmary Quispe/ }).waitFor()
  await page.getByRole('button', { name: 'Nuevo beneficiario' }).press('Enter')
  const dialogo = page.getByRole('dialog', { name: 'Nuevo beneficiario' })
  await dialogo.getByLabel('Pegar datos').waitFor()
  // The text area for the chat's text has the focus.
  await page.keyboard.insertText(
    'Banesco 01340032610000010012 V-12.345.678 0414-1234567 MARÍA PÉREZ',
  )
  await dialogo
    .getByText(/Se reconoció: Transferencia Venezuela, documento, titular, Banesco, cuenta/)
    .waitFor()
  expect(await dialogo.getByLabel('Nombre del titular').inputValue()).toBe('María Pérez')
  expect(await dialogo.getByLabel('Número de documento').inputValue()).toBe('V12345678')
  await dialogo.getByLabel('Nombre del titular').press('Enter')
  // The first invalid field has the focus and shows its error.
  await dialogo.getByText(/La cuenta no es válida/).waitFor()
  const cuenta = dialogo.getByLabel(/^Cuenta/)
  expect(await cuenta.evaluate((field) => field === document.activeElement)).toBe(true)
  await cuenta.press('Control+A')
  await page.keyboard.type('0134-0032-61-0000010011')
  await page.keyboard.press('Enter')
  await page
    .getByText(/Atención: .* tiene la misma cuenta en su agenda/)
    .first()
    .waitFor()
  // Nothing behind a dialog can be reached until the dialog is closed.
  await dialogo.waitFor({ state: 'detached' })
  const fila = page.getByRole('row', { name: /María Pérez/ })
  await fila.getByText('Cuenta repetida').waitFor()

  await fila.press('Enter')
  const ficha = page.getByRole('dialog', { name: 'María Pérez' })
  await ficha.getByText('01340032610000010011').waitFor()
  await ficha.getByRole('button', { name: 'Marcar verificado' }).press('Enter')
  await ficha
    .getByText(/Verificado/)
    .first()
    .waitFor()
  await ficha.getByRole('button', { name: 'Editar' }).press('Enter')
  await ficha.getByLabel('Nombre del titular').fill('María Peraza')
  // On a slow machine the question opens while its own Escape event is still dispatched: it must ignore that event.
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: '¿Salir sin guardar?' })
    .getByRole('button', { name: 'Seguir aquí' })
    .click()
  await slow.detach()
  await ficha.getByRole('button', { name: 'Guardar' }).click()
  await page
    .getByText(/Verifíquelo de nuevo/)
    .first()
    .waitFor()
  await page
    .getByRole('row', { name: /María Peraza/ })
    .getByText('Sin verificar')
    .waitFor()
  expect(casa.errores).toEqual([])
})

test('another browser shows it without a reload; a user with read permission only gets no buttons to write', async () => {
  const pagador = await casa.dentro('pagador')
  await pagador.goto('/clientes/detalle/3?ver=beneficiarios')
  await pagador.getByRole('row', { name: /Rosa Elvira/ }).waitFor()
  expect(await pagador.getByRole('button', { name: 'Nuevo beneficiario' }).count()).toBe(0)
  const cajera = await casa.dentro('cajera')
  await cajera.goto('/clientes/detalle/3?ver=beneficiarios')
  await cajera.getByRole('button', { name: 'Nuevo beneficiario' }).click()
  const dialogo = cajera.getByRole('dialog', { name: 'Nuevo beneficiario' })
  await dialogo.getByLabel('Pegar datos').fill('yape 987 555 111 Rosa Núñez DNI 41000003')
  await dialogo.getByRole('button', { name: 'Agregar beneficiario' }).click()
  await pagador.getByRole('row', { name: 'Abrir Rosa Núñez' }).waitFor()
})

test('the fields of a payment method are created, reordered and removed by keyboard', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/tipos-pagos')
  await page.getByRole('row', { name: /Nequi/ }).press('Enter')
  await page.getByRole('button', { name: 'Agregar dato' }).press('Enter')
  // The new row's first field has the focus.
  await page.keyboard.type('Nota')
  const fila = page.getByRole('group', { name: 'dato 2' })
  await fila.getByLabel('Clave').fill('nota')
  await fila.getByLabel('Tipo').press('Enter')
  await page.getByRole('option', { name: 'Texto' }).click()
  await fila.getByLabel('Forma').fill('(a+)+')
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  await page
    .getByText(/Un grupo no se repite/)
    .first()
    .waitFor()
  // What it looks like is written and read in words.
  await fila.getByLabel('Forma').fill('6-8')
  await page.keyboard.press('Tab')
  expect(await fila.getByLabel('Forma').inputValue()).toBe('de 6 a 8 dígitos')
  await page.getByRole('button', { name: 'Subir dato 2' }).press('Enter')
  expect(await page.getByRole('group', { name: 'dato 1' }).getByLabel('Clave').inputValue()).toBe(
    'nota',
  )
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  // What a way to pay asks for holds its cashiers back: changing it takes the password.
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await soy.getByLabel('Su contraseña').fill('Cambista-2026')
  await soy.getByRole('button', { name: 'Confirmar y guardar' }).press('Enter')
  await page.getByText('Tipo de pago actualizado.').first().waitFor()
  await page.reload()
  expect(await page.getByRole('group', { name: 'dato 1' }).getByLabel('Clave').inputValue()).toBe(
    'nota',
  )
  const forma = page.getByRole('group', { name: 'dato 1' }).getByLabel('Forma')
  await expect.poll(() => forma.inputValue()).toBe('de 6 a 8 dígitos')
  await page.getByRole('button', { name: 'Quitar dato 1' }).press('Enter')
  expect(await page.getByRole('group', { name: /^dato/ }).count()).toBe(1)
  expect(casa.errores).toEqual([])
})

test('20: the whole pasted text is shown with the field each part was read as; doubtful values are not filled in', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/clientes/detalle/2?ver=beneficiarios')
  await page.getByRole('button', { name: 'Nuevo beneficiario' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Nuevo beneficiario' })
  const pegar = dialogo.getByLabel('Pegar datos')
  const campo = (nombre: string) => dialogo.getByLabel(nombre)
  await pegar.fill(
    'Hola! es para mi mamá\nBanesco 0134\nPago móvil 0414-1234567\nV-12.345.678\nMaría del Carmen Rondón',
  )
  const leido = dialogo.getByRole('blockquote')
  expect((await leido.innerText()).split('\n').map((line) => line.trim())).toEqual([
    'Hola! es para mi Alias mamá',
    'Banco Banesco Banco 0134',
    'Método Pago móvil Celular 0414-1234567',
    'Documento V-12.345.678',
    'Titular María del Carmen Rondón',
  ])
  expect(await campo('Nombre del titular').inputValue()).toBe('María del Carmen Rondón')
  expect(await campo('Alias').inputValue()).toBe('mamá')
  expect(await campo('Parentesco').inputValue()).toBe('Padre o madre')

  // A second text clears what the first had filled in, so that no account keeps the other person's name.
  await pegar.fill('Banesco 0414-7654321 V-9876543\nYorgelis Quintero')
  expect(await campo('Nombre del titular').inputValue()).toBe('')
  expect(await campo('Alias').inputValue()).toBe('')
  expect(await campo('Número de documento').inputValue()).toBe('V9876543')
  await leido.getByText('¿Titular?').waitFor()
  await dialogo.getByText(/Dudoso en el texto pegado: no es seguro/).waitFor()
  await dialogo.getByRole('button', { name: 'Usar Yorgelis Quintero como titular' }).click()
  expect(await campo('Nombre del titular').inputValue()).toBe('Yorgelis Quintero')
  expect(await dialogo.getByText(/Dudoso en el texto pegado/).count()).toBe(0)
  expect(casa.errores).toEqual([])
})

test('whose bank no longer serves his country is not said to have wrong data', async () => {
  await comoDueno(
    casa.datos,
    `UPDATE entidades_financieras SET pais = 'co', algoritmo = 'ninguno' WHERE id =
       (SELECT entidad_id FROM beneficiarios WHERE nombre LIKE 'Yusmary Quispe%' AND cliente_id = 2)`,
  )
  const page = await casa.dentro('cajera')
  await page.goto('/clientes/detalle/2?ver=beneficiarios')
  await page.getByRole('row', { name: /Yusmary Quispe/ }).press('Enter')
  const ficha = page.getByRole('dialog', { name: /Yusmary Quispe/ })
  const alert = ficha.getByRole('alert')
  await alert.getByText(/^Hoy no se le puede pagar por .*\. Corrija esto antes:$/).waitFor()
  expect(await alert.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/ no trabaja en Venezuela\. Elija otra entidad/),
  ])
  // Nor does he stay verified for that: who sees it takes the mark away, and nobody gives it back.
  await ficha.getByRole('button', { name: 'Quitar verificación' }).click()
  await ficha.getByRole('button', { name: 'Marcar verificado', disabled: true }).waitFor()
  expect(casa.errores).toEqual([])
})

const NO_ES = 'Su contraseña o el código no es correcto.'

test('whoever has a second factor confirms with its code and his password; neither alone changes anything', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/tipos-pagos')
  const factor = '/perfil/segundo-factor'
  const { secreto } = await llamar<{ secreto: string }>(page, 'POST', factor, {
    password: PASSWORD_DEMO,
  })
  const { codigos } = await llamar<{ codigos: string[] }>(page, 'PUT', factor, {
    codigo: codigo(secreto, Date.parse(AHORA)),
  })
  // Who enrols has just said who he is.
  await comoDueno(casa.datos, 'UPDATE sesiones SET confirmada_hasta = NULL')
  await page.reload()
  await page.getByRole('row', { name: /Nequi/ }).press('Enter')
  await page.getByRole('button', { name: 'Agregar dato' }).press('Enter')
  await page.keyboard.type('Apodo')
  const fila = page.getByRole('group', { name: /^dato/ }).last()
  await fila.getByLabel('Clave').fill('apodo')
  await fila.getByLabel('Tipo').press('Enter')
  await page.getByRole('option', { name: 'Texto' }).click()
  await page.getByRole('button', { name: 'Guardar' }).press('Enter')
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  const clave = soy.getByLabel('Su contraseña')
  const suyo = soy.getByLabel('Código de su aplicación')
  const si = soy.getByRole('button', { name: 'Confirmar y guardar' })
  // It is asked for together with the password, and not only after a refusal.
  await suyo.waitFor()
  const apodos = async () =>
    (await casa.app.db.selectFrom('tipos_pagos').select('campos').execute()).filter(({ campos }) =>
      JSON.stringify(campos).includes('apodo'),
    ).length
  for (const [password, code, says] of [
    [PASSWORD_DEMO, '', /Escriba el código de su aplicación/],
    [PASSWORD_DEMO, '000000', NO_ES],
    ['no es esta', codigos[0] ?? '', NO_ES],
  ] as const) {
    await clave.fill(password)
    await suyo.fill(code)
    const answer = page.waitForResponse(/\/api\/auth\/confirmar/)
    await si.press('Enter')
    expect((await answer).status()).toBeGreaterThanOrEqual(400)
    await soy.getByText(says).first().waitFor()
    expect(await apodos()).toBe(0)
  }
  await clave.fill(PASSWORD_DEMO)
  await suyo.fill(codigos[1] ?? '')
  await si.press('Enter')
  await page.getByText('Tipo de pago actualizado.').first().waitFor()
  expect(await apodos()).toBe(1)
  expect(casa.errores).toEqual([])
})
