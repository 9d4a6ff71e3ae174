import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { cotizar } from '../../../src/core/dinero/tasa.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { SEMILLA } from '../../jaula/azar.ts'
import { vectores } from '../../support/areas/vectores.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

async function abrir(page: Page) {
  await page.getByRole('button', { name: 'Calculadora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  await dialog.waitFor()
  const tasa = () => dialog.getByLabel('Tasa').inputValue()
  const envia = dialog.getByLabel(/Monto a Enviar/)
  const recibe = dialog.getByLabel('Total a Recibir')
  await expect.poll(tasa).not.toBe('')
  return { dialog, tasa, envia, recibe }
}

/** Calls the API as the page's user. */
function llamar(page: Page, method: string, path: string, body?: unknown) {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = {
        'x-token': localStorage.getItem('idToken') ?? '',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const given = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      return (await fetch(`/api${path}`, given)).json()
    },
    [method, path, body] as const,
  )
}

async function tipoDe(page: Page, pais: string, base: string, cotizacion: string) {
  const all = await llamar(page, 'GET', '/tipos-cambios')
  return all.find(
    (t: Record<string, { iso: string }>) =>
      (t.pais as unknown) === pais &&
      t.divisa_base?.iso === base &&
      t.divisa_cotizacion?.iso === cotizacion &&
      (t.segmento as unknown) === 'publico',
  )
}

test('the calculator of the original brief, sentence by sentence', async () => {
  const page = await casa.entrar('admin')
  const { dialog, tasa, envia, recibe } = await abrir(page)
  const de = dialog.getByLabel('Moneda a Enviar')
  const a = dialog.getByLabel('Moneda a Recibir')
  // Tasa is read-only; the amount shows the base currency's symbol; the target list omits the base.
  expect(await dialog.getByLabel('Tasa').isEditable()).toBe(false)
  await dialog.getByLabel('Monto a Enviar (S/)').waitFor()
  expect(await a.locator('option').allInnerTexts()).not.toContain('PEN · Sol')
  // Changing the amount recalculates; clearing it clears the result.
  await envia.fill('500')
  await expect.poll(() => recibe.inputValue()).toMatch(/26,206\.00/)
  await dialog.getByText('Tasa 198.50').first().waitFor()
  await dialog.getByText('132.02').first().waitFor()
  await envia.fill('')
  await expect.poll(() => recibe.inputValue()).toBe('')
  // Changing the base clears the target, its amount and the rate; without a rate nothing is calculated.
  await envia.fill('500')
  await de.selectOption({ label: 'USD · Dólar' })
  await expect.poll(tasa).toBe('')
  expect(await a.inputValue()).toBe('')
  expect(await recibe.inputValue()).toBe('')
  expect(await dialog.getByText('Cambio en Divisas').count()).toBe(0)
  expect(await a.locator('option').allInnerTexts()).toContain('PEN · Sol')
  // Choosing a target fetches its rate, shown with its own precision.
  await a.selectOption({ label: 'PEN · Sol' })
  await expect.poll(tasa).toBe('3.520')
  // Clearing the target clears amount, rate and tasa.
  await a.focus()
  await a.selectOption({ label: 'Elija…' })
  await expect.poll(tasa).toBe('')
  expect(await envia.inputValue()).toBe('')
  // The back arrow closes the calculator.
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('the typed amount selects its tramo and rate, on either side', async () => {
  const page = await casa.entrar('admin')
  const { dialog, tasa, envia, recibe } = await abrir(page)
  await envia.fill('6000')
  await expect.poll(tasa).toBe('53.528')
  await dialog.getByText(/Tasa mayorista · válida hasta/).waitFor()
  await expect.poll(() => recibe.inputValue()).toMatch(/321,168\.00/)
  await envia.fill('500')
  await expect.poll(tasa).toBe('52.412')
  await recibe.fill('267640')
  await expect.poll(tasa).toBe('53.528')
  await expect.poll(() => envia.inputValue()).toMatch(/5,000\.00/)
  await recibe.fill('265000')
  await dialog.getByText('Con S/ 5,000.00 rige la tasa mayorista y recibe Bs 267,640.00.').waitFor()
  expect(await envia.inputValue()).toBe('')
})

test('another country quotes its own corridors', async () => {
  const page = await casa.entrar('admin')
  const { dialog, tasa, envia, recibe } = await abrir(page)
  await dialog.getByLabel('País de origen').selectOption({ label: 'Colombia' })
  await expect.poll(tasa).toBe('21.00')
  await envia.fill('100000')
  await expect.poll(() => recibe.inputValue()).toMatch(/4,761\.90/)
})

test('a quote ends at its stated time and is renewed with the typed amount', async () => {
  const page = await casa.entrar('admin')
  // Two minutes: a screen that is idle for longer locks.
  const { version } = await llamar(page, 'GET', '/ajustes')
  await llamar(page, 'PUT', '/ajustes', { version, bloqueo_minutos: 2 })
  await page.clock.install()
  await page.reload()
  const { dialog, envia, recibe } = await abrir(page)
  await envia.fill('500')
  await expect.poll(() => recibe.inputValue()).toMatch(/26,206\.00/)
  await dialog.getByText(/falta/).waitFor()
  await page.clock.fastForward('02:10')
  await dialog.getByText(/La cotización venció a las/).waitFor()
  expect(await dialog.getByRole('button', { name: /Copiar/ }).count()).toBe(0)
  await envia.press('Enter')
  await dialog.getByText(/falta/).waitFor()
  expect(await envia.inputValue()).toMatch(/^500/)
  const now = await llamar(page, 'GET', '/ajustes')
  await llamar(page, 'POST', '/auth/confirmar', { password: PASSWORD_DEMO })
  await llamar(page, 'PUT', '/ajustes', { version: now.version, bloqueo_minutos: 20 })
})

test('a rate change during a quote shows both amounts and keeps the typed one', async () => {
  const page = await casa.entrar('admin')
  const other = await casa.entrar('admin')
  const { dialog, tasa, envia } = await abrir(other)
  await envia.fill('500')
  const { id } = await tipoDe(page, 'pe', 'PEN', 'VES')
  const motivo = 'Cambio de prueba'
  await llamar(page, 'PUT', `/tipos-cambios/tasa/${id}`, { tasa: '52.000', motivo })
  await expect.poll(tasa).toBe('52.000')
  await dialog.getByText('52.412: S/ 500.00 → Bs 26,206.00').waitFor()
  await dialog.getByText('Ahora 52.000: S/ 500.00 → Bs 26,000.00').waitFor()
  expect(await envia.inputValue()).toMatch(/^500/)
  const off = { id, tasa_manual: false, motivo }
  await llamar(page, 'POST', '/tipos-cambios/tasa-manual', off)
  await expect.poll(tasa).toBe('52.412')
})

test('by keyboard only, a quote continues at the counter with its rate and amounts', async () => {
  const page = await casa.entrar('admin')
  await page.getByRole('button', { name: 'Calculadora' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Calculadora' })
  await dialog.getByLabel('Moneda a Recibir').selectOption({ label: 'USD · Dólar' })
  await expect.poll(() => dialog.getByLabel('Tasa').inputValue()).toBe('3.560')
  await dialog.getByLabel('Total a Recibir').focus()
  await page.keyboard.type('100')
  await expect.poll(() => dialog.getByLabel(/Monto a Enviar/).inputValue()).toMatch(/356\.00/)
  const crear = dialog.getByRole('button', { name: 'Crear compra-venta' })
  await crear.waitFor()
  for (let i = 0; i < 6; i += 1) {
    if (await crear.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/compras-ventas/nueva?**')
  await page.getByText('El cliente entrega S/ 356.00 y recibe US$ 100.00.').waitFor()
  expect(new URL(page.url()).searchParams.get('historico_id')).toMatch(/^\d+$/)
})

test('deshacer of a mistyped rate restores the one before and says whether operations were made at it', async () => {
  const page = await casa.entrar('admin')
  const { id } = await tipoDe(page, 'pe', 'USD', 'PEN')
  const motivo = 'Se escribió mal'
  await llamar(page, 'PUT', `/tipos-cambios/tasa/${id}`, { tasa: '3.500', motivo })
  await page.goto(`${casa.url}/tipos-cambios/detalle/${id}`)
  await page.getByRole('link', { name: 'Deshacer' }).click()
  await page.getByText('Ninguna operación se hizo con esa tasa.').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Se digitó 3.500 por 3.520')
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.waitForURL('**/tipos-cambios/deshecho/*')
  await page.getByRole('heading', { name: 'Tasa deshecha' }).waitFor()
  expect((await llamar(page, 'GET', `/tipos-cambios/${id}`)).tasa).toBe('3.520')
  expect(casa.errores).toEqual([])
})

test(`browser and server convert 10,000 vectors to the same digits (seed ${SEMILLA})`, async () => {
  const page = await casa.visita()
  const groups = vectores(SEMILLA, 100, 100).flat()
  const expected = groups.map(({ lado, monto, decimales, ...tasa }) =>
    cotizar(lado === 'envia' ? { envia: monto } : { recibe: monto }, tasa, decimales),
  )
  await page.evaluate(await bundle())
  const said = await page.evaluate((given) => {
    const { cotizar } = (
      globalThis as unknown as {
        nucleo: { cotizar: typeof import('../../../src/core/dinero/tasa.ts').cotizar }
      }
    ).nucleo
    return given.map(({ lado, monto, decimales, ...tasa }) =>
      cotizar(lado === 'envia' ? { envia: monto } : { recibe: monto }, tasa, decimales),
    )
  }, groups)
  expect(said).toEqual(expected)
})

/** The conversion module of the screens, bundled by their own bundler into one browser script. */
async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, '../../../src/core/dinero/tasa.ts'),
        formats: ['iife'],
        name: 'nucleo',
      },
    },
  })
  const [first] = Array.isArray(made) ? made : [made]
  const { output } = first as Rollup.RollupOutput
  return `${output[0].code};globalThis.nucleo = nucleo`
}
