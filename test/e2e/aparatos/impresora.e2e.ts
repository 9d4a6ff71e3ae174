import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, dibujado, terminada } from '../casa.ts'
import { contar, quieta } from '../quieta.ts'

const casa = await abrirCasa()

/**
 * What the browser has for a serial port, with a printer at its end: `window.impreso` holds the bytes of each time it was
 * open. With `apagada` in the session's storage it takes nothing and answers nothing; with `lenta` it takes its time.
 */
const IMPRESORA = `{
  window.impreso = []
  const off = () => sessionStorage.getItem('apagada') !== null
  let back
  const port = {
    readable: null,
    getInfo: () => ({ usbVendorId: 0x04b8, usbProductId: 0x0202 }),
    open: async () => {
      window.impreso.push([])
      port.readable = new ReadableStream({ start: (c) => { back = c } })
    },
    close: async () => {},
    get writable() {
      return new WritableStream({ write: async (bytes) => {
        while (sessionStorage.getItem('lenta')) await new Promise((next) => setTimeout(next, 10))
        if (off()) return
        if (bytes[0] === 0x10) back.enqueue(Uint8Array.of(0x12))
        else window.impreso.at(-1).push(...bytes)
      } })
    },
  }
  Object.defineProperty(navigator, 'serial', {
    value: { requestPort: async () => port, getPorts: async () => [port] },
  })
}`

/** The tickets that came out, as text (accents as their bytes in PC858). */
const impreso = async (page: Page) =>
  ((await page.evaluate('window.impreso')) as number[][])
    .filter((bytes) => bytes.length > 0)
    .map((bytes) => String.fromCharCode(...bytes))
const dialogos = (page: Page) => page.evaluate('window.impresiones ?? 0')
const CAJON = '\x1bp\x00\x19\xfa'

async function puesto(usuario: string) {
  const page = await casa.entrar(usuario)
  await page.addInitScript(IMPRESORA)
  await page.goto('/compras-ventas/nueva')
  await page.getByRole('link', { name: 'Impresora', exact: true }).click()
  await page.getByRole('heading', { name: 'Impresora de este puesto' }).waitFor()
  return page
}

test('a machine with a receipt printer: tickets come out at once, with the drawer, and copies say so', async () => {
  const page = contar(await puesto('cajera'))
  await page.getByText('por el diálogo de impresión del navegador').waitFor()
  await page.getByRole('button', { name: 'Elegir impresora serie' }).click()
  await page.getByText('Puerto serie, aparato 04b8:0202').waitFor()
  await page.getByLabel(/^Abrir el cajón/).check()
  await page.getByRole('button', { name: 'Imprimir prueba' }).click()
  await page.getByText('Enviada. La impresora responde').waitFor()
  const [prueba] = await impreso(page)
  expect(prueba).toContain('No es un comprobante.')
  expect(prueba).not.toContain(CAJON)

  // It is still chosen after a reload.
  await page.reload()
  await page.getByText('Puerto serie, aparato 04b8:0202').waitFor()
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').fill('100')
  await page.keyboard.press('F9')
  await page.getByRole('button', { name: /Reimprimir ticket/ }).waitFor()
  const [ticket = ''] = await impreso(page)
  expect(ticket).toContain('COMPRA CV-')
  expect(ticket).toContain('Usted recibe')
  expect(ticket).toContain('S/ 352.00')
  expect(ticket.split(CAJON)).toHaveLength(2)
  expect(ticket).not.toContain('COPIA')
  // Its QR code leads to the page that checks it.
  const enlace = ticket.slice(ticket.indexOf('http')).split('\x1d')[0] ?? ''
  expect(await dialogos(page)).toBe(0)
  const holder = await casa.visita()
  await holder.goto(enlace)
  await holder.getByText('S/ 352.00').waitFor()

  await page.keyboard.press('F9')
  await expect.poll(async () => (await impreso(page)).length).toBe(2)
  const copia = (await impreso(page))[1] ?? ''
  expect(copia).toContain('COPIA')
  expect(copia).not.toContain(CAJON)
  // What is no ticket stays with the browser.
  const hoja = page.getByRole('button', { name: 'Hoja A5' })
  const contada = terminada(page, '/imprimir')
  await hoja.click()
  await expect.poll(() => dialogos(page)).toBe(1)
  await contada
  // It is noted once the page has read its document again.
  await quieta(page)

  // Asked for again before it is out, it comes out once; whatever else is printed waits for its turn.
  await page.evaluate("sessionStorage.setItem('lenta', 'sí')")
  await page.keyboard.press('F9')
  await page.keyboard.press('F9')
  await hoja.click()
  await dibujado(page)
  expect(await dialogos(page)).toBe(1)
  expect(await page.getByText('Espere un momento').count()).toBe(0)
  await page.evaluate("sessionStorage.removeItem('lenta')")
  await expect.poll(() => dialogos(page)).toBe(2)
  expect(await impreso(page)).toHaveLength(3)
  expect(casa.errores).toEqual([])
})

test('a printer that is off: the operation stands, nothing counts as printed, and both ways out work', async () => {
  const page = await puesto('cajera')
  await page.getByRole('button', { name: 'Elegir impresora serie' }).click()
  await page.getByRole('button', { name: 'Imprimir prueba' }).click()
  await page.getByText('Enviada. La impresora responde').waitFor()
  await page.evaluate("sessionStorage.setItem('apagada', 'sí')")
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').fill('60')
  await page.keyboard.press('F9')
  const alerta = page.getByRole('alert').filter({ hasText: 'está registrada' })
  await alerta.waitFor()
  expect(await alerta.innerText()).toMatch(
    /La operación CV-\S+ está registrada, pero el ticket no salió: la impresora no responde/,
  )
  await page.getByRole('button', { name: 'Imprimir ticket' }).waitFor()

  await page.evaluate("sessionStorage.removeItem('apagada')")
  await alerta.getByRole('button', { name: 'Imprimir otra vez' }).click()
  await page.getByRole('button', { name: /Reimprimir ticket/ }).waitFor()
  expect((await impreso(page)).at(-1)).not.toContain('COPIA')
  expect(await alerta.count()).toBe(0)

  await page.evaluate("sessionStorage.setItem('apagada', 'sí')")
  await page.keyboard.press('F9')
  await alerta.getByRole('button', { name: 'Imprimir con el navegador' }).click()
  await expect.poll(() => dialogos(page)).toBe(1)
  expect(casa.errores).toEqual([])
})

test('a browser that reaches no device says what to do', async () => {
  const page = await casa.entrar('cajera')
  await page.addInitScript('delete Navigator.prototype.serial; delete Navigator.prototype.usb')
  await page.goto('/impresora')
  await page.getByText('Abra el programa en Chrome o Edge').waitFor()
  expect(await page.getByRole('button', { name: 'Elegir impresora serie' }).isDisabled()).toBe(true)
})
