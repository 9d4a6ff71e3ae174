import type { Locator, Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'

/** Navigates inside the program, as a link does, without reloading it. */
export async function ir(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** The text of a QR code, read from its drawing: the `svg`. */
export async function leerQr(code: Locator): Promise<string> {
  const drawn = await code.evaluate((svg) => ({
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
