import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()
const { db } = casa.app

/**
 * Writes a text as a device does that is a keyboard, with `ms` between two keys: each sign goes into the field that has
 * the focus unless the page keeps it, Enter submits its form.
 */
async function lector(page: Page, text: string, ms = 8): Promise<void> {
  await page.evaluate(
    async ({ keys, step }) => {
      const start = performance.now()
      for (const [i, key] of keys.entries()) {
        const field = document.activeElement ?? document.body
        const init = { key, bubbles: true, cancelable: true }
        const event = new KeyboardEvent('keydown', init)
        Object.defineProperty(event, 'timeStamp', { value: start + i * step })
        const taken = !field.dispatchEvent(event)
        // A device leaves the page the time to draw.
        if (key === 'Enter') await new Promise((drawn) => requestAnimationFrame(drawn))
        if (taken) continue
        if (key === 'Enter') (field as HTMLInputElement).form?.requestSubmit()
        else document.execCommand('insertText', false, key)
      }
      // What is written next is a burst of its own, however quick the page was.
      const end = start + keys.length * step + 1000
      await new Promise((passed) => setTimeout(passed, end - performance.now()))
    },
    { keys: [...text].map((key) => (key === '\n' ? 'Enter' : key)), step: ms },
  )
}

const MRZ = [
  'I<PER12345678<8<<<<<<<<<<<<<<<',
  '9005215F3001019PER<<<<<<<<<<<8',
  'QUISPE<MAMANI<<ROSA<ELENA<<<<<',
].join('\n')

async function mostrador() {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  const monto = page.getByLabel('Recibimos US$')
  const heard = page.waitForResponse(/\/assets\/lector-[^/]*\.js$/)
  await monto.fill('150')
  await page.keyboard.press('Shift')
  await heard
  const cliente = page.getByLabel(/^Cliente/).first()
  return { page, monto, cliente }
}

test('a document put on the scanner puts its client there, from the amount, and the amount stays', async () => {
  const { num_doc, nombre } = await db
    .selectFrom('clientes')
    .select(['num_doc', 'nombre'])
    .where('estado', '=', 'activo')
    .where('tipo_doc', '=', 'DNI')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { page, monto, cliente } = await mostrador()
  await monto.focus()
  await lector(page, `${num_doc}\n`)
  await expect.poll(() => cliente.inputValue()).toContain(nombre)
  expect(await monto.inputValue()).toBe('150')
  expect(page.url()).toMatch(/\/nueva$/)

  // Another one's takes his place; nobody was registered by the reader's Enter.
  await lector(page, `${MRZ}\n`)
  const dialogo = page.getByRole('dialog', { name: 'Cliente nuevo' })
  await expect.poll(() => dialogo.getByLabel(/^Número/).inputValue()).toBe('12345678')
  expect(await dialogo.getByLabel(/^Nombres/).inputValue()).toBe('Rosa Elena')
  expect(await dialogo.getByLabel(/^Apellidos/).inputValue()).toBe('Quispe Mamani')
  expect(await monto.inputValue()).toBe('150.00')
  expect(casa.errores).toEqual([])
})

