import { expect, test } from 'vitest'
import { saldos } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { montarTodo } from '../../../../test/support/todo.ts'
import { verificar } from '../../../main.libros.ts'
import { migrate } from '../../db/migrate.ts'
import { livingSql, numberedSql } from '../../db/migrate-files.ts'

test('the living SQL applied over a house of this version leaves its books and balances, and it goes on working', async () => {
  const app = await startTestApp()
  const casa = await montarTodo(app)
  for (const [name, mover] of Object.entries(await casa.movimientos()))
    expect((await mover()).status, name).toBeLessThan(300)
  const before = await saldos(app)
  expect(Object.keys(before).length).toBeGreaterThan(10)
  await migrate(app.url, { numbered: numberedSql(), living: { ...livingSql(), huella: 'another' } })
  expect(await comoDueno(app.url, 'SELECT huella FROM migraciones WHERE numero = 0')).toEqual([
    { huella: 'another' },
  ])
  expect(await saldos(app)).toEqual(before)
  expect((await verificar(app.db)).diferencia).toBeNull()
  const ids = [
    (await casa.vender()).body,
    (await casa.gasto('1.00')).body,
    (await casa.envio()).body,
  ]
  expect(ids.map(({ id }) => id > 0)).toEqual([true, true, true])
  expect((await verificar(app.db)).diferencia).toBeNull()
  expect(app.bugs).toEqual([])
})
