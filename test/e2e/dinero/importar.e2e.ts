import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()
const LISTAR = /Importar solo las correctas/

const titulos = 'Persona;Tipo doc;DNI;Nombres;Apellidos;Teléfono;Color'
const filas = [
  'Natural;DNI;46990001;Lucía;Ñahui Soto;987654321;rojo',
  'Natural;DNI;4100002;Pedro;Rojas;987654322;azul',
  'Natural;DNI;46990003;Inés;Vidal;12;verde',
]
const archivo = (rows: string[]) => ({
  name: 'clientes viejos.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([titulos, ...rows].join('\r\n'), 'latin1'),
})

test('clients from a spreadsheet by keyboard: a dry run, the valid rows imported, the invalid ones corrected', async () => {
  const page = await casa.dentro('admin')
  const otra = await casa.dentro('admin')
  await otra.goto('/clientes?buscar=lucia')
  await page.goto('/importar')
  const choose = async (file: ReturnType<typeof archivo>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /(Elegir|Cambiar) archivo/ }).press('Enter'),
    ])
    await chooser.setFiles(file)
  }
  await choose(archivo(filas))
  // A required column is missing in the file: it is reported once, not for every row.
  await page.getByText('Diga cuál columna es: Segmento.').waitFor()
  await page.getByText(/no se leen: Color/).waitFor()
  await page.getByLabel('Segmento').selectOption('Público')
  await page.getByRole('button', { name: 'Probar' }).press('Enter')
  await page.getByText('Se creará 1 fila. 2 filas no se pueden crear.').waitFor()
  await page.getByRole('button', { name: /No se puede 2/ }).press('Enter')
  await page.getByText('Número de documento «4100002»: El DNI tiene 8 dígitos.').waitFor()
  await page.getByText('Lucía Ñahui Soto').waitFor({ state: 'detached' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar las que no se pueden' }).press('Enter'),
  ])
  const malas = readFileSync(await download.path(), 'utf8')
  expect(malas.split('\r\n')[2]).toMatch(/^Natural,DNI,46990003,Inés,Vidal,12,verde,"Celular «12»:/)

  await page.getByRole('button', { name: LISTAR }).press('Enter')
  await page.getByText('1 cliente creado.').waitFor()
  // The list open in another browser shows her without a reload.
  await otra.getByText('Lucía Ñahui Soto').first().waitFor()

  await page.getByRole('button', { name: /Todas/ }).press('Enter')
  await choose({
    ...archivo([]),
    buffer: Buffer.from(
      malas.replace('4100002', '46990002').replace(',12,verde', ',987654323,verde'),
    ),
  })
  // The choices made for the first file apply to the second.
  await page.getByRole('button', { name: 'Importar 2 filas' }).press('Enter')
  await page.getByText('2 clientes creados.').waitFor()
  expect(casa.errores).toEqual([])
})

test('columns that were chosen by hand are proposed again, and first rows are shown as they will be read', async () => {
  const page = await casa.dentro('admin')
  const bring = async () => {
    await page.goto('/importar')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Elegir archivo' }).press('Enter'),
    ])
    const rows = ['Natural;dni;46990011;Alba;Quiroz;987654321;minorista']
    await chooser.setFiles({
      ...archivo([]),
      buffer: Buffer.from(
        ['Persona;Tipo doc;DNI;Pila;Apellidos;Teléfono;Público', ...rows].join('\n'),
      ),
    })
  }
  await bring()
  await page.getByText('Diga cuál columna es: Segmento.').waitFor()
  await page.getByLabel('Qué es «Pila»').selectOption('Nombres')
  await page.getByLabel('Qué es «Público»').focus()
  await page.keyboard.type('Segm')
  const muestra = page.getByRole('region', { name: 'Así se leerán las primeras filas' })
  await muestra.getByRole('columnheader', { name: 'Segmento' }).waitFor()
  await muestra.getByRole('cell', { name: 'Público' }).waitFor()
  await page.getByRole('button', { name: 'Probar' }).press('Enter')
  await page.getByText('Se creará 1 fila.').waitFor()
  await bring()
  // Nothing is asked this time.
  await page.getByText('Se creará 1 fila.').waitFor()
  await page.getByText('7 de 7 se leen').waitFor()
  expect(casa.errores).toEqual([])
})

test('pasted cells are read like a file; an ambiguous number format is asked for', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/importar?que=cuentas')
  await page.getByRole('button', { name: 'Elegir archivo' }).waitFor()
  const cells = [
    'Nombre\tTipo\tMoneda\tPaís\tTitular\tSaldo\tCosto',
    'Caja de prueba\tCaja\tUSD\tPerú\tCasa\t5,000\t3.75',
  ].join('\n')
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
  }, cells)
  // 3.75 shows that the point is the decimal separator.
  await page.getByText('Se creará 1 fila.').waitFor()
  await page
    .getByLabel('Cómo se escriben los decimales')
    .selectOption('Decimales con coma: 1.250,50')
  await page.getByText('Se creará 1 fila.').waitFor()
  await page.getByLabel('Cómo se escriben los decimales').selectOption('')
  await page.getByRole('button', { name: 'Importar 1 fila' }).press('Enter')
  // The house works already: a new account takes the password.
  const soy = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await soy.getByLabel('Su contraseña').fill('Cambista-2026')
  await soy.getByRole('button', { name: 'Confirmar e importar' }).click()
  await page.getByRole('link', { name: 'Ver cuentas' }).press('Enter')
  await page
    .getByRole('row')
    .filter({ hasText: 'Caja de prueba' })
    .getByText('0.00')
    .first()
    .waitFor()
  // The house works already: the opening balance waits for another person.
  const { rows } = await sql`SELECT importe::float8 AS importe FROM ajustes_saldo
    WHERE estado = 'pendiente' AND motivo = 'saldo_inicial'`.execute(casa.app.db)
  expect(rows).toEqual([{ importe: 5000 }])
  expect(casa.errores).toEqual([])
})
