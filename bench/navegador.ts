import { launchBrowser } from '../test/support/browser.ts'

/** Compressed kB that a browser with an empty cache fetches until the sign-in form, and until the list. */
export async function bytes(
  puerto: number,
  usuario: string,
  password: string,
): Promise<{ ingreso: number; lista: number; peticiones: number }> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    let total = 0
    let peticiones = 0
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      total += encodedDataLength
      peticiones += 1
    })
    await page.goto(`http://127.0.0.1:${puerto}/`)
    await page.getByLabel('Usuario o correo').waitFor()
    await page.evaluate('document.fonts.ready.then(() => 1)')
    const ingreso = total / 1000
    // The rest of the app is preloaded while the user types.
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Usuario o correo').fill(usuario)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.waitForURL('**/dashboard')
    const bar = page.getByRole('navigation', { name: 'Principal' })
    await bar.getByRole('button', { name: 'Operaciones' }).click()
    await bar.getByRole('link', { name: 'Compra - Venta' }).click()
    await page.getByRole('row').nth(10).waitFor()
    return { ingreso, lista: total / 1000, peticiones }
  } finally {
    await browser.close()
  }
}
