import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { servidor as beneficiarios } from '../../../src/areas/beneficiarios/server.ts'
import { servidor as clientes } from '../../../src/areas/clientes/server.ts'
import { porcion } from '../../../src/areas/importar/largas/porciones.ts'
import type { Afuera } from '../../../src/server/acceso/clave.ts'
import { abrirCasa } from '../casa.ts'

/* a file of many rows goes on while its person does something else. */

const casa = await abrirCasa()
const una = () =>
  porcion(
    { clientes, beneficiarios },
    { db: casa.app.db, afuera: {} as Afuera & { anclas: string } },
  )
const todas = async () => {
  while (await una());
}

const FILAS = 1_010
const filas = Array.from(
  { length: FILAS },
  (_, n) => `Natural;DNI;${45_000_001 + n};Rosa;Paredes Soto;987654321;Público`,
)
filas[4] = 'Natural;DNI;12;Inés;Vidal;987654321;Público'
const titulos = 'Persona;Tipo doc;DNI;Nombres;Apellidos;Teléfono;Segmento'

async function elegir(page: Page) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Elegir archivo' }).press('Enter'),
  ])
  await chooser.setFiles({
    name: 'todos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([titulos, ...filas].join('\r\n')),
  })
}

test('a long file is checked and imported while one is elsewhere; the bell says that it ended', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/importar')
  const campana = page.getByRole('button', { name: /^Notificaciones: / })
  const antes = (await campana.getAttribute('aria-label')) ?? ''
  await elegir(page)
  await page.getByText('1,010 filas: el servidor las revisa por partes').waitFor()
  await page.getByRole('button', { name: 'Revisar' }).press('Enter')
  await page.getByText('Revisando… 0 de 1,010').waitFor()
  await una()
  await page.getByText('Revisando… 100 de 1,010').waitFor()
  // The page is left, the server goes on, and the page finds it where it is.
  await page.reload()
  await page.getByText('Revisando… 100 de 1,010').waitFor()
  await page.goto('/monedas')
  await todas()
  await page.getByRole('button', { name: 'Notificaciones: ' }).press('Enter')
  await page.getByRole('link', { name: /1 importación que acabó o espera su decisión/ }).click()
  await page.getByRole('region', { name: 'Sus archivos grandes' }).waitFor()
  await page.getByRole('link', { name: 'todos.csv' }).press('Enter')
  await page.getByText('Se crearán 1,009 filas. 1 fila no se puede crear.').waitFor()

  await page.getByRole('button', { name: 'Importar 1,009 filas' }).press('Enter')
  await page.getByText('Importando… 0 de 1,010').waitFor()
  await todas()
  await page.getByText('Importado: 1,009 filas. 1 fila no se puede crear.').waitFor()
  await page.getByRole('button', { name: /No se puede 1/ }).press('Enter')
  await page.getByText('Número de documento: El DNI tiene 8 dígitos.').waitFor()
  // Who looks at it is not told of it.
  await page.getByRole('button', { name: antes, exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar las que no se pueden' }).press('Enter'),
  ])
  expect(readFileSync(await download.path(), 'utf8').split('\r\n')[1]).toBe(
    'Natural,DNI,12,Inés,Vidal,987654321,Público,Número de documento: El DNI tiene 8 dígitos.',
  )

  // The same file again adds nothing.
  await page.goto('/importar')
  await elegir(page)
  await page.getByRole('button', { name: 'Revisar' }).press('Enter')
  await page.getByText('Revisando… 0 de 1,010').waitFor()
  await todas()
  await page.getByText(/No hay nada nuevo que importar. 1,009 filas ya están./).waitFor()
  await page.getByRole('button', { name: 'Descartar' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).press('Enter')
  await page.getByText('Cancelada').first().waitFor()
  expect(casa.errores).toEqual([])
})
