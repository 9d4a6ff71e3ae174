import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { servidor as beneficiarios } from '../../../src/areas/beneficiarios/server.ts'
import { servidor as clientes } from '../../../src/areas/clientes/server.ts'
import { porcion } from '../../../src/areas/importar/largas/porciones.ts'
import type { Afuera } from '../../../src/server/acceso/clave.ts'
import { abrirCasa } from '../casa.ts'

/* R-275: a file of many rows goes on while its person does something else. */

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

const CSV = {
  name: 'todos.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([titulos, ...filas].join('\r\n')),
}
async function elegir(page: Page, file = CSV) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Elegir archivo' }).press('Enter'),
  ])
  await chooser.setFiles(file)
}

/** A workbook of so many persons, as another program names its columns; documents and phones are numbers in it. */
function libro(filas: number) {
  const texto = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const numero = (value: number) => `<c><v>${value}</v></c>`
  const letras = (n: number) => String(n).replaceAll(/\d/g, (d) => 'ABCDEFGHIJ'[Number(d)] ?? '')
  const rows = [
    'Persona,Tipo doc,DNI,Pila,Familia,Teléfono,Color,Grupo'.split(',').map(texto),
    ...Array.from({ length: filas }, (_, n) => [
      ...[texto('Natural'), texto('DNI'), numero(43_000_001 + n), texto(`Rosa ${letras(n)}`)],
      ...[texto('Paredes Soto'), numero(987_654_321), texto('rojo'), texto('Público')],
    ]),
  ]
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files = {
    'xl/workbook.xml': `<workbook xmlns:r="${rel}"><sheets><sheet name="Personas" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map((row) => `<row>${row.join('')}</row>`).join('')}</sheetData></worksheet>`,
  }
  const packed = Object.entries(files).map(([path, xml]) => [path, strToU8(xml)] as const)
  return {
    name: 'personas.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(zipSync(Object.fromEntries(packed))),
  }
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

test('a long workbook whose columns its person names is checked and imported in portions', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/importar')
  await elegir(page, libro(FILAS))
  await page.getByText(/Diga cuál columna es:/).waitFor()
  await page.getByLabel('Qué es «Pila»').selectOption('Nombres')
  await page.getByLabel('Qué es «Familia»').selectOption('Apellidos')
  await page.getByLabel('Qué es «Grupo»').selectOption('Segmento')
  const muestra = page.getByRole('region', { name: 'Así se leerán las primeras filas' })
  await muestra.getByRole('cell', { name: 'Rosa A', exact: true }).waitFor()
  await muestra.getByRole('cell', { name: '43000001', exact: true }).waitFor()
  await page.getByText('1,010 filas: el servidor las revisa por partes').waitFor()
  await page.getByRole('button', { name: 'Revisar' }).press('Enter')
  await page.getByText('Revisando… 0 de 1,010').waitFor()
  await una()
  await page.getByText('Revisando… 100 de 1,010').waitFor()
  await todas()
  await page.getByRole('button', { name: 'Importar 1,010 filas' }).press('Enter')
  await page.getByText('Importando… 0 de 1,010').waitFor()
  await una()
  await page.getByText('Importando… 100 de 1,010').waitFor()
  await todas()
  await page.getByText('Importado: 1,010 filas.').waitFor()
  const { nombres, apellidos, celular } = await casa.app.db
    .selectFrom('clientes')
    .select(['nombres', 'apellidos', 'celular'])
    .where('num_doc', '=', String(43_000_000 + FILAS))
    .executeTakeFirstOrThrow()
  expect([nombres, apellidos]).toEqual(['Rosa BAAJ', 'Paredes Soto'])
  expect(celular).toMatch(/987 ?654 ?321$/)
  expect(casa.errores).toEqual([])
})
