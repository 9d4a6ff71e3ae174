import { sql } from 'kysely'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

async function operaciones(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM compras_ventas`.execute(
    casa.app.db,
  )
  return rows[0]?.n ?? 0
}

async function mostrador(monto: string): Promise<Page> {
  const page = await casa.dentro('cajera')
  await page.goto('/compras-ventas/nueva')
  await page.getByLabel('Recibimos US$').fill(monto)
  await page.getByText(/^El cliente entrega/).waitFor()
  return page
}

test('a request with a lost answer is retried: one operation, never reported as failed', async () => {
  const page = await mostrador('31')
  const before = await operaciones()
  let lost = 0
  let seen = () => {}
  const said = new Promise<void>((resolve) => {
    seen = resolve
  })
  await page.route('**/api/compras-ventas', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if (lost > 0) {
      // It is asked again half a second later: the answer waits until the sentence was seen.
      await said
      return route.continue()
    }
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('F9')
  await page.getByText('No sabemos si la operación se registró. Comprobando…').waitFor()
  seen()
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  expect([lost, (await operaciones()) - before]).toEqual([1, 1])
})

test('a ticket whose answer was lost comes back with one line: it is found to be saved, and nothing is saved again', async () => {
  const page = await mostrador('41')
  await page.keyboard.press('F3')
  await page.keyboard.type('42')
  const before = await operaciones()
  await page.route('**/api/compras-ventas/tickets', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('F9')
  await page.getByText('No sabemos si la operación se registró. Comprobando…').waitFor()
  expect((await operaciones()) - before).toBe(2)
  await page.unroute('**/api/compras-ventas/tickets')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: /Recuperar/ }).click()
  await page.getByText(/^Antes se envió una operación desde aquí sin recibir respuesta/).waitFor()
  await page.getByRole('button', { name: 'Quitar la línea 1' }).click()
  await page.keyboard.press('F9')
  await page.getByText(/Lo que se envió antes desde este formulario sí se registró/).waitFor()
  expect((await operaciones()) - before).toBe(2)
})

test('while the answer of one operation is looked for, a line that is added does not send a ticket', async () => {
  const page = await mostrador('43')
  const before = await operaciones()
  const sent: string[] = []
  const { promise: added, resolve: add } = Promise.withResolvers<void>()
  await page.route('**/api/compras-ventas{,/tickets}', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    sent.push(`${new URL(request.url()).pathname} ${await request.headerValue('idempotency-key')}`)
    if (sent.length > 1) {
      await added
      return route.continue()
    }
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('F9')
  await page.getByText('No sabemos si la operación se registró. Comprobando…').waitFor()
  await page.keyboard.press('F3')
  await page.keyboard.type('44')
  await page.getByText(/En total el cliente entrega/).waitFor()
  await page.keyboard.press('F9')
  add()
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  expect((await operaciones()) - before).toBe(1)
  expect(new Set(sent).size).toBe(1)
})

test('a double click, Enter and F9 at once register one operation', async () => {
  const page = await mostrador('32')
  const before = await operaciones()
  const sent = new Map<Request, boolean>()
  page.on('request', (request) => request.method() === 'POST' && sent.set(request, false))
  for (const ended of ['requestfinished', 'requestfailed'] as const) {
    page.on(ended as 'requestfinished', (request) => sent.has(request) && sent.set(request, true))
  }
  await page.getByRole('button', { name: /Guardar e imprimir/ }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.keyboard.press('F9')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  // Every request that was sent has its answer.
  await expect.poll(() => [...sent.values()].every(Boolean)).toBe(true)
  expect((await operaciones()) - before).toBe(1)
})

test('when the session ends, the sign-in opens over the form, which keeps its values', async () => {
  const page = await mostrador('33')
  await sql`UPDATE sesiones SET terminada_en = now() WHERE terminada_en IS NULL`.execute(
    casa.app.db,
  )
  const before = await operaciones()
  await page.keyboard.press('F9')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contraseña', { exact: true }).fill('Cambista-2026')
  await dialog.getByRole('button', { name: 'Ingresar' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Recibimos US$').inputValue()).toMatch(/^33/)
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: /Compra CV-/ }).waitFor()
  expect((await operaciones()) - before).toBe(1)
})

test('leaving a counter with typed values asks for confirmation', async () => {
  const page = await mostrador('34')
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' })
  await dialog.getByRole('button', { name: 'Seguir aquí' }).click()
  expect(await page.getByLabel('Recibimos US$').inputValue()).toMatch(/^34/)
})
