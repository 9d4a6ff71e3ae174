import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EUR, montarCasa, USD } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { type Answer, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, sesionesSinFin } from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato, type Registro } from '../contract.ts'
import { keepDays } from './totales.ts'

/* the totals of the counter's list say the same whatever is kept of the days that are over. */

const app = await startTestApp()
const dia = (n: number) => `2032-01-${String(n).padStart(2, '0')}`
const a = (n: number, hora = '15:00') => app.setClock(`${dia(n)}T${hora}:00Z`)
a(1)
const casa = await montarCasa(app)
const { adm, cuentas, pagos } = casa
const otra = await app.signedIn('adm')
// A branch each: the tills are of none.
await comoDueno(
  app.url,
  `INSERT INTO sucursales (id, nombre) VALUES (1, 'Lima'), (2, 'Arequipa');
   UPDATE usuarios SET sucursal_id = CASE id WHEN ${otra.usuario_id} THEN 2 ELSE 1 END`,
)
await sesionesSinFin(app.url)
const { compra, venta } = mostrador(casa)
const registrar = async (body: Registro, client = adm) => {
  const answer = await client.call(contrato.crear, { body: { ...body, confirmo_duplicado: true } })
  expect([answer.status, answer.error.message]).toEqual([201, answer.error.message])
  return answer.body.id
}
const anular = async (id: number) => {
  const body = { motivo: 'Se arrepintió' }
  expect((await adm.call(contrato.anular, { params: { id }, body })).status).toBe(200)
}
/** A purchase that waits for its payment. */
const espera = {
  ...compra('100.00', '352.00'),
  entregamos: [{ tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: '352.00' }],
}
const hechas: number[] = []
// Nothing on the third.
for (const n of [1, 2, 4, 5]) {
  a(n)
  hechas.push(await registrar(venta(`${n}00.00`, `${n * 356}.00`)))
  hechas.push(await registrar(compra(`${n}00.00`, `${n * 352}.00`), n === 4 ? otra : adm))
  await registrar(espera)
}
await anular(hechas[2] as number)
await anular(hechas[6] as number)
a(6)
await registrar(venta('50.00', '178.00'))

const RANGOS: Record<string, string>[] = [
  {},
  { desde: dia(2) },
  { hasta: dia(4) },
  { desde: dia(2), hasta: dia(3) },
  { desde: dia(3), hasta: dia(3) },
  { desde: dia(20) },
]
const FILTROS: Record<string, string | number>[] = [
  {},
  { tipo: 'compra' },
  { tipo: 'venta' },
  { estado: 'completada' },
  { estado: 'pendiente' },
  { estado: 'anulada' },
  { divisa_id: USD },
  { divisa_id: EUR },
  { usuario_id: adm.usuario_id },
  { usuario_id: otra.usuario_id, estado: 'completada' },
  { sucursal_id: 1 },
  { sucursal_id: 2 },
  { sucursal_id: 1, estado: 'completada' },
  { buscar: 'zzyzx' },
]

async function todo() {
  const answers: Answer<typeof contrato.totales>['body'][] = []
  for (const days of RANGOS)
    for (const filter of FILTROS) {
      const query = { ...days, ...filter }
      const { status, body } = await adm.call(contrato.totales, { query })
      expect([status, query]).toEqual([200, query])
      answers.push(body)
    }
  return answers
}
/** The same of the operations themselves. */
const sumado = async (where: string) =>
  (
    await comoDueno<{ n: number; ganancia: string }>(
      app.url,
      `SELECT count(*)::int AS n, round(sum(ganancia), 2)::text AS ganancia FROM compras_ventas WHERE ${where}`,
    )
  )[0]
const delLibro = (n: number) => sql`SELECT dias_guardar(${n})`.execute(app.db)
const kept = async () =>
  (
    await comoDueno<{ fecha: string }>(
      app.url,
      'SELECT DISTINCT fecha::text FROM compras_ventas_dias ORDER BY 1',
    )
  ).map(({ fecha }) => fecha)

test('whether none, some or all days are kept, the totals are those of the operations', async () => {
  const nothing = await todo()
  const [all, completed] = [nothing[0]?.[0], nothing[3]?.[0]]
  const of = (t: typeof all) => ({ n: t?.operaciones, ganancia: t?.ganancia })
  expect(of(all)).toEqual(await sumado("estado <> 'anulada'"))
  expect(of(completed)).toEqual(await sumado("estado = 'completada'"))
  expect(await keepDays(app.db)).toBe(0)
  await delLibro(2)
  expect(await keepDays(app.db)).toBe(2)
  expect(await kept()).toEqual([dia(4), dia(5)])
  expect(await todo()).toEqual(nothing)
  await delLibro(31)
  expect(await keepDays(app.db)).toBe(2)
  expect(await keepDays(app.db)).toBe(0)
  expect(await kept()).toEqual([dia(1), dia(2), dia(4), dia(5)])
  expect(await todo()).toEqual(nothing)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('what is annulled, and what a clock set back dates into a kept day, counts at once', async () => {
  await anular(hechas[0] as number)
  const one = (await todo())[0]?.[0]
  expect({ n: one?.operaciones, ganancia: one?.ganancia }).toEqual(
    await sumado("estado <> 'anulada'"),
  )
  a(2, '16:00')
  await registrar(venta('70.00', '249.20'))
  a(6, '16:00')
  const after = await todo()
  expect(after[0]?.[0]?.operaciones).toBe((one?.operaciones ?? 0) + 1)
  // The ledger keeps the day anew, and what was kept of its operations goes with what it was.
  await delLibro(31)
  expect(await kept()).toEqual([dia(1), dia(4), dia(5)])
  expect(await todo()).toEqual(after)
  expect(await keepDays(app.db)).toBe(1)
  expect(await todo()).toEqual(after)
  expect((await verificar(app.db)).diferencia).toBeNull()
})

test('two processes keep each day once; nobody else writes what is kept', async () => {
  const before = await todo()
  await comoDueno(app.url, 'DELETE FROM compras_ventas_dias')
  await Promise.all([keepDays(app.db), keepDays(app.db)])
  expect(await todo()).toEqual(before)
  expect((await verificar(app.db)).diferencia).toBeNull()
  await expect(sql`UPDATE compras_ventas_dias SET monto = 0`.execute(app.db)).rejects.toThrow(
    'permission',
  )
})
