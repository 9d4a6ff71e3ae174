import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { abrirCasa, reposado } from '../casa.ts'
import { laboratorio } from '../imagenes.ts'
import { contar, quieta } from '../quieta.ts'
import { conSuReloj, edadesFalsas, edadesFalsasDe } from './edades.ts'

/*
 * The pictures of the manual are pages of the program, brought there as the manual says. Each is compared with what the
 * page shows now, so that none shows what is gone; CAMBISTA_FOTOS=1 writes those that changed.
 */

const casa = await abrirCasa()
const { diferencia } = await laboratorio(casa.browser)

/** The share of a picture that may look otherwise: times and ages change, the layout does not. */
const CAMBIA = 0.02

const entrar = async (usuario: string) =>
  conSuReloj(
    contar(
      await casa.dentro(usuario, {
        viewport: { width: 1100, height: 680 },
        colorScheme: 'light',
        reducedMotion: 'reduce',
      }),
    ),
  )

const IMAGENES: Readonly<Record<string, () => Promise<Page>>> = {
  inicio: async () => {
    const page = await entrar('cajera')
    await page.getByText('Operaciones de hoy').waitFor()
    return page
  },
  paleta: async () => {
    const page = await entrar('cajera')
    await page.getByText('Operaciones de hoy').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Buscar páginas/ }).fill('venta')
    await page.getByRole('option', { name: /Nueva venta/ }).waitFor()
    return page
  },
  mostrador: async () => {
    const page = await entrar('cajera')
    await page.goto('/compras-ventas/nueva')
    await page.getByLabel('Recibimos US$').fill('100')
    await page.getByText(/El cliente entrega/).waitFor()
    return page
  },
  conteo: async () => {
    const page = await entrar('cajera')
    await page.goto('/cierres/mi-caja')
    await page.getByRole('button', { name: 'Contar y cerrar la caja' }).click()
    await page.getByText('Cuente lo que hay').waitFor()
    return page
  },
  cliente: async () => {
    const page = await entrar('cajera')
    await page.goto('/clientes/detalle/1')
    await page.getByText('Este mes').waitFor()
    // The last part of the page.
    await page.getByText('Pago Móvil · Venezuela').waitFor()
    return page
  },
  orden: async () => {
    const page = await entrar('cajera')
    await page.goto('/ordenes/nueva')
    await page.getByLabel('Entrega S/').fill('200')
    await page.getByText('Elija primero el cliente').waitFor()
    return page
  },
  tablero: async () => {
    const page = await entrar('pagador')
    await page.goto('/ordenes')
    await page.locator('[data-orden]').first().waitFor()
    return page
  },
  precios: async () => {
    const page = await entrar('admin')
    await page.goto('/pares-divisas')
    await page.getByRole('button', { name: 'Editar precios' }).click()
    await page.getByRole('button', { name: /Revisar/ }).waitFor()
    return page
  },
}

test.each(Object.entries(IMAGENES))('the manual shows %s as it is', async (nombre, llegar) => {
  const page = await llegar()
  await quieta(page)
  await page.evaluate('document.fonts.ready.then(() => 1)')
  await page.mouse.move(0, 0)
  await reposado(page)
  expect(await edadesFalsasDe(page), 'ages that its house does not have').toEqual([])
  const share = await diferencia(`docs/manual/imagenes/${nombre}.webp`, await page.screenshot())
  expect(share, 'npm test -- e2e/manual with CAMBISTA_FOTOS=1 writes it anew').toBeLessThan(CAMBIA)
  await page.close()
})

test('R-387: an age that the house does not have is found on a picture, and no other', () => {
  const said =
    'Confirmada hace 372 d · tarjeta 61 d · dentro de 2 min · hace 3 meses · hace 1,204 d'
  const right = 'hace 5 min, hace 60 d, hace 3 h, dentro de su rango, de 3 métodos, 3 mesas'
  expect(edadesFalsas(said)).toEqual(['372 d', '61 d', 'dentro de 2 min', '3 meses', '1,204 d'])
  expect(edadesFalsas(right)).toEqual([])
})