test('on a new order a scanned document finds its client, and one who is not here yet begins with it', async () => {
  const { num_doc, nombre } = await db
    .selectFrom('clientes')
    .select(['num_doc', 'nombre'])
    .where('estado', '=', 'activo')
    .where('tipo_doc', '=', 'DNI')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const page = await casa.dentro('cajera')
  await page.goto('/ordenes/nueva')
  const monto = page.getByLabel(/^Entrega S\//)
  const heard = page.waitForResponse(/\/assets\/lector-[^/]*\.js$/)
  await monto.fill('150')
  await page.keyboard.press('Shift')
  await heard
  await monto.focus()
  await lector(page, `${num_doc}\n`)
  const cliente = page.getByLabel(/^Cliente/).first()
  await expect.poll(() => cliente.inputValue()).toContain(nombre)
  expect(await monto.inputValue()).toBe('150')
  await lector(page, `${MRZ}\n`)
  const dialogo = page.getByRole('dialog', { name: 'Cliente nuevo' })
  await expect.poll(() => dialogo.getByLabel(/^Número/).inputValue()).toBe('12345678')
  expect(await monto.inputValue()).toBe('150.00')
  expect(page.url()).toMatch(/\/ordenes\/nueva$/)
  expect(casa.errores).toEqual([])
})

test('what a person types stays where it was typed, and so does what a field asks for', async () => {
  const { page, monto, cliente } = await mostrador()
  await monto.fill('')
  await monto.focus()
  await lector(page, '45678912', 120)
  expect(await monto.inputValue()).toBe('45678912')
  expect(await cliente.inputValue()).toBe('')
  // Typed as fast as a device: a key that goes to another field ends what might have been a document.
  await monto.fill('')
  await page.keyboard.type('4')
  await page.keyboard.press('F8')
  await page.keyboard.type('5678912')
  await page.keyboard.press('Enter')
  expect(await monto.inputValue()).toBe('4.00')
  expect(await cliente.inputValue()).toBe('5678912')
  await page.keyboard.press('Escape')
  await cliente.fill('')
  // A number that is read into a field of text is that field's.
  const observacion = page.getByLabel('Observación')
  await observacion.focus()
  await lector(page, '45678912')
  expect(await observacion.inputValue()).toBe('45678912')
  // A document that was read badly changes nothing.
  await observacion.fill('Cliente de siempre')
  await lector(page, `${MRZ.replace('12345678', '12345679')}\n`)
  await page.getByText('No se leyó bien el documento').waitFor()
  expect(await observacion.inputValue()).toBe('Cliente de siempre')
})

test('a bill counter fills the count of notes', async () => {
  const { page } = await mostrador()
  await page.getByRole('button', { name: 'Contar el efectivo' }).first().click()
  const dialogo = page.getByRole('dialog')
  await dialogo.getByText('Usar este monto').waitFor()
  await lector(page, '100 x 1\n50 x 1\n')
  await dialogo.getByText('Coincide con el pago').waitFor()
  await dialogo.getByRole('button', { name: 'Usar este monto' }).click()
  await page.getByText('Contado: 1 × 100 · 1 × 50').waitFor()
  expect(casa.errores).toEqual([])
})

test('a bill counter fills the count of a till, each line where it belongs', async () => {
  // The third account is of a currency without denominations: its amount is the device's total.
  const { rows } = await sql<{ iso: string; cuenta: string }>`
    SELECT m.iso, c.nombre AS cuenta FROM turnos t JOIN usuarios u ON u.id = t.usuario_id AND u.usuario = 'cajera'
    JOIN turnos_cuentas x ON x.turno_id = t.id JOIN cuentas c ON c.id = x.cuenta_id JOIN monedas m ON m.id = c.moneda_id
    WHERE t.estado = 'abierto' ORDER BY m.iso = 'USD' DESC, m.iso = 'PEN' DESC`.execute(db)
  const [dolares, soles, otra] = rows
  expect([dolares?.iso, soles?.iso, rows.length]).toEqual(['USD', 'PEN', 3])
  await sql`UPDATE monedas SET billetes = NULL, metalicas = NULL WHERE iso = ${otra?.iso}`.execute(
    db,
  )
  const page = await casa.dentro('cajera')
  await page.goto('/cierres/mi-caja')
  await page.getByRole('button', { name: 'Contar y cerrar la caja' }).waitFor()
  const heard = page.waitForResponse(/\/assets\/lector-[^/]*\.js$/)
  await page.getByRole('button', { name: 'Contar y cerrar la caja' }).press('Enter')
  await heard
  const grupo = (cuenta = '') => page.getByRole('group', { name: cuenta, exact: true })
  const caja = (cuenta: string | undefined, valor: number) =>
    grupo(cuenta).getByLabel(new RegExp(`^\\D+${valor}(?![\\d.])`))
  const cien = caja(dolares?.cuenta, 100)
  const veinte = caja(dolares?.cuenta, 20)

  // From the box of twenty: each line finds its own, and the total is no number of notes.
  await veinte.fill('3')
  await lector(page, '100 x 25\n50 x 4\nTOTAL 2700\n')
  expect(await cien.inputValue()).toBe('25')
  expect(await caja(dolares?.cuenta, 50).inputValue()).toBe('4')
  expect(await veinte.inputValue()).toBe('3')
  await page
    .getByRole('status', { name: `Total de ${dolares?.cuenta}` })
    .getByText('2,760.00')
    .waitFor()
  // A currency that is named is its own account's, wherever the focus is.
  await lector(page, 'PEN 20 x 7 PCS\n')
  expect(await caja(soles?.cuenta, 20).inputValue()).toBe('7')
  // What the currency lacks changes nothing, and is said.
  await lector(page, '30 x 5\n')
  await page.getByText(/no tiene esa denominación/).waitFor()
  expect(await veinte.inputValue()).toBe('3')
  const monto = grupo(otra?.cuenta).getByLabel(`Efectivo en ${otra?.iso}`)
  await monto.focus()
  await lector(page, '50 x 4\nTOTAL 200\n')
  await expect.poll(() => monto.inputValue()).toMatch(/^200(\.00)?$/)
  // From nowhere, nobody can tell whose it is.
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement).blur()
    getSelection()?.removeAllRanges()
  })
  await lector(page, '100 x 9\n')
  await page.getByText(/ponga el cursor en la cuenta que cuenta/).waitFor()
  expect(await cien.inputValue()).toBe('25')
  // What a person types in a box stays there.
  await veinte.focus()
  await lector(page, '12', 120)
  expect(await veinte.inputValue()).toBe('12')
  expect(casa.errores).toEqual([])
})
