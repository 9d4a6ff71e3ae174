import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'
import { leerQr } from '../pantallas.ts'

const casa = await abrirCasa({ dias: 6 })

test('the QR code of a ticket leads a stranger to what the books say, and to nobody’s name', async () => {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/detalle/2')
  await page.getByRole('heading', { level: 1, name: /CV-/ }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const url = await leerQr(page.locator('[data-papel] svg'))
  const numero = url.split('#')[1]?.split('.')[0] ?? ''
  const said = await page.locator('[data-papel]').innerText()
  const [, amount = ''] = /Usted entrega\s+(\S+\s[\d,.]+)/.exec(said) ?? []
  expect([said.includes(numero), amount !== '']).toEqual([true, true])

  const stranger = await casa.visita()
  const calls: string[] = []
  stranger.on('request', (request) => calls.push(request.url()))
  await stranger.goto(url)
  await stranger.getByText('emitió este documento').waitFor()
  const shown = await stranger.getByRole('main').innerText()
  expect(shown).toContain(numero)
  expect(shown.replaceAll(/\s/g, ' ')).toContain(amount.replaceAll(/\s/g, ' '))
  expect(calls.filter((call) => call.includes(numero))).toEqual([])
  await stranger.getByRole('button', { name: 'Verificar otro' }).click()
  await stranger.getByLabel('Código de verificación').fill('0000-0000-0000-0000')
  await stranger.getByLabel('Código de verificación').press('Enter')
  await stranger
    .getByText(/Ese número y ese código no son/)
    .first()
    .waitFor()
})
