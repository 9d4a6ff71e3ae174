import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'

/* each write is noted to be sealed, and what was sealed stays, also before the owner of the database. */

const app = await startTestApp()
const casa = await montarCasa(app)
const dueno = (text: string) => comoDueno(app.url, text)
await dueno('SELECT sellos_sellar(1000000)')

test.each(['UPDATE sellos SET tabla = tabla', 'DELETE FROM sellos', 'TRUNCATE sellos'])(
  'what was sealed is neither changed nor taken away: %s',
  async (text) => {
    await expect(dueno(text)).rejects.toThrow(/is not allowed/)
  },
)

test('each write of a sealed row is noted', async () => {
  const left = 'SELECT DISTINCT tabla FROM sellos_por_hacer ORDER BY 1'
  expect(await dueno(left)).toEqual([])
  await dueno(`UPDATE clientes SET notas = 'otra' WHERE id = ${casa.clientes.ana}`)
  expect(await dueno(left)).toEqual([{ tabla: 'clientes' }])
  await dueno('SELECT sellos_sellar(1000000)')
  await dueno("INSERT INTO sucursales (nombre) VALUES ('Sucursal nueva')")
  expect(await dueno(left)).toEqual([{ tabla: 'sucursales' }])
  await dueno('SELECT sellos_sellar(1000000)')
  await dueno("DELETE FROM sucursales WHERE nombre = 'Sucursal nueva'")
  expect(await dueno(left)).toEqual([{ tabla: 'sucursales' }])
})
