import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { contrato as pares } from '../../../src/areas/pares-divisas/contract.ts'
import { fillPath } from '../../../src/core/contract.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { tenderCable } from '../../support/servidor/cable.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()

/** Calls the API as the page's user. */
async function llamar<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ({ url, how, sent, clave }) => {
      const send = (to: string, by: string, text: string) =>
        fetch(to, {
          method: by,
          headers: {
            'x-token': localStorage.getItem('idToken') ?? '',
            ...(text && { 'content-type': 'application/json' }),
          },
          ...(text && { body: text }),
        }).then((response) => response.json())
      const answer = await send(url, how, sent)
      if (answer.codigo !== 'CONFIRME') return answer
      await send('/api/auth/confirmar', 'POST', JSON.stringify({ password: clave }))
      return send(url, how, sent)
    },
    {
      ...{ url: `/api${path}`, how: method, clave: PASSWORD_DEMO },
      sent: body ? JSON.stringify(body) : '',
    },
  ) as Promise<T>
}

const admin = await casa.entrar('admin')
const lista = await llamar<{ id: number; pais: string; divisa_base: { iso: string } }[]>(
  admin,
  'GET',
  pares.listar.path,
)
const usd = lista.find((par) => par.pais === 'pe' && par.divisa_base.iso === 'USD')?.id ?? 0

const publicar = (compra: string, venta: string) =>
  llamar(admin, 'PUT', fillPath(pares.precio.path, { id: usd }), {
    compra,
    venta,
    motivo: null,
    confirmar: true,
  })

/** A page that shows the board through a link of its own, and the id to revoke that link. */
async function televisor(nombre: string, origen = casa.url) {
  await admin.goto('/pizarra/administrar')
  await llamar(admin, 'POST', '/auth/confirmar', { password: PASSWORD_DEMO })
  await admin.getByRole('button', { name: 'Nuevo enlace' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill(nombre)
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  const url = await dialog.getByLabel('Enlace', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  const page = await casa.visita({ viewport: { width: 1920, height: 1080 } })
  await page.goto(url.replace(casa.url, origen))
  await page.getByRole('heading', { name: 'Cambios Andino Demo S.A.C.' }).waitFor()
  return page
}

const fila = (page: Page, texto: string) => page.getByRole('row').filter({ hasText: texto })

test('the television shows prices on one screen without a session, and nothing else', async () => {
  const tv = await televisor('Televisor uno')
  await fila(tv, 'USD').getByText('3.520').waitFor()
  await fila(tv, 'Bolívar').getByText('52.412').waitFor()
  await tv.getByText('Jueves, 20 de noviembre de 2025').waitFor()
  expect(await tv.getByRole('navigation').count()).toBe(0)
  const [width, height] = await tv.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth, scrollHeight]
  })
  expect([width, height]).toEqual([1920, 1080])
  expect(await tv.evaluate(() => localStorage.getItem('idToken'))).toBeNull()
  // Every other screen still requires a session.
  await tv.goto('/pares-divisas')
  await tv.getByLabel('Usuario o correo').waitFor()
  await tv.goto('/pizarra#clave=corta')
  await tv.getByLabel('Usuario o correo').waitFor()
})

test('a published change appears on the television at once; a refused one never does', async () => {
  const tv = await televisor('Televisor dos')
  await fila(tv, 'USD').getByText('3.560').waitFor()
  const before = Date.now()
  await publicar('3.525', '3.565')
  await fila(tv, 'USD').getByText('3.565').waitFor()
  await fila(tv, 'Bolívar').getByText('52.339').waitFor()
  console.info(`a published change reached the board after ${Date.now() - before} ms`)
  const refused = await publicar('3.700', '3.600')
  expect(refused).toMatchObject({ errors: [{ campo: 'venta' }] })
  await publicar('3.520', '3.560')
  await fila(tv, 'USD').getByText('3.560').waitFor()
})

test('a cut connection is shown on the television, which reconnects automatically with the missed changes', async () => {
  const cable = await tenderCable(casa.url)
  const tv = await televisor('Televisor tres', cable.url)
  await fila(tv, 'USD').getByText('3.560').waitFor()
  cable.cortar()
  await tv.getByText(/Sin conexión desde las \d\d:\d\d/).waitFor()
  await publicar('3.524', '3.566')
  expect(await fila(tv, 'USD').getByText('3.560').count()).toBe(1)
  const before = Date.now()
  cable.reponer()
  await fila(tv, 'USD').getByText('3.566').waitFor()
  await tv.getByText(/Sin conexión/).waitFor({ state: 'detached' })
  console.info(`a cut connection was back after ${Date.now() - before} ms`)
  await publicar('3.520', '3.560')
  await fila(tv, 'USD').getByText('3.560').waitFor()
})

test('a television whose link is revoked goes blank without a reload', async () => {
  const tv = await televisor('Televisor cuatro')
  await fila(tv, 'USD').getByText('3.560').waitFor()
  await admin.goto('/pizarra/administrar')
  await admin.getByRole('button', { name: 'Revocar Televisor cuatro' }).click()
  const before = Date.now()
  await admin.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click()
  await tv.getByRole('heading', { name: 'Este enlace ya no está activo' }).waitFor()
  console.info(`a revoked link went dark after ${Date.now() - before} ms`)
  expect(await tv.getByText('3.560').count()).toBe(0)
})

test('the television shows the chosen prices', async () => {
  const tv = await televisor('Televisor cinco')
  await fila(tv, 'Real').waitFor()
  await admin.goto('/pizarra/administrar')
  await admin.getByRole('checkbox', { name: 'PEN → Real (BRL)' }).click()
  await admin.getByLabel('Mensaje').fill('Atendemos de 9 a 19 h')
  await admin.getByRole('button', { name: 'Bajar Dólar (USD/PEN)' }).click()
  await admin.getByRole('button', { name: 'Guardar' }).click()
  await tv.getByText('Atendemos de 9 a 19 h').waitFor()
  await fila(tv, 'Real').waitFor({ state: 'detached' })
  const first = tv.getByRole('table', { name: 'Cambio de divisas' }).getByRole('row').nth(1)
  await expect.poll(() => first.textContent()).toContain('EUR')
})

test("the day's rates as text, as a picture and on paper, for the cashier but not for the payer", async () => {
  const page = await casa.dentro('cajera', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/pizarra/tasas-del-dia')
  await page.getByRole('button', { name: 'Copiar texto' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^\*Cambios Andino Demo S\.A\.C\.\*\n/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar imagen' }).click()
  expect((await download).suggestedFilename()).toBe('tasas-2025-11-20.png')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  expect(await page.evaluate('window.impresiones')).toBe(1)

  const other = await casa.dentro('pagador')
  await other.goto('/pizarra')
  await other.getByRole('heading', { name: 'No tiene permiso para esta pantalla' }).waitFor()
})

test('no page threw', () => {
  expect(casa.errores).toEqual([])
})
