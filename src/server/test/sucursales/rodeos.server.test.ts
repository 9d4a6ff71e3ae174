import { expect, test } from 'vitest'
import { acciones, montarOtro, separar } from '../../../../test/support/ajenas/casos.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, sesionesSinFin } from '../../../../test/support/servidor/dueno.ts'
import { dicho, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../../test/support/todo.ts'
import { contrato as cierres } from '../../../areas/cierres/contract.ts'
import { verificar } from '../../../main.libros.ts'

/* what would get round the close of a branch's day. `otro` is of Arequipa; everybody else's cash is in Lima. */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm } = casa
const { otro, suya, suyaUsd } = persona
const { comprar } = acciones(casa, persona)
const { lima, arequipa } = await separar(app, persona)
await sesionesSinFin(app.url)
const dueno = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  comoDueno<T>(app.url, text, values)

const dia = (quien: Client) =>
  quien.call(cierres.dia, { params: { fecha: HOY }, query: {} as never })
const cerrar = (quien: Client, sucursal_id: number | null = null) =>
  quien.call(cierres.cerrar, { body: { fecha: HOY, confirmo: true, sucursal_id } as never })
const reabrir = (quien: Client, sucursal_id: number | null = null) =>
  quien.call(cierres.reabrir, {
    params: { fecha: HOY },
    body: { motivo: 'Faltó una compra', sucursal_id },
  })
const mudar = (cuenta: number, a: number | null) =>
  dueno('UPDATE cuentas SET sucursal_id = $1 WHERE id = $2', [a, cuenta])
const contado = async () =>
  (
    await dueno<{ id: number; saldo: string }>(
      'SELECT id::int, round(saldo, 2)::text AS saldo FROM cuentas_contables WHERE id = ANY ($1)',
      [[suya, suyaUsd]],
    )
  ).map(({ id: cuenta_id, saldo }) =>
    cuenta_id === suya
      ? { cuenta_id, monto: saldo }
      : {
          cuenta_id,
          denominaciones: [{ clase: 'billete' as const, valor: '1', cantidad: Number(saldo) }],
        },
  )

test('R-264: an account neither leaves a branch that closed today nor comes to one', async () => {
  await hecho(comprar(otro, suyaUsd, suya))
  await hecho(cerrar(otro))
  try {
    await expect(mudar(suya, lima)).rejects.toThrow('SUCURSAL_CERRADA')
    await expect(mudar(suya, null)).rejects.toThrow('SUCURSAL_CERRADA')
    await expect(mudar(casa.cuentas.cajaPen, arequipa)).rejects.toThrow('SUCURSAL_CERRADA')
    // Another day it may, and what was kept stays true.
    app.setClock('2025-11-21T15:00:00Z')
    await mudar(suya, lima)
    await hecho(comprar(adm, suyaUsd, suya))
    expect((await verificar(app.db)).diferencia).toBeNull()
    await mudar(suya, arequipa)
  } finally {
    app.setClock('2025-11-20T20:00:00Z')
    await reabrir(otro)
  }
})

test('R-264: who has his till at a branch that closed is not offered to open it', async () => {
  const abre = async () => (await hecho(otro.call(cierres.miCaja))).dia_cerrado
  expect(await abre()).toBe(false)
  await hecho(cerrar(otro))
  const closed = await abre()
  await hecho(reabrir(otro))
  expect(closed).toBe(true)
})

test('R-264: a day that a branch alone closed is among the days', async () => {
  await dueno(
    `INSERT INTO cierres_sucursales (sucursal_id, fecha, version, usuario_id, cerrado_en, resumen)
     VALUES ($1, '2025-11-12', 1, $2, ahora(), '{"libro":{}}')`,
    [arequipa, adm.usuario_id],
  )
  for (const quien of [adm, otro])
    expect((await hecho(quien.call(cierres.listar))).items.map(({ fecha }) => fecha)).toContain(
      '2025-11-12',
    )
})

test('R-264: an account stays at its branch while a turn holds it', async () => {
  await hecho(otro.call(cierres.abrir, { body: { conteos: await contado() } as never }))
  await expect(mudar(suya, lima)).rejects.toThrow('CAJA_EN_TURNO')
})

test('R-264: a turn of another branch with a till of his is told to who closes, and he sees it', async () => {
  // As if the turn had been opened for tills at both branches, and was Lima's.
  await dueno('ALTER TABLE turnos DISABLE TRIGGER turnos_fijos')
  await dueno("UPDATE turnos SET sucursal_id = $1 WHERE estado = 'abierto'", [lima])
  await dueno('ALTER TABLE turnos ENABLE TRIGGER turnos_fijos')
  const { pendientes } = await hecho(dia(otro))
  expect(pendientes).toContainEqual({ clave: 'turnos', bloquea: true, cuantos: 1 })
  // Its own cashier reads no count of it.
  const asked = { params: { fecha: HOY }, query: { sucursal_id: String(arequipa) } as never }
  expect((await hecho(adm.call(cierres.dia, asked))).resumen.cajas).toHaveLength(1)
  expect(dicho(await cerrar(otro))).toBe('CIERRE_BLOQUEADO')
  const { items } = await hecho(otro.call(cierres.listarTurnos))
  expect(items).toHaveLength(1)
})

test('R-261: the day of a house with branches is not closed by who sees one of them', async () => {
  const quien = JSON.stringify({ usuario_id: otro.usuario_id, sucursal: arequipa })
  for (const call of [
    "cerrar($1::jsonb, '2025-11-20', true)",
    "reabrir($1::jsonb, '2025-11-20', 'Motivo')",
  ])
    await expect(dueno(`SELECT cierres_${call}`, [quien])).rejects.toThrow('SIN_PERMISO')
})
