import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'

/** A unique picture of a payment (never a duplicate), as large as a phone's: 3,000 pixels high. */
export async function foto(page: Page): Promise<Buffer> {
  const address = (await page.evaluate(`(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1500
    canvas.height = 3000
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#742384'
    pen.fillRect(0, 0, 1500, 3000)
    pen.fillStyle = '#fff'
    pen.font = '90px sans-serif'
    pen.fillText('${randomUUID()}', 40, 600)
    return canvas.toDataURL('image/png')
  })()`)) as string
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

/** Pastes a picture into the focused element. */
export async function pegarFoto(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate((bytes) => {
    const content = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([content], 'image.png', { type: 'image/png' }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, picture.toString('base64'))
}

/** Drops a picture of its own, `recibo.png`, on `target`; answers whether the page took it. */
export async function soltarFoto(target: Locator): Promise<boolean> {
  const picture = (await foto(target.page())).toString('base64')
  return target.evaluate((element, bytes) => {
    const dataTransfer = new DataTransfer()
    const content = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))
    dataTransfer.items.add(new File([content], 'recibo.png', { type: 'image/png' }))
    const fire = (kind: string) => {
      const init = { bubbles: true, cancelable: true, dataTransfer }
      return !element.dispatchEvent(new DragEvent(kind, init))
    }
    // A browser that finds nobody to take a file opens it in place of the page.
    if (!fire('dragover')) throw new Error('the browser would leave the page')
    return fire('drop')
  }, picture)
}
