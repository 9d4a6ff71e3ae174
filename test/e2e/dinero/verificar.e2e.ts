import type { Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa({ dias: 6 })

/** The text of the QR code that an element holds, read from its drawing. */
async function leerQr(page: Page, selector: string): Promise<string> {
  const drawn = await page.locator(`${selector} svg`).evaluate((svg) => ({
    lado: Number(svg.getAttribute('viewBox')?.split(' ')[2]),
    celdas: svg.querySelector('path')?.getAttribute('d') ?? '',
  }))
  const scale = 8
  const width = drawn.lado * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x = '', y = ''] of drawn.celdas.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) * scale + row) * width + Number(x) * scale) * 4
      for (let n = 0; n < scale * 4; n += 4) data.fill(0, start + n, start + n + 3)
    }
  }
  return decodeQR({ width, height: width, data })
}

test('the QR code of a ticket leads a stranger to what the books say, and to nobody’s name', async () => {
  const page = await casa.entrar('cajera')
  await page.goto('/compras-ventas/detalle/2')
  await page.getByRole('heading', { level: 1, name: /CV-/ }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const url = await leerQr(page, '[data-papel]')
  const numero = url.split('#')[1]?.split('.')[0] ?? ''
  const said = await page.locator('[data-papel]').innerText()
  const [, amount = ''] = /Usted entrega\s+(\S+ [\d,.]+)/.exec(said) ?? []
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
