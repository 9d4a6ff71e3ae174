import { expect, test } from 'vitest'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'

/* who looks after the backups reads how the last one ended, on his first page, in the bell and in the settings. */

const destino = '/media/respaldos/cambista'
const casa = await abrirCasa({ respaldo: { destino, ajeno: false, datos: '/datos' } })

const anotar = (hora: string, bytes: number | null, falla: string | null) =>
  comoDueno(
    casa.datos,
    `INSERT INTO respaldos (inicio, fin, carpeta, bytes, falla) SELECT i, i + interval '1 minute', $2, $3, $4
       FROM (SELECT $1::timestamptz AS i) x`,
    [`2025-11-20T${hora}:00Z`, destino, bytes, falla],
  )

test('the last good backup and the failure after it are told from the first page to the settings', async () => {
  await anotar('08:00', 12_345_678, null)
  const admin = await casa.dentro('admin')
  await admin.goto('/dashboard')
  await admin.getByText('Último respaldo bueno:').waitFor()
  const aviso = /respaldo que falló/
  expect(await admin.getByRole('link', { name: aviso }).count()).toBe(0)

  await anotar('19:30', null, 'El disco de los respaldos no está.')
  await admin.reload()
  await admin.getByText('Último respaldo bueno:').waitFor()
  await admin.getByRole('button', { name: /^Notificaciones/ }).click()
  await admin.getByRole('link', { name: aviso }).first().click()
  await admin.waitForURL('**/ajustes**')
  const estado = admin.getByRole('region', { name: 'Estado de los respaldos' })
  await estado.getByText('12.3 MB').waitFor()
  await estado.getByText(destino, { exact: true }).first().waitFor()
  const falla = estado.getByRole('alert').filter({ hasText: 'Falló' })
  expect(await falla.textContent()).toContain('El disco de los respaldos no está.')
  expect(casa.errores).toEqual([])
})

test('whoever has a queue before him hears nothing of it', async () => {
  const cajera = await casa.dentro('cajera')
  await cajera.goto('/dashboard')
  await cajera.getByRole('heading', { level: 1 }).waitFor()
  await cajera.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  expect(await cajera.getByText(/respaldo/i).count()).toBe(0)
})
