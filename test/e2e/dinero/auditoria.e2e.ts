import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sellar } from '../../../src/areas/auditoria/cadena/sellado.ts'
import { verificarExportacion } from '../../../src/areas/auditoria/cadena/verificacion.ts'
import { abrirCasa } from '../casa.ts'

const casa = await abrirCasa()
await sellar(casa.app.db)

// Only rows that open a record, not the skeleton rows shown while the list loads.
const filas = 'table tbody tr[data-abre]'

test('a denial is found by its filter and shows the user, the address and the call', async () => {
  const cajera = await casa.entrar('cajera')
  await cajera.evaluate(async () => {
    const token = localStorage.getItem('idToken') ?? ''
    await fetch('/api/ajustes', { headers: { 'x-token': token } })
  })
  const page = await casa.entrar('admin')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('link', { name: 'Auditoría' }).click()
  await page.getByRole('heading', { name: 'Auditoría', level: 1 }).waitFor()
  await page.getByRole('combobox', { name: 'Acción' }).selectOption('Acceso denegado')
  await page.waitForURL('**accion=denegado**')
  const fila = page.getByRole('row', { name: /\/ajustes/ }).first()
  await fila.waitFor()
  await fila.click()
  await page.getByRole('heading', { name: 'Acceso denegado · Ajustes' }).waitFor()
  await page.getByText('GET /api/ajustes').waitFor()
  await page.getByText('127.0.0.1').waitFor()
  await page.getByText(/HeadlessChrome/).waitFor()
  expect(casa.errores).toEqual([])
})

test('a change shows the values before and after in words and links to its record', async () => {
  const page = await casa.entrar('admin')
  const token = await page.evaluate(() => localStorage.getItem('idToken') ?? '')
  const [moneda] = (await (
    await fetch(`${casa.url}/api/clientes?limite=1`, { headers: { 'x-token': token } })
  )
    .json()
    .then(({ items }) => items)) as { id: number }[]
  const detalle = await fetch(`${casa.url}/api/clientes/${moneda?.id}`, {
    headers: { 'x-token': token },
  })
  const cliente = await detalle.json()
  await sql`SELECT auditar(${JSON.stringify({ usuario_id: 1, ip: '10.1.1.1' })}::jsonb, 'editar', 'clientes', ${String(cliente.id)},
    ${JSON.stringify({ celular: '+51900000001', direccion: 'Av. Uno 1' })}::jsonb,
    ${JSON.stringify({ celular: '+51900000002', direccion: 'Av. Uno 1' })}::jsonb)`.execute(
    casa.app.db,
  )
  await page.goto('/auditoria?entidad=clientes&accion=editar')
  const cambio = page.getByRole('row', { name: /Celular/ })
  await page.locator(filas).first().click()
  await cambio.getByText('+51900000001').waitFor()
  await cambio.getByText('+51900000002').waitFor()
  expect(await page.getByRole('row', { name: /Dirección/ }).count()).toBe(0)
  await page.getByRole('link', { name: cliente.nombre }).click()
  await page.waitForURL(`**/clientes/detalle/${cliente.id}`)
})

test('the chain is verified on demand, and the verifiable export passes the offline check', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/auditoria')
  await page.getByText(/Cadena sellada hasta la fila/).waitFor()
  await page.getByRole('button', { name: 'Verificar cadena' }).click()
  await page.getByText(/Cadena íntegra hasta la fila/).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar verificable' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^auditoria-1-\d+\.jsonl$/)
  const lineas = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\n')
  const revision = verificarExportacion(lineas)
  expect(revision.fallas).toEqual([])
  expect(revision.filas).toBe(lineas.length - 1)
  expect(verificarExportacion(lineas.filter((_, i) => i !== 5)).fallas).not.toEqual([])
})

test('the list is exported to a file, and the export is in the audit', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/auditoria?entidad=cuentas')
  await page.locator(filas).first().waitFor()
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('Fecha,Usuario,Acción')
  await page.goto('/auditoria?accion=exportar')
  await page.locator(filas).first().click()
  await page
    .getByRole('row', { name: /Filtros › Entidad|Filtros/ })
    .getByText('cuentas')
    .waitFor()
})

test('a user who may not export gets no button; a user who may not see the audit is told so', async () => {
  const cumplimiento = await casa.dentro('cumplimiento')
  await cumplimiento.goto('/auditoria')
  await cumplimiento.locator(filas).first().waitFor()
  expect(await cumplimiento.getByRole('button', { name: /Exportar/ }).count()).toBe(0)
  const cajera = await casa.dentro('cajera')
  await cajera.goto('/auditoria')
  await cajera.waitForURL('**/unauthorized**')
})
