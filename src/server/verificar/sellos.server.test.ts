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

test('rows are found by their keys as when all are read, whatever their key is', async () => {
  await dueno('INSERT INTO reportes_dias VALUES (current_date)')
  // Without a primary key, and with columns that are empty.
  const row = (...cells: string[]) =>
    `(current_date, 'orden', ${cells.join(', ')}, 7, 1, 2.5, 3, 4, 0, 5, 0, 0, 0, 0, 0)`
  await dueno(
    `INSERT INTO reportes_resumen VALUES ${row('1', '2', '1', "'minorista'", '1')}, ${row('NULL', 'NULL', 'NULL', 'NULL', '1')}`,
  )
  const tablas = await dueno('SELECT tabla FROM sellos_tablas')
  let filas = 0
  for (const { tabla } of tablas as { tabla: string }[]) {
    const [found] = (await dueno(
      `WITH t AS MATERIALIZED (SELECT * FROM sellos_textos('${tabla}')),
       k AS MATERIALIZED (SELECT * FROM sellos_textos('${tabla}', ARRAY(SELECT clave FROM t)))
       SELECT (SELECT count(*)::int FROM t) AS n, (SELECT count(*)::int FROM k) AS m,
              (SELECT count(*)::int FROM (TABLE t EXCEPT TABLE k) x) AS faltan`,
    )) as { n: number; m: number; faltan: number }[]
    expect([tabla, found?.m, found?.faltan]).toEqual([tabla, found?.n, 0])
    filas += found?.n ?? 0
  }
  expect(filas).toBeGreaterThan(500)
})
